package ui

import (
	"context"
	"fmt"
	"log/slog"
	"sync"

	"routerwatch/monitor"
	"routerwatch/settings"
)

// A Connection is a way to ask one router.
type Connection struct {
	Source monitor.Source
	URL    string      // the address without secrets, to be shown
	Online func() bool // see monitor.Config
	Close  func()      // gives its idle connections back; nil for nothing
}

// A Fleet is the monitors of several routers, one goroutine each. Its methods
// are for one goroutine at a time; Publish comes from all of the monitors'.
type Fleet struct {
	// Open makes the connection to a router. It sends nothing.
	Open func(settings.Router) (Connection, error)
	// Publish takes every snapshot, soon: the monitor waits for it.
	Publish func(monitor.Snapshot)
	// Simulated tells that the routers are the built-in simulation.
	Simulated bool
	Log       *slog.Logger

	watches map[string]*watch
	done    sync.WaitGroup
}

// watch is one running monitor.
type watch struct {
	monitor *monitor.Monitor
	leave   context.CancelFunc
	publish *gate
}

// gate passes snapshots on until it is shut: a router that was removed must
// not come back with its last word.
type gate struct {
	mu   sync.Mutex
	pass func(monitor.Snapshot) // nil once shut
}

func (g *gate) put(s monitor.Snapshot) {
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.pass != nil {
		g.pass(s)
	}
}

func (g *gate) shut() {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.pass = nil
}

// Start watches r by plan until ctx ends or [Fleet.Stop].
func (f *Fleet) Start(ctx context.Context, r settings.Router, plan monitor.Plan) error {
	connection, err := f.Open(r)
	if err != nil {
		return fmt.Errorf("%s cannot be watched: %w", r.Name, err)
	}
	ctx, leave := context.WithCancel(ctx)
	w := &watch{leave: leave, publish: &gate{pass: f.Publish}}
	w.monitor = monitor.New(monitor.Config{
		Router:  monitor.Router{ID: r.ID, Name: r.Name, URL: connection.URL, Simulated: f.Simulated},
		Source:  connection.Source,
		Plan:    plan,
		Publish: w.publish.put,
		Online:  connection.Online,
		Log:     f.Log,
	})
	if f.watches == nil {
		f.watches = make(map[string]*watch)
	}
	f.watches[r.ID] = w
	f.done.Go(func() {
		w.monitor.Run(ctx)
		if connection.Close != nil {
			connection.Close()
		}
	})
	return nil
}

// Stop ends the watch of that router; nothing of it is published any more.
func (f *Fleet) Stop(id string) {
	if w, ok := f.watches[id]; ok {
		w.publish.shut()
		w.leave()
		delete(f.watches, id)
	}
}

// Retry is Retry now for that router, or for all of them where id is "".
func (f *Fleet) Retry(id string) {
	for each, w := range f.watches {
		if id == "" || id == each {
			w.monitor.Retry()
		}
	}
}

// Close ends every watch and waits for them.
func (f *Fleet) Close() {
	for id := range f.watches {
		f.Stop(id)
	}
	f.done.Wait()
}
