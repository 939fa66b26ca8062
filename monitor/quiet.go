package monitor

import "time"

// Quiet is what the operator has silenced about a router: a comparable value, of
// which the zero value is nothing. A monitor knows nothing of it; the agent adds it
// to the snapshots.
type Quiet struct {
	Acknowledged bool      // all that is wrong now is known to the operator
	Muted        bool      // no notifications until the operator switches that off
	MutedUntil   time.Time // no notifications until then
	Maintenance  bool      // the operator works on it: no notifications, and not in the icon
}

// MutedAt reports whether the router is muted at that time.
func (q Quiet) MutedAt(now time.Time) bool { return q.Muted || now.Before(q.MutedUntil) }

// InIcon reports whether the router counts in the icon of several. A muted one does.
// Stalled is the program's own fault, and so never what was acknowledged.
func (s Snapshot) InIcon() bool {
	return !s.Quiet.Maintenance && (!s.Quiet.Acknowledged || s.Status == Stalled)
}

// A Silence is what the operator chose for one router: the state behind [Quiet]. It is
// a comparable value, and survives a restart.
type Silence struct {
	Outage      time.Time `json:"outage,omitzero"` // the beginning of the acknowledged outage
	Muted       bool      `json:"muted,omitempty"`
	MutedUntil  time.Time `json:"muted_until,omitzero"`
	Maintenance bool      `json:"maintenance,omitempty"`
}

// Acknowledge is the silence with all that is wrong now acknowledged. What goes wrong
// later is not.
func (q Silence) Acknowledge(s Snapshot) Silence {
	if s.Outage.Open() {
		q.Outage = s.Outage.Since
	}
	return q
}

// Quiet is what the silence means for a snapshot.
func (q Silence) Quiet(s Snapshot) Quiet {
	return Quiet{
		Acknowledged: s.Outage.Open() && q.Outage.Equal(s.Outage.Since),
		Muted:        q.Muted, MutedUntil: q.MutedUntil, Maintenance: q.Maintenance,
	}
}
