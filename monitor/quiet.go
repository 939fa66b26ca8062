package monitor

import "time"

// Quiet is what the operator has silenced about a router: a comparable value, of
// which the zero value is nothing. A monitor knows nothing of it; the agent adds it
// to the snapshots.
type Quiet struct {
	Acknowledged bool      // the open outage is acknowledged
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

// Wrong reports whether there is something to acknowledge.
func (s Snapshot) Wrong() bool { return s.Outage.Open() || !s.LostPairs.None() }

// A Silence is what the operator chose for one router: the state behind [Quiet]. It is
// a comparable value, and survives a restart.
type Silence struct {
	Outage      time.Time `json:"outage,omitzero"` // the beginning of the acknowledged outage
	Muted       bool      `json:"muted,omitempty"`
	MutedUntil  time.Time `json:"muted_until,omitzero"`
	Maintenance bool      `json:"maintenance,omitempty"`
}

// A Silencing is one command of the operator about one router.
type Silencing struct {
	What SilencingKind
	On   bool
	For  time.Duration // of a mute; 0 is until it is switched off
}

// SilencingKind is what is silenced. Its text is that of the window's commands.
type SilencingKind string

// The kinds of silencing.
const (
	Acknowledge SilencingKind = "acknowledge" // all that is wrong now, until it is over
	Mute        SilencingKind = "mute"
	Maintenance SilencingKind = "maintenance"
)

// MaxMute is the longest mute or snooze with an end.
const MaxMute = 24 * time.Hour

// Expire is the end of a mute or snooze: zero once it has ended, and at most [MaxMute]
// ahead, because a clock that was set back prolongs none beyond that.
func Expire(until, now time.Time) time.Time {
	latest := now.Add(MaxMute).Round(0).In(until.Location())
	switch {
	case !now.Before(until):
		return time.Time{}
	case until.After(latest):
		return latest
	}
	return until
}

// After is the silence after a command.
func (q Silence) After(c Silencing, s Snapshot, now time.Time) Silence {
	switch c.What {
	case Acknowledge:
		q.Outage = time.Time{}
		if c.On && s.Outage.Open() { // what goes wrong later is not acknowledged
			q.Outage = s.Outage.Since
		}
	case Mute:
		q.Muted, q.MutedUntil = c.On && c.For <= 0, time.Time{}
		if c.On && c.For > 0 {
			q.MutedUntil = now.Add(min(c.For, MaxMute)).Round(0).UTC() // wall time, which goes on during a sleep
		}
	case Maintenance:
		q.Maintenance = c.On
	}
	return q
}

// Expire is the silence without what has ended by that time, and when the next of it
// ends; zero for never.
func (q Silence) Expire(now time.Time) (Silence, time.Time) {
	q.MutedUntil = Expire(q.MutedUntil, now)
	return q, q.MutedUntil
}

// Quiet is what the silence means for a snapshot.
func (q Silence) Quiet(s Snapshot) Quiet {
	return Quiet{
		Acknowledged: s.Outage.Open() && q.Outage.Equal(s.Outage.Since),
		Muted:        q.Muted, MutedUntil: q.MutedUntil, Maintenance: q.Maintenance,
	}
}
