//go:build linux

package main

import (
	"context"
	"fmt"
	"os"

	"routerwatch/monitor/stableroute/simulator"
)

// cost lets the programs settle, watches them over the span, and returns the
// cost of each.
func (p plan) cost(ctx context.Context, programs ...program) ([]cost, error) {
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

// inTray is the window closed, on a healthy router; beside it, the references.
func (p plan) inTray(ctx context.Context, d *desktop, r *results) (state, error) {
	s := state{name: "in the tray"}
	say("%s, and the references: %s", s.name, p.span)
	w, err := d.watch(ctx, p, "--minimized")
	if err != nil {
		return s, err
	}
	defer w.end()
	router, err := simulator.Start(simulator.Options{Pairs: pairs})
	if err != nil {
		return s, err
	}
	defer router.Close()
	loop, err := d.start(ctx, p.bareLoop, router.URL()+"/api/v1/stats")
	if err != nil {
		return s, err
	}
	defer loop.stop()
	tray, err := d.start(ctx, p.fyneTray)
	if err != nil {
		return s, err
	}
	defer tray.stop()
	if _, _, err := d.awaitItem(ctx, tray.pid()); err != nil {
		return s, err
	}
	costs, err := p.cost(ctx, w.program, loop, tray)
	if err != nil {
		return s, err
	}
	if router.Total() == 0 {
		return s, fmt.Errorf("%w for a poll of the bare loop", errInVain)
	}
	s.cost, r.bareLoop, r.fyneTray = costs[0], costs[1], costs[2]
	return s, nil
}

// shown is the window open as it opened, on a healthy router: it has the
// focus, the pointer is elsewhere, nothing is touched.
func (p plan) shown(ctx context.Context, d *desktop, _ *results) (state, error) {
	s := state{name: "window shown, untouched", shown: true}
	return p.withWindow(ctx, d, s, func(watched, window) (string, error) { return "", nil })
}

// inOutage is the window open while the router refuses: it counts down.
func (p plan) inOutage(ctx context.Context, d *desktop, _ *results) (state, error) {
	s := state{name: "outage, counting down", shown: true}
	return p.withWindow(ctx, d, s, func(w watched, _ window) (string, error) {
		if err := w.router.SetFault(simulator.Refuse); err != nil {
			return "", err
		}
		return "", w.item.awaitStatus(ctx, "Down")
	})
}

// onWall is the wall display, on a healthy router.
func (p plan) onWall(ctx context.Context, d *desktop, _ *results) (state, error) {
	s := state{name: "wall display", shown: true}
	return p.withWindow(ctx, d, s, func(_ watched, shown window) (string, error) {
		fills, err := d.fills(ctx, shown)
		if err != nil || fills {
			return "", err
		}
		return "the window of `--wall` does not fill the screen", nil
	}, "--wall")
}

// withWindow measures the program with its window open, once prepare has
// brought the state about or told why it cannot be.
func (p plan) withWindow(
	ctx context.Context, d *desktop, s state, prepare func(watched, window) (skipped string, err error), arguments ...string,
) (state, error) {
	say("%s: %s", s.name, p.span)
	w, err := d.watch(ctx, p, arguments...)
	if err != nil {
		return s, err
	}
	defer w.end()
	shown, err := d.awaitWindow(ctx, w.program.pid())
	if err != nil {
		return s, err
	}
	s.skipped, err = prepare(w, shown)
	if err != nil || s.skipped != "" {
		return s, err
	}
	costs, err := p.cost(ctx, w.program)
	if err != nil {
		return s, err
	}
	s.cost = costs[0]
	return s, p.keepPicture(ctx, d, s)
}

// keepPicture saves what the screen showed, where a folder for it is named.
func (p plan) keepPicture(ctx context.Context, d *desktop, s state) error {
	if p.pictures == "" {
		return nil
	}
	if err := os.MkdirAll(p.pictures, 0o750); err != nil {
		return err
	}
	return d.command(ctx, "import", "-silent", "-window", "root", p.pictures+"/"+s.name+".png").Run()
}
