// Package demo is a simulated router inside the program, for --demo and for a
// first start without a router.
package demo

import (
	"context"
	"log/slog"
	"sync"
	"time"

	"routerwatch/monitor"
	"routerwatch/monitor/stableroute/simulator"
	"routerwatch/settings"
	"routerwatch/ui/wire"
)

const (
	// The scripted day takes two minutes, so its faults are short: an answer
	// that is noticeably slow, and a wait that ends within the scene.
	slowness   = 4 * time.Second
	retryAfter = 5 * time.Second
)

// A Demo is a simulated router whose scripted day runs until [Demo.Close].
type Demo struct {
	router  *simulator.Router
	changed chan struct{}
	leave   context.CancelFunc
	running sync.WaitGroup
}

// Start starts a demo. The caller closes it.
func Start() (*Demo, error) {
	router, err := simulator.Start(simulator.Options{
		Pairs: simulator.At(0).Pairs, Slowness: slowness, RetryAfter: retryAfter,
	})
	if err != nil {
		return nil, err
	}
	ctx, leave := context.WithCancel(context.Background())
	d := &Demo{router: router, changed: make(chan struct{}, 1), leave: leave}
	d.running.Go(func() { _ = router.Run(ctx, simulator.Day) }) // it ends with ctx
	d.running.Go(func() { d.follow(ctx) })
	return d, nil
}

// follow puts a token into changed at each change of the scene.
func (d *Demo) follow(ctx context.Context) {
	for {
		_, change := d.router.Now()
		select {
		case d.changed <- struct{}{}:
		default:
		}
		select {
		case <-ctx.Done():
			return
		case <-change:
		}
	}
}

// Close ends the simulated router and its day. It may be called again, and for
// a nil demo.
func (d *Demo) Close() {
	if d == nil {
		return
	}
	d.leave()
	d.router.Close()
	d.running.Wait()
}

// Router is the simulated router, as it is watched.
func (d *Demo) Router() settings.Router {
	return settings.Router{ID: "simulated", Name: "Demo router", URL: d.router.URL()}
}

// Plan forgets relapses and 429s from one day to the next: otherwise the second
// hour of the demo would be one long outage, polled every minute.
func (d *Demo) Plan(plan monitor.Plan) monitor.Plan {
	plan.RelapseWithin, plan.RememberThrottle = 0, 0
	return plan
}

// State is what the controls show.
func (d *Demo) State() wire.Demo {
	scene := d.router.Scene()
	state := wire.Demo{Fault: string(scene.Fault), Paused: scene.Paused, ByHand: d.router.Manual()}
	for _, fault := range simulator.Faults() {
		state.Faults = append(state.Faults, wire.Fault{ID: string(fault.Fault), Label: fault.Words})
	}
	return state
}

// Changed has a token whenever State may have changed by itself.
func (d *Demo) Changed() <-chan struct{} {
	if d == nil {
		return nil
	}
	return d.changed
}

// Do carries out a command about the simulated router: a fault or a pause takes
// the place of its day until the day goes on.
func (d *Demo) Do(c wire.Command, log *slog.Logger) {
	switch c.Do {
	case wire.SetFault:
		if err := d.router.SetFault(simulator.Fault(c.Fault)); err != nil {
			log.Warn("the simulated router has no such fault", "error", err)
		}
	case wire.SetPaused:
		d.router.SetPaused(c.Paused)
	case wire.PlayDay:
		d.router.Resume()
	}
}
