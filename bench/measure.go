//go:build linux

package main

import (
	"context"
	"fmt"
)

// results is all that was measured.
type results struct {
	plan   plan
	states []state
	// The references, watched beside the state in the tray.
	bareLoop, fyneTray cost
	// From the start of the process to the tray's watcher telling of its icon.
	icon, fyneIcon times
	// From a click on the icon to a mapped window.
	window times
}

// state is what the program costs in one state.
type state struct {
	name    string
	cost    cost
	shown   bool   // a window is open
	skipped string // why it could not be measured
}

// measure does it all, one after the other.
func (p plan) measure(ctx context.Context, d *desktop) (results, error) {
	r := results{plan: p}
	var err error
	say("starting %d times, to the icon", p.starts)
	if r.icon, err = p.timeIcon(ctx, d, p.program, true); err != nil {
		return r, fmt.Errorf("the time to the icon: %w", err)
	}
	if r.fyneIcon, err = p.timeIcon(ctx, d, p.fyneTray, false); err != nil {
		return r, fmt.Errorf("the time to the icon of the Fyne tray: %w", err)
	}
	say("clicking %d times, to the window", p.clicks)
	if r.window, err = p.timeWindow(ctx, d); err != nil {
		return r, fmt.Errorf("the time to the window: %w", err)
	}
	for _, measure := range []func(context.Context, *desktop, *results) (state, error){
		p.inTray, p.shown, p.inOutage, p.onWall,
	} {
		s, err := measure(ctx, d, &r)
		if err != nil {
			return r, fmt.Errorf("%s: %w", s.name, err)
		}
		r.states = append(r.states, s)
	}
	return r, nil
}
