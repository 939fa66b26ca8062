package window

import (
	"maps"
	"slices"
	"time"

	"routerwatch/monitor"
	"routerwatch/ui/wire"
)

// windowState is all that the window knows: the agent's line, and of each
// router the newest snapshot and the last hour.
type windowState struct {
	app      wire.App
	told     bool // the agent has sent its line; a window fed by hand may get none
	newest   map[string]arrival
	order    []string                    // ids in order of arrival, for a window without an agent
	history  map[string]*monitor.History // by id
	fresh    map[string]bool             // ids of routers whose history has changed
	watchdog bool                        // the sender is our agent, whose silence means that it froze
}

func newWindowState(watchdog bool) *windowState {
	return &windowState{
		newest: map[string]arrival{}, history: map[string]*monitor.History{}, fresh: map[string]bool{}, watchdog: watchdog,
	}
}

// add applies the agent's lines among news: histories first, because the
// snapshots continue them. Routers that the agent no longer names are dropped.
func (p *windowState) add(news []any) {
	named := false
	for _, n := range news {
		switch n := n.(type) {
		case wire.App:
			p.app, p.told, named = n, true, true
		case wire.History:
			p.history[n.ID] = new(monitor.RestoreHistory(n.Points))
			p.fresh[n.ID] = true
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
		maps.DeleteFunc(p.newest, func(id string, _ arrival) bool { return gone(id) })
		maps.DeleteFunc(p.history, func(id string, _ *monitor.History) bool { return gone(id) })
	}
}

func (p *windowState) addSnapshot(a arrival) {
	before, known := p.newest[a.ID]
	if !known {
		p.order = append(p.order, a.ID)
	}
	if known && before.URL != a.URL || p.history[a.ID] == nil {
		p.history[a.ID] = &monitor.History{} // or it is another router now
		p.fresh[a.ID] = true
	}
	if p.history[a.ID].Add(a.Snapshot) {
		p.fresh[a.ID] = true
	}
	p.newest[a.ID] = a
}

// hasListener reports whether somebody reads the window's commands: its agent,
// or whoever feeds it by hand and sends the agent's line too.
func (p *windowState) hasListener() bool { return p.watchdog || p.told }

// points is the last hour of a router, the oldest reading first.
func (p *windowState) points(id string) []monitor.Point {
	if h := p.history[id]; h != nil {
		return h.Points()
	}
	return nil
}

// snapshots is what is known now, in the operator's order. A router is Stalled
// where the agent has missed its schedule: it promised a poll to settle some
// time after the snapshot was made, and more than that has passed since it was
// read. Both are spans, the second measured on the monotonic clock, so that a
// clock that is set stalls nobody.
func (p *windowState) snapshots() []monitor.Snapshot {
	ids := p.order
	if p.told {
		ids = p.app.Routers
	}
	known := make([]monitor.Snapshot, 0, len(ids))
	for _, id := range ids {
		a, have := p.newest[id]
		if !have {
			continue
		}
		if p.watchdog {
			a.Snapshot = a.WithStall(a.AsOf.Add(time.Since(a.at)))
		}
		known = append(known, a.Snapshot)
	}
	return known
}
