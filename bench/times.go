//go:build linux

package main

import (
	"context"
	"slices"
	"time"

	"routerwatch/monitor/stableroute/simulator"
)

// times are durations of the same thing, shortest first.
type times []time.Duration

func (t times) median() time.Duration {
	middle := len(t) / 2
	if len(t)%2 == 1 {
		return t[middle]
	}
	return (t[middle-1] + t[middle]) / 2
}

// timeIcon starts a program again and again.
func (p plan) timeIcon(ctx context.Context, d *desktop, binary string, ours bool) (times, error) {
	router, err := simulator.Start(simulator.Options{Pairs: pairs})
	if err != nil {
		return nil, err
	}
	defer router.Close()
	var arguments []string
	if ours {
		arguments = watching(router, "--minimized")
	}
	var all times
	for range p.starts {
		begun := time.Now()
		program, err := d.start(ctx, binary, arguments...)
		if err != nil {
			return nil, err
		}
		_, at, err := d.awaitItem(ctx, program.pid())
		if err == nil {
			err = pause(ctx, time.Second) // it has begun; let it end in peace
		}
		program.stop()
		if err != nil {
			return nil, err
		}
		all = append(all, at.Sub(begun))
	}
	slices.Sort(all)
	return all, nil
}

// timeWindow opens and closes the window again and again.
func (p plan) timeWindow(ctx context.Context, d *desktop) (times, error) {
	w, err := d.watch(ctx, p, "--minimized")
	if err != nil {
		return nil, err
	}
	defer w.end()
	var all times
	for range p.clicks {
		d.display.forget()
		begun := time.Now()
		if err := w.item.click(ctx); err != nil {
			return nil, err
		}
		window, err := d.awaitWindow(ctx, w.program.pid())
		if err != nil {
			return nil, err
		}
		all = append(all, window.at.Sub(begun))
		if err := pause(ctx, 2*time.Second); err != nil {
			return nil, err
		}
		if err := w.item.click(ctx); err != nil {
			return nil, err
		}
		if err := w.program.awaitClosed(ctx); err != nil {
			return nil, err
		}
		if err := pause(ctx, time.Second); err != nil {
			return nil, err
		}
	}
	slices.Sort(all)
	return all, nil
}
