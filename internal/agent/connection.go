package agent

import (
	"context"
	"log/slog"
	"sync/atomic"

	"routerwatch/internal/platform/sleep"
	"routerwatch/monitor"
	"routerwatch/settings"
	"routerwatch/ui/view"
)

// An Opener makes the connection to a router: the Source, Online and Router.URL
// (the address without secrets) of a configuration. It sends nothing. It is
// called on the monitors' goroutines too, and so holds nothing that changes.
type Opener func(settings.Router) (monitor.Config, error)

// Connect is a configuration for r, to which the caller adds Plan, Publish and
// the rest. A router that cannot be asked, as it is set up, is watched all the
// same: its polls say why, and try to open the connection again.
func Connect(r settings.Router, open Opener, log *slog.Logger) monitor.Config {
	config, err := open(r)
	if err != nil {
		log.Error("a router cannot be asked as it is set up", "router", r.Name, "error", view.Problem(err))
		late := &lateConnection{open: open, router: r}
		config = monitor.Config{Router: monitor.Router{URL: r.URL}, Source: late, Online: late.online}
	}
	config.Router.ID, config.Router.Name = r.ID, r.Name
	config.Slept, config.Log = sleep.Slept, log
	return config
}

// lateConnection is to a router that could not be asked as it was set up. It
// tries again at each poll: a missing file may come back.
type lateConnection struct {
	open   Opener
	router settings.Router
	opened atomic.Pointer[monitor.Config] // nil until it could be
}

// Poll asks the router, or says why it cannot be asked.
func (l *lateConnection) Poll(ctx context.Context) (monitor.Reading, error) {
	if l.opened.Load() == nil {
		opened, err := l.open(l.router)
		if err != nil {
			return monitor.Reading{}, &monitor.Failure{
				Kind: monitor.NotSetUp, Layer: monitor.LayerProgram, Problem: view.Problem(err),
			}
		}
		l.opened.Store(&opened)
	}
	return l.opened.Load().Source.Poll(ctx)
}

// online is what the connection says, once it could be opened.
func (l *lateConnection) online(ctx context.Context) bool {
	opened := l.opened.Load()
	return opened == nil || opened.Online == nil || opened.Online(ctx)
}
