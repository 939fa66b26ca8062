package agent

import (
	"time"

	"routerwatch/monitor"
	"routerwatch/ui/view"
)

// learn takes what the monitors published: tell the operator what is news,
// and show it.
func (a *Agent) learn(now time.Time) {
	news := false
	for _, mail := range a.mail.Take() {
		id, s := mail.Key, mail.Value
		news = news || !merelyBegun(a.known[id], s)
		a.known[id] = s
		a.trace(s)
		a.notice(s, now)
		if a.window != nil {
			a.window.tell(id, s)
		}
	}
	if !news {
		return
	}
	a.remember()
	a.showTray(now)
}

// merelyBegun reports whether all that is new in after is that a healthy poll
// is in flight. That is no news for the tray, and each word to the desktop
// costs more than the poll: its settling is told an instant later.
func merelyBegun(before, after monitor.Snapshot) bool {
	return before.ID == after.ID && before.Status == after.Status && !after.Failing() &&
		!before.InFlight() && after.InFlight()
}

// notice notifies of what is news in s.
func (a *Agent) notice(s monitor.Snapshot, now time.Time) {
	told, notices := monitor.Decide(a.told[s.ID], s, a.rules, now)
	a.told[s.ID] = told
	for _, n := range notices {
		note := view.RenderNotice(n, now)
		if n.Silent {
			a.o.Notifier.Withdraw(note.Key)
			continue
		}
		a.o.Notifier.Send(note)
	}
}

// snapshots are the newest of all routers, in the operator's order, as a
// watchdog sees them: a monitor that is stuck publishes nothing.
func (a *Agent) snapshots(now time.Time) []monitor.Snapshot {
	all := make([]monitor.Snapshot, 0, len(a.order))
	for _, id := range a.order {
		if s, known := a.known[id]; known {
			all = append(all, s.Watched(now))
		}
	}
	return all
}

// logStuck logs once which monitor is stuck, and what every goroutine does. A
// monitor whose poll is stuck says so itself.
func (a *Agent) logStuck(all []monitor.Snapshot) {
	for _, s := range all {
		stuck := s.Status == monitor.Stalled && a.known[s.ID].Status != monitor.Stalled
		if stuck && !a.stuck[s.ID] {
			a.o.Log.Error("the watch of a router is stuck", "router", s.Name, "due", s.Overdue(), "stacks", monitor.Stacks())
		}
		a.stuck[s.ID] = stuck
	}
}

// showTray shows what is known, and sees to it that it is shown again when it
// ages: soon while a router fails, else when a monitor would be overdue.
func (a *Agent) showTray(now time.Time) {
	all := a.snapshots(now)
	a.logStuck(all)
	t := view.RenderTray(all, a.rules.Snoozed, now)
	t.Icon.HasCount = t.Icon.HasCount && a.o.Settings.Tray.Count
	a.o.Tray.Apply(a.menu.hold(t, all))
	again := time.Duration(0)
	for _, s := range all {
		due := freshening
		if overdue := s.Overdue(); !s.Failing() && s.Status != monitor.Stalled && !overdue.IsZero() {
			due = max(overdue.Sub(now), 0) + time.Second
		}
		if again == 0 || due < again {
			again = due
		}
	}
	a.freshen.Stop()
	if again > 0 {
		a.freshen.Reset(again)
	}
}

// snooze silences notifications for d, or ends a snooze where d is zero.
func (a *Agent) snooze(d time.Duration) {
	now := time.Now()
	a.unsnooze.Stop()
	a.rules.Snoozed = time.Time{}
	if d > 0 {
		a.rules.Snoozed = now.Add(d).Round(0) // wall time: it counts a sleep
		a.unsnooze.Reset(d)
	}
	for _, s := range a.snapshots(now) {
		a.notice(s, now)
	}
	a.remember()
	a.menu.renew()
	a.showTray(now)
	a.tellApp()
}

// checkSnooze ends a snooze that ended while the machine slept, or fits its
// timer to a wall clock that was set.
func (a *Agent) checkSnooze(now time.Time) {
	if a.rules.Snoozed.IsZero() {
		return
	}
	left := a.rules.Snoozed.Sub(now.Round(0))
	a.snooze(min(max(left, 0), longestSnooze))
}
