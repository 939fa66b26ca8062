package settings

// A Difference is what changed between two settings, as the watch of routers
// sees it. Routers are matched by id; those in it are of the new settings, but
// for Removed.
type Difference struct {
	Removed []Router
	Moved   []Router // another address, and perhaps another name: a new watch
	Renamed []Router // another name or token: the watch goes on
	Polling bool     // Poll, Backoff or Network: touches every router
}

// Difference tells what changed from s to next.
func (s Settings) Difference(next Settings) Difference {
	after := make(map[string]Router, len(next.Routers))
	for _, r := range next.Routers {
		after[r.ID] = r
	}
	d := Difference{Polling: s.Poll != next.Poll || s.Backoff != next.Backoff || s.Network != next.Network}
	for _, old := range s.Routers {
		switch r, stays := after[old.ID]; {
		case !stays:
			d.Removed = append(d.Removed, old)
		case old.URL != r.URL:
			d.Moved = append(d.Moved, r)
		case old != r:
			d.Renamed = append(d.Renamed, r)
		}
	}
	return d
}
