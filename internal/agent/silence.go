package agent

import (
	"time"

	"routerwatch/history"
	"routerwatch/monitor"
)

// snooze silences the notifications of all routers for d, or ends the snooze if d is zero.
func (a *Agent) snooze(d time.Duration) {
	now := time.Now()
	a.rules.Snoozed = time.Time{}
	if d > 0 {
		a.rules.Snoozed = now.Add(d).Round(0) // wall time, which goes on during a sleep
	}
	a.expire(now)
}

// silence carries out a command of the operator about one router.
func (a *Agent) silence(id string, c monitor.Silencing) {
	if r := a.router(id); r != nil {
		now := time.Now()
		if c.What == monitor.Acknowledge && c.On {
			r.Acknowledge() // the lost pairs
		}
		before := r.Silence
		r.Silence = before.After(c, r.snapshot, now)
		if since := r.Silence.Outage; !since.IsZero() && !since.Equal(before.Outage) {
			a.o.History.Note(id, history.Change{What: history.Acknowledged, Since: since})
		}
		if r.Silence.Maintenance != before.Maintenance {
			a.o.History.Note(id, history.Change{What: history.Maintenance, On: r.Silence.Maintenance})
		}
		a.expire(now)
	}
}

// expire ends the snooze and the mutes that are over: also those that ended while the
// machine slept. What is silenced it puts into effect, everywhere, until the next of
// it ends.
func (a *Agent) expire(now time.Time) {
	a.rules.Snoozed = monitor.Expire(a.rules.Snoozed, now)
	next := a.rules.Snoozed
	for _, r := range a.routers {
		silence, until := r.Silence.Expire(now)
		if next.IsZero() || !until.IsZero() && until.Before(next) {
			next = until
		}
		r.Silence = silence
		before := r.snapshot.Quiet
		if r.snapshot.Quiet = silence.Quiet(r.snapshot); r.snapshot.Quiet != before && r.snapshot.ID != "" && a.window != nil {
			a.window.send(r.id, r.snapshot)
		}
	}
	for _, s := range a.snapshots(now) {
		a.notify(a.router(s.ID), s, now)
	}
	a.unsnooze.Stop()
	if !next.IsZero() {
		a.unsnooze.Reset(next.Sub(now.Round(0)))
	}
	a.remember()
	a.showTray(now)
	a.sendApp()
}
