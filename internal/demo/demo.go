// Package demo runs a simulated router inside the program, for --demo and for
// the demo offered at the first start.
package demo

import (
	"context"
	"log/slog"
	"os"
	"path/filepath"
	"sync"
	"time"

	"routerwatch/history"
	"routerwatch/monitor"
	"routerwatch/monitor/stableroute/simulator"
	"routerwatch/settings"
	"routerwatch/ui/wire"
)

const (
	// The scripted day takes two minutes, so its faults are short: a noticeably
	// slow answer, and a Retry-After that ends within the scene.
	slowness   = 4 * time.Second
	retryAfter = 5 * time.Second

	// historyGrace is how long a slow disk may delay the end of the demo.
	historyGrace = time.Second
)

// A Demo is a simulated router whose scripted day runs until [Demo.Close].
type Demo struct {
	router  *simulator.Router
	folder  string // of its history, which is removed with it; "" for none
	leave   context.CancelFunc
	running sync.WaitGroup

	mu    sync.Mutex
	store *history.Store // nil until the past is made up
	// observed means that its watch has begun.
	observed bool
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
	d := &Demo{router: router, leave: leave}
	d.running.Go(func() { _ = router.Run(ctx, simulator.Day) })            // its only error is the end of ctx
	if d.folder, err = os.MkdirTemp("", "routerwatch-demo-"); err == nil { // else the demo has no past
		d.running.Go(d.makePast)
	}
	return d, nil
}

// Close ends the simulated router and its day. It may be called twice, and on a
// nil demo.
func (d *Demo) Close() {
	if d == nil {
		return
	}
	d.leave()
	d.router.Close()
	d.running.Wait()
	d.store.Close(historyGrace)
	d.store = nil
	if d.folder != "" {
		_ = os.RemoveAll(d.folder) // a temporary folder
	}
}

// makePast makes up the past, and opens the history that continues it.
func (d *Demo) makePast() {
	making := filepath.Join(d.folder, "making")
	if err := writePast(making, d.Router(), time.Now()); err != nil {
		return
	}
	id := d.Router().ID
	if err := os.Rename(filepath.Join(making, id), filepath.Join(d.folder, id)); err != nil {
		return
	}
	_ = os.Remove(making)
	if store, err := history.Open(d.folder, history.DefaultMinutesKept, slog.New(slog.DiscardHandler)); err == nil {
		d.mu.Lock()
		defer d.mu.Unlock()
		d.store = store
	}
}

// History is the folder of the simulated router's history, which is made up and then
// goes on; "" for none.
func (d *Demo) History() string { return d.folder }

// Observe adds a snapshot of the simulated router to its history. It does not block.
func (d *Demo) Observe(s monitor.Snapshot) {
	if d == nil {
		return
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	s.Simulated = false // a real history does not record such a router
	if d.store != nil && !d.observed {
		first := s
		first.Status, d.observed = monitor.Connecting, true
		d.store.Observe(first)
	}
	d.store.Observe(s)
}

// Router is the settings entry of the simulated router.
func (d *Demo) Router() settings.Router {
	return settings.Router{ID: "simulated", Name: "Demo router", URL: d.router.URL()}
}

// Plan turns off the memory of relapses and 429s: otherwise the second hour of
// the demo would be one long outage, polled every minute.
func (d *Demo) Plan(plan monitor.Plan) monitor.Plan {
	plan.RelapseWithin, plan.RememberThrottle = 0, 0
	return plan
}

// State is the state of the demo's controls in the window, and a channel that
// is closed when it may have changed without a command.
func (d *Demo) State() (wire.Demo, <-chan struct{}) {
	scene, changed := d.router.Now()
	state := wire.Demo{Fault: string(scene.Fault), Paused: scene.Paused, ByHand: scene.ByHand}
	for _, fault := range simulator.Faults() {
		state.Faults = append(state.Faults, wire.Fault{ID: string(fault.Fault), Label: fault.Words})
	}
	return state, changed
}

// Do carries out a command on the simulated router: a fault or a pause stops the
// scripted day until PlayDay resumes it.
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
