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

// A Connection is to one router.
type Connection struct {
	Source monitor.Source
	URL    string                     // the address without secrets, to be shown
	Online func(context.Context) bool // see monitor.Config
}

// A Fleet is the monitors of several routers, one goroutine each. Its methods
// are for one goroutine at a time.
type Fleet struct {
	// Open makes the connection to a router that is started or replaced next. It
	// sends nothing. It is called on the monitors' goroutines too, and so holds
	// nothing that changes: tokens and network are those of the last settings.
	Open func(settings.Router) (Connection, error)
	// Simulated says that the routers are the built-in simulation.
	Simulated bool
	// ReportsResume promises a call of [monitor.Monitor.Wake] after each sleep.
	ReportsResume bool
	Log           *slog.Logger

	watches map[string]*watch
	done    sync.WaitGroup
}

// watch is one running monitor.
type watch struct {
	monitor *monitor.Monitor
	publish func(monitor.Snapshot)
	cancel  context.CancelFunc
}

// Start watches r by plan until ctx ends or [Fleet.Stop], going on from what
// an earlier run of the program knew. A router that cannot be asked, as it is
// set up, is watched all the same: its failure says why. Every snapshot goes to
// publish, on the monitor's goroutine, which waits for it; one may come after Stop.
func (f *Fleet) Start(ctx context.Context, r settings.Router, plan monitor.Plan, restored monitor.Restored, publish func(monitor.Snapshot)) {
	ctx, cancel := context.WithCancel(ctx)
	w := &watch{publish: publish, cancel: cancel}
	config := f.config(r, plan, publish)
	config.Restored = restored
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
	w.monitor.Replace(f.config(r, plan, w.publish))
}

func (f *Fleet) config(r settings.Router, plan monitor.Plan, publish func(monitor.Snapshot)) monitor.Config {
	connection := f.open(r)
	return monitor.Config{
		Router:        monitor.Router{ID: r.ID, Name: r.Name, URL: connection.URL, Simulated: f.Simulated},
		Source:        connection.Source,
		Plan:          plan,
		Publish:       publish,
		Online:        connection.Online,
		Slept:         sleep.Slept,
		ReportsResume: f.ReportsResume,
		Log:           f.Log,
	}
}

// Stop ends the watch of that router.
func (f *Fleet) Stop(id string) {
	if w, ok := f.watches[id]; ok {
		w.cancel()
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

// Each calls do for every monitor.
func (f *Fleet) Each(do func(*monitor.Monitor)) {
	for _, w := range f.watches {
		do(w.monitor)
	}
}

// Close ends every watch and waits for them.
func (f *Fleet) Close() {
	for id := range f.watches {
		f.Stop(id)
	}
	f.done.Wait()
}

// open makes a connection. Where that fails, it makes one whose polls say why and
// try to open it again.
func (f *Fleet) open(r settings.Router) Connection {
	connection, err := f.Open(r)
	if err == nil {
		return connection
	}
	f.Log.Error("a router cannot be asked as it is set up", "router", r.Name, "error", view.Problem(err))
	l := &lateConnection{open: f.Open, router: r}
	return Connection{Source: l, URL: r.URL, Online: l.online}
}

// lateConnection is to a router that could not be asked as it was set up. It
// tries again at each poll: a missing file may come back.
type lateConnection struct {
	open   func(settings.Router) (Connection, error)
	router settings.Router

	mu         sync.Mutex
	connection Connection // once it could be opened
}

// Poll asks the router, or says why it cannot be asked.
func (l *lateConnection) Poll(ctx context.Context) (monitor.Reading, error) {
	var err error
	l.mu.Lock()
	if l.connection.Source == nil {
		l.connection, err = l.open(l.router)
	}
	source := l.connection.Source
	l.mu.Unlock()
	if err != nil {
		return monitor.Reading{}, &monitor.Failure{
			Kind: monitor.NotSetUp, Layer: monitor.LayerProgram, Problem: view.Problem(err), Cause: err,
		}
	}
	return source.Poll(ctx)
}

// online is what the connection says, once it could be opened.
func (l *lateConnection) online(ctx context.Context) bool {
	l.mu.Lock()
	online := l.connection.Online
	l.mu.Unlock()
	return online == nil || online(ctx)
}
