package agent

import (
	"context"
	"log/slog"
	"math/rand/v2"
	"sync/atomic"

	"routerwatch/internal/platform/sleep"
	"routerwatch/monitor"
	"routerwatch/settings"
	"routerwatch/ui/view"
)

// An Opener makes the connection to a router: the Source, Online and Router.URL
// (the address without secrets) of a configuration. It sends nothing. It is also
// called on the monitors' goroutines, so it must not use state that changes.
type Opener func(settings.Router) (monitor.Config, error)

// Connect is a configuration for r, to which the caller adds Plan, Publish and
// the rest. A misconfigured router is watched all the same: its polls fail with
// the reason, and try to open the connection again.
func Connect(r settings.Router, open Opener, log *slog.Logger) monitor.Config {
	config, err := open(r)
	if err != nil {
		log.Error("a router is misconfigured", "router", r.Name, "error", view.Problem(err))
		late := &lateConnection{open: open, router: r}
		config = monitor.Config{Router: monitor.Router{URL: r.URL}, Source: late, Online: late.online}
	}
	config.Router.ID, config.Router.Name = r.ID, r.Name
	config.Random, config.Slept, config.Log = rand.Float64, sleep.Slept, log
	return config
}

// lateConnection is a connection to a misconfigured router. It tries to open it
// at each poll: a missing file may come back.
type lateConnection struct {
	open   Opener
	router settings.Router
	opened atomic.Pointer[monitor.Config] // nil until it could be opened
}

// Poll polls the router, or fails with the reason why it cannot be polled.
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

// Ask asks the router, which the connection was opened to: see [monitor.Asker].
func (l *lateConnection) Ask(ctx context.Context, q monitor.Question) (monitor.Answer, error) {
	asker, able := l.opened.Load().Source.(monitor.Asker)
	if !able {
		return monitor.Answer{}, &monitor.Failure{Kind: monitor.NoStatsHere, Layer: monitor.LayerHTTP}
	}
	return asker.Ask(ctx, q)
}

// online asks the connection, once it could be opened.
func (l *lateConnection) online(ctx context.Context) bool {
	opened := l.opened.Load()
	return opened == nil || opened.Online == nil || opened.Online(ctx)
}
