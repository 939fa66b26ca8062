package settings

import "slices"

// A Difference is what changed between two settings, routers matched by id.
// The routers in it are those of the new settings, but for Removed.
type Difference struct {
	Added   []Router
	Removed []Router
	Moved   []Router // another address, and perhaps another name: a new watch
	Renamed []Router // another name or token: the watch goes on

	Reordered     bool // the routers in both come in another order
	Polling       bool // Poll or Backoff: touches every router
	Notifications bool
	Tray          bool
	Network       bool // touches every router
}

// Difference tells what changed from s to next.
func (s Settings) Difference(next Settings) Difference {
	before := byID(s.Routers)
	after := byID(next.Routers)
	d := Difference{
		Polling:       s.Poll != next.Poll || s.Backoff != next.Backoff,
		Notifications: s.Notifications != next.Notifications,
		Tray:          s.Tray != next.Tray,
		Network:       s.Network != next.Network,
	}
	for _, r := range next.Routers {
		old, known := before[r.ID]
		switch {
		case !known:
			d.Added = append(d.Added, r)
		case old.URL != r.URL:
			d.Moved = append(d.Moved, r)
		case old != r:
			d.Renamed = append(d.Renamed, r)
		}
	}
	for _, r := range s.Routers {
		if _, stays := after[r.ID]; !stays {
			d.Removed = append(d.Removed, r)
		}
	}
	d.Reordered = !slices.Equal(shared(s.Routers, after), shared(next.Routers, before))
	return d
}

// Empty reports that nothing changed.
func (d Difference) Empty() bool {
	return len(d.Added)+len(d.Removed)+len(d.Moved)+len(d.Renamed) == 0 &&
		!d.Reordered && !d.Polling && !d.Notifications && !d.Tray && !d.Network
}

func byID(routers []Router) map[string]Router {
	m := make(map[string]Router, len(routers))
	for _, r := range routers {
		m[r.ID] = r
	}
	return m
}

// shared are the ids of the routers that are also in others, in their order.
func shared(routers []Router, others map[string]Router) []string {
	var ids []string
	for _, r := range routers {
		if _, ok := others[r.ID]; ok {
			ids = append(ids, r.ID)
		}
	}
	return ids
}
