package agent

import (
	"time"

	"routerwatch/history"
	"routerwatch/monitor"
)

// maxSnooze bounds the snooze that a window can ask for.
const maxSnooze = monitor.MaxMute

// snooze silences the notifications of all routers for d, or ends the snooze if d is zero.
func (a *Agent) snooze(d time.Duration) {
	now := time.Now()
	a.rules.Snoozed = time.Time{}
	if d > 0 {
		a.rules.Snoozed = now.Add(d).Round(0) // wall time, which goes on during a sleep
	}
	a.showSilence(now)
	a.sendApp()
}

// silence carries out a command of the operator about one router.
func (a *Agent) silence(id string, c monitor.Silencing) {
	if r := a.router(id); r != nil {
		now := time.Now()
		if c.What == monitor.Acknowledge && c.On {
			r.Acknowledge() // the lost pairs
			if r.snapshot.Outage.Open() {
				a.o.History.Note(id, history.Change{What: history.Acknowledged, Since: r.snapshot.Outage.Since})
			}
		}
		before := r.Silence
		r.Silence = before.After(c, r.snapshot, now)
		if r.Silence.Maintenance != before.Maintenance {
			a.o.History.Note(id, history.Change{What: history.Maintenance, On: r.Silence.Maintenance})
		}
		a.showSilence(now)
	}
}

// expire ends the snooze and the mutes that are over: also those that ended while the
// machine slept.
func (a *Agent) expire(now time.Time) {
	if !now.Before(a.rules.Snoozed) {
		a.rules.Snoozed = time.Time{}
	}
	a.showSilence(now)
	a.sendApp()
}

// showSilence puts what is silenced into effect, everywhere, until the next of it ends.
// A clock that was set back prolongs none beyond maxSnooze.
func (a *Agent) showSilence(now time.Time) {
	if latest := now.Add(maxSnooze).Round(0); a.rules.Snoozed.After(latest) {
		a.rules.Snoozed = latest
	}
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
}
