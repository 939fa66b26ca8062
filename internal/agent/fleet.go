package agent

import (
	"context"
	"log/slog"
	"sync"

	"routerwatch/internal/platform/sleep"
	"routerwatch/monitor"
	"routerwatch/settings"
	"routerwatch/ui/view"
)

// A Connection is a way to ask one router.
type Connection struct {
	Source monitor.Source
	URL    string                     // the address without secrets, to be shown
	Online func(context.Context) bool // see monitor.Config
	Close  func()                     // gives its idle connections back; nil for nothing
}

func (c Connection) close() {
	if c.Close != nil {
		c.Close()
	}
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
	// WakesTold promises a call of [Fleet.Wake] after each sleep.
	WakesTold bool
	Log       *slog.Logger

	watches map[string]*watch
	done    sync.WaitGroup
}

// watch is one running monitor.
type watch struct {
	monitor    *monitor.Monitor
	connection Connection
	leave      context.CancelFunc
	publish    *gate
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

// Start watches r by plan until ctx ends or [Fleet.Stop], going on from what
// an earlier run of the program knew. A router that cannot be asked, as it is
// set up, is watched all the same, and says why.
func (f *Fleet) Start(ctx context.Context, r settings.Router, plan monitor.Plan, resume monitor.Restored) {
	ctx, leave := context.WithCancel(ctx)
	w := &watch{connection: f.open(r), leave: leave, publish: &gate{pass: f.Publish}}
	config := f.config(r, w, plan)
	config.Restored = resume
	w.monitor = monitor.New(config)
	if f.watches == nil {
		f.watches = make(map[string]*watch)
	}
	f.watches[r.ID] = w
	f.done.Go(func() { w.monitor.Run(ctx) })
}

// Replace goes on watching r, which has been started, with a new connection
// and by another plan. The counts and an open outage stay.
func (f *Fleet) Replace(r settings.Router, plan monitor.Plan) {
	w := f.watches[r.ID]
	before := w.connection
	w.connection = f.open(r)
	w.monitor.Replace(f.config(r, w, plan))
	before.close()
}

func (f *Fleet) open(r settings.Router) Connection {
	connection, err := f.Open(r)
	if err == nil {
		return connection
	}
	f.Log.Error("a router cannot be asked as it is set up", "router", r.Name, "error", view.Problem(err))
	u := &unready{open: f.Open, router: r}
	return Connection{Source: u, URL: r.URL, Close: u.close}
}

// unready is the source of a router that cannot be asked as it is set up. It
// tries again at each poll: a missing file may come back.
type unready struct {
	open   func(settings.Router) (Connection, error)
	router settings.Router

	mu         sync.Mutex
	connection Connection // once it could be opened
	closed     bool
}

// Poll asks the router, or says why it cannot be asked.
func (u *unready) Poll(ctx context.Context) (monitor.Reading, error) {
	source, err := u.source()
	if err != nil {
		return monitor.Reading{}, &monitor.Failure{
			Kind: monitor.NotSetUp, Layer: monitor.LayerProgram, Problem: view.Problem(err), Cause: err,
		}
	}
	return source.Poll(ctx)
}

func (u *unready) source() (monitor.Source, error) {
	u.mu.Lock()
	defer u.mu.Unlock()
	if u.connection.Source == nil {
		connection, err := u.open(u.router)
		if err != nil {
			return nil, err
		}
		if u.closed {
			connection.close()
		}
		u.connection = connection
	}
	return u.connection.Source, nil
}

func (u *unready) close() {
	u.mu.Lock()
	defer u.mu.Unlock()
	u.closed = true
	u.connection.close()
}

func (f *Fleet) config(r settings.Router, w *watch, plan monitor.Plan) monitor.Config {
	return monitor.Config{
		Router:  monitor.Router{ID: r.ID, Name: r.Name, URL: w.connection.URL, Simulated: f.Simulated},
		Source:  w.connection.Source,
		Plan:    plan,
		Publish: w.publish.put,
		Online:  w.connection.Online,
		Log:     f.Log,

		Slept:         sleep.Slept,
		ReportsResume: f.WakesTold,
	}
}

// Stop ends the watch of that router; nothing of it is published any more.
func (f *Fleet) Stop(id string) {
	if w, ok := f.watches[id]; ok {
		w.publish.shut()
		w.leave()
		w.connection.close()
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

// Look tells every monitor that an operator is looking.
func (f *Fleet) Look() {
	for _, w := range f.watches {
		w.monitor.Refresh()
	}
}

// Wake tells every monitor that the machine may have been asleep.
func (f *Fleet) Wake() {
	for _, w := range f.watches {
		w.monitor.Wake()
	}
}

// Close ends every watch and waits for them.
func (f *Fleet) Close() {
	for id := range f.watches {
		f.Stop(id)
	}
	f.done.Wait()
}
