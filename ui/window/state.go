package window

import (
	"maps"
	"slices"
	"time"

	"routerwatch/monitor"
	"routerwatch/ui/wire"
)

// windowState is the window's data: the agent's line, and its routers.
type windowState struct {
	app      wire.App
	hasApp   bool // app was received; a window without an agent may get none
	routers  map[string]*routerState
	order    []string // ids in order of arrival, for a window without an agent
	watchdog bool     // the sender is our agent, whose silence means that it is stuck
}

// routerState is a router's newest snapshot, if any, and its last hour.
type routerState struct {
	arrival
	history monitor.History
	pairs   monitor.PairNames
	fresh   bool      // the history has changed
	changed time.Time // when the status was seen to change, or pairs to be lost; zero for never
}

func newWindowState(watchdog bool) *windowState {
	return &windowState{routers: map[string]*routerState{}, watchdog: watchdog}
}

// of returns the state of a router, and adds it if needed.
func (p *windowState) of(id string) *routerState {
	if p.routers[id] == nil {
		p.routers[id] = &routerState{}
	}
	return p.routers[id]
}

// add applies the agent's lines among news: histories first, because the
// snapshots continue them. Routers that the agent no longer names are dropped.
func (p *windowState) add(news []any) {
	named := false
	for _, n := range news {
		switch n := n.(type) {
		case wire.App:
			p.app, p.hasApp, named = n, true, true
		case wire.History:
			r := p.of(n.ID)
			r.history, r.fresh = monitor.History{Points: n.Points}, true
		case wire.Pairs:
			p.of(n.ID).pairs = n.PairNames
		}
	}
	for _, n := range news {
		if a, is := n.(arrival); is {
			p.addSnapshot(a)
		}
	}
	if named {
		gone := func(id string) bool { return !slices.Contains(p.app.Routers, id) }
		p.order = slices.DeleteFunc(p.order, gone)
		maps.DeleteFunc(p.routers, func(id string, _ *routerState) bool { return gone(id) })
	}
}

func (p *windowState) addSnapshot(a arrival) {
	r := p.of(a.ID)
	switch {
	case r.at.IsZero():
		p.order = append(p.order, a.ID)
	case r.URL != a.URL: // it is another router now
		r.history, r.pairs, r.fresh, r.changed = monitor.History{}, monitor.PairNames{}, true, time.Time{}
	case r.Status == monitor.Connecting: // the first reading is no change
	case r.Status != a.Status, r.LostPairs.None() != a.LostPairs.None():
		r.changed = a.AsOf
	}
	r.fresh = r.history.Add(a.Snapshot) || r.fresh
	r.arrival = a
}

// hasListener reports whether the window's commands are read: by its agent, or by
// another sender that also sends the agent's line.
func (p *windowState) hasListener() bool { return p.watchdog || p.hasApp }

// snapshots are the present snapshots, in the operator's order. A router becomes
// Stalled if the agent has missed its schedule: more time has passed since the
// snapshot was read than the schedule allows after it was made. The former is
// measured on the monotonic clock, so that setting the clock has no effect.
func (p *windowState) snapshots() []monitor.Snapshot {
	ids := p.order
	if p.hasApp {
		ids = p.app.Routers
	}
	known := make([]monitor.Snapshot, 0, len(ids))
	for _, id := range ids {
		r := p.routers[id]
		if r == nil || r.at.IsZero() {
			continue
		}
		snapshot := r.Snapshot
		if p.watchdog {
			snapshot = r.WithStall(r.AsOf.Add(time.Since(r.at)))
		}
		known = append(known, snapshot)
	}
	return known
}
