//go:build linux

package main

import (
	"context"

	"routerwatch/monitor/stableroute/simulator"
)

// The simulated routers.
const (
	routerName = "Frankfurt"
	pairs      = 42
)

// watched is the program watching a simulated router of its own.
type watched struct {
	program program
	router  *simulator.Router
	item    item
}

func (w watched) end() {
	w.program.stop()
	w.router.Close()
}

// watching are the arguments to watch the router as by default: every 5 s.
func watching(router *simulator.Router, more ...string) []string {
	return append([]string{"--url", router.URL(), "--name", routerName}, more...)
}

// watch starts the program and waits until it has found its router alive. The
// caller ends it.
func (d *desktop) watch(ctx context.Context, p plan, arguments ...string) (w watched, err error) {
	w.router, err = simulator.Start(simulator.Options{Pairs: pairs})
	if err != nil {
		return w, err
	}
	d.display.forget()
	w.program, err = d.start(ctx, p.program, watching(w.router, arguments...)...)
	if err != nil {
		w.router.Close()
		return w, err
	}
	w.item, _, err = d.awaitItem(ctx, w.program.pid())
	if err == nil {
		err = w.item.awaitStatus(ctx, "Live")
	}
	if err != nil {
		w.end()
	}
	return w, err
}
