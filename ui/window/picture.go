package window

import (
	"maps"
	"slices"
	"time"

	"routerwatch/monitor"
	"routerwatch/ui/wire"
)

// picture is all that the window knows: the agent's line and the newest
// snapshot of each router.
type picture struct {
	app      wire.App
	told     bool // the agent has sent its line; a window fed by hand has none
	newest   map[string]arrival
	order    []string                    // ids in order of arrival, for a window without an agent
	past     map[string]*monitor.History // by id
	fresh    map[string]bool             // ids of routers whose past has changed
	watchdog bool                        // the sender is our agent: its silence means that it froze
}

func newPicture(watchdog bool) *picture {
	return &picture{
		newest: map[string]arrival{}, past: map[string]*monitor.History{}, fresh: map[string]bool{}, watchdog: watchdog,
	}
}

// add takes b in. Snapshots of routers that the agent no longer names are
// forgotten.
func (p *picture) add(b batch) {
	if b.app != nil {
		p.app, p.told = *b.app, true
	}
	for id, h := range b.histories {
		p.past[id] = new(monitor.RestoreHistory(h.Monitor()))
		p.fresh[id] = true
	}
	for _, a := range b.snapshots {
		id := a.Monitor().ID
		before, known := p.newest[id]
		if !known {
			p.order = append(p.order, id)
		} else if before.Monitor().URL != a.Monitor().URL {
			delete(p.past, id) // it is another router now
			p.fresh[id] = true
		}
		p.trace(id, a.Monitor())
		p.newest[id] = a
	}
	if b.app != nil {
		gone := func(id string) bool { return !slices.Contains(p.app.Routers, id) }
		p.order = slices.DeleteFunc(p.order, gone)
		maps.DeleteFunc(p.newest, func(id string, _ arrival) bool { return gone(id) })
		maps.DeleteFunc(p.past, func(id string, _ *monitor.History) bool { return gone(id) })
	}
}

// trace adds s to its router's past.
func (p *picture) trace(id string, s monitor.Snapshot) {
	h := p.past[id]
	if h == nil {
		h = &monitor.History{}
		p.past[id] = h
	}
	before := h.Newest()
	h.Add(s)
	p.fresh[id] = p.fresh[id] || h.Newest() != before
}

// attended reports whether somebody takes the window's commands: its agent,
// or, where it is fed by hand, whoever sends the agent's line too.
func (p *picture) attended() bool { return p.watchdog || p.told }

// points is the last hour of a router, the oldest reading first.
func (p *picture) points(id string) []monitor.Point {
	if h := p.past[id]; h != nil {
		return h.Points()
	}
	return nil
}

// snapshots is what is known now, in the operator's order.
func (p *picture) snapshots() []monitor.Snapshot {
	ids := p.order
	if p.told {
		ids = p.app.Routers
	}
	known := make([]monitor.Snapshot, 0, len(ids))
	for _, id := range ids {
		if a, have := p.newest[id]; have {
			known = append(known, p.watched(a))
		}
	}
	return known
}

// snoozedUntil is zero where the notifications speak.
func (p *picture) snoozedUntil() time.Time {
	if p.app.SnoozedUntil == nil {
		return time.Time{}
	}
	return *p.app.SnoozedUntil
}

// watched is a's snapshot, Stalled where the agent has missed its schedule:
// it promised a poll to settle some time after the snapshot was made, and more
// than that has passed since it was read. Both are spans, the second measured
// on the monotonic clock, so that a clock that is set stalls nobody.
func (p *picture) watched(a arrival) monitor.Snapshot {
	s := a.Monitor()
	if !p.watchdog {
		return s
	}
	return s.Watched(s.AsOf.Add(time.Since(a.at)))
}
