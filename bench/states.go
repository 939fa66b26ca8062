//go:build linux

package main

import (
	"context"
	"fmt"
	"os"
	"strings"

	"routerwatch/e2e/virtual"
	"routerwatch/monitor/stableroute/simulator"
)

// The simulated routers.
const (
	routerName = "Frankfurt"
	pairs      = 42
)

// inTray is the state with the window closed, on a healthy router; the
// references run beside it.
const inTray = "in the tray"

// state is one with a window open.
type state struct {
	name      string
	arguments []string
	prepare   func(ctx context.Context, d *desktop, w watched, window string) error
}

// states with a window: as it opened, with the focus, the pointer elsewhere and
// nothing touched, on a healthy router but for the outage.
var states = [...]state{
	{name: "window shown, untouched"},
	{name: "outage, counting down", prepare: func(ctx context.Context, _ *desktop, w watched, _ string) error {
		if err := w.router.SetFault(simulator.Refuse); err != nil {
			return err
		}
		return w.awaitStatus(ctx, "Down")
	}},
	{name: "wall display", arguments: []string{"--wall"}, prepare: func(ctx context.Context, d *desktop, _ watched, window string) error {
		if !d.fills(ctx, window) {
			return fmt.Errorf("%w: the window of --wall does not fill the screen", errInVain)
		}
		return nil
	}},
}

// measure does it all. In each round every state is measured once for every
// build, so that both met the same moods of the machine.
func (p plan) measure(ctx context.Context, d *desktop) (results, error) {
	r := results{}
	say("starting %d times, to the icon", p.starts)
	if err := p.timeIcons(ctx, d, r); err != nil {
		return r, fmt.Errorf("the time to the icon: %w", err)
	}
	say("clicking %d times, to the window", p.clicks)
	if err := p.timeWindows(ctx, d, r); err != nil {
		return r, fmt.Errorf("the time to the window: %w", err)
	}
	for round := range p.rounds {
		say("round %d of %d: each state %s", round+1, p.rounds, p.span)
		if err := p.inTray(ctx, d, r); err != nil {
			return r, fmt.Errorf("%s: %w", inTray, err)
		}
		for _, s := range states {
			for i := range p.builds {
				b := p.builds[(i+round)%len(p.builds)] // no build is always the first
				if err := p.withWindow(ctx, d, r, s, b); err != nil {
					return r, fmt.Errorf("%s, %s: %w", s.name, b.name, err)
				}
			}
		}
	}
	return r, nil
}

// inTray measures all builds and the references at the same time.
func (p plan) inTray(ctx context.Context, d *desktop, r results) error {
	var names []string
	var programs []program
	add := func(name string, p program) {
		names, programs = append(names, name), append(programs, p)
	}
	for _, b := range p.builds {
		w, err := d.watch(ctx, b, "--minimized")
		if err != nil {
			return err
		}
		defer w.end()
		add(b.name, w.program)
	}
	router, err := simulator.Start(simulator.Options{Pairs: pairs})
	if err != nil {
		return err
	}
	defer router.Close()
	loop, err := d.start(ctx, p.bareLoop, router.URL()+"/api/v1/stats")
	if err != nil {
		return err
	}
	defer loop.stop()
	add(bareLoop, loop)
	tray, err := d.start(ctx, p.fyneTray)
	if err != nil {
		return err
	}
	defer tray.stop()
	add(fyneTray, tray)
	if _, _, err := d.awaitIcon(ctx, tray); err != nil {
		return err
	}
	costs, err := p.costs(ctx, programs...)
	if err != nil {
		return err
	}
	if router.Total() == 0 {
		return fmt.Errorf("%w for a poll of the bare loop", errInVain)
	}
	for i, c := range costs {
		r.addCost(inTray, names[i], c)
	}
	return nil
}

// withWindow measures a build in a state with its window open.
func (p plan) withWindow(ctx context.Context, d *desktop, r results, s state, b build) error {
	w, err := d.watch(ctx, b, s.arguments...)
	if err != nil {
		return err
	}
	defer w.end()
	window, _, err := d.awaitWindow(ctx, w.program)
	if err != nil {
		return err
	}
	if s.prepare != nil {
		if err := s.prepare(ctx, d, w, window); err != nil {
			return err
		}
	}
	costs, err := p.costs(ctx, w.program)
	if err != nil {
		return err
	}
	r.addCost(s.name, b.name, costs[0])
	if p.pictures == "" {
		return nil
	}
	if err := os.MkdirAll(p.pictures, 0o750); err != nil {
		return err
	}
	_, err = d.Output("import", "-silent", "-window", "root", p.pictures+"/"+s.name+", "+b.name+".png")
	return err
}

// costs lets the programs settle, watches them over the span, and returns the
// cost of each.
func (p plan) costs(ctx context.Context, programs ...program) ([]cost, error) {
	if err := pause(ctx, p.settle); err != nil {
		return nil, err
	}
	before := make([]sample, len(programs))
	costs := make([]cost, len(programs))
	var err error
	for i, program := range programs {
		if before[i], err = take(program.pid()); err != nil {
			return nil, err
		}
	}
	if err := pause(ctx, p.span); err != nil {
		return nil, err
	}
	for i, program := range programs {
		after, err := take(program.pid())
		if err != nil {
			return nil, err
		}
		if costs[i], err = after.since(before[i]); err != nil {
			return nil, err
		}
	}
	return costs, nil
}

// watched is a build watching a simulated router of its own.
type watched struct {
	program program
	router  *simulator.Router
	icon    virtual.TrayItem
}

func (w watched) end() {
	w.program.stop()
	w.router.Close()
}

// watching are the arguments to watch the router as by default: every 5 s.
func watching(router *simulator.Router, more ...string) []string {
	return append([]string{"--url", router.URL(), "--name", routerName}, more...)
}

// watch starts a build and waits until it has found its router alive. The
// caller ends it.
func (d *desktop) watch(ctx context.Context, b build, arguments ...string) (w watched, err error) {
	w.router, err = simulator.Start(simulator.Options{Pairs: pairs})
	if err != nil {
		return w, err
	}
	w.program, err = d.start(ctx, b.binary, watching(w.router, arguments...)...)
	if err != nil {
		w.router.Close()
		return w, err
	}
	w.icon, _, err = d.awaitIcon(ctx, w.program)
	if err == nil {
		err = w.awaitStatus(ctx, "Live")
	}
	if err != nil {
		w.end()
	}
	return w, err
}

// awaitStatus waits until the icon's title gives the router that status.
func (w watched) awaitStatus(ctx context.Context, status string) error {
	return await(ctx, "the status "+status, func() bool {
		title, _ := w.icon.Property("Title").(string)
		return strings.HasPrefix(title, routerName+": "+status)
	})
}
