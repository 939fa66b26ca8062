package agent

import (
	"context"
	"slices"
	"sync"
	"time"

	"routerwatch/history"
	"routerwatch/monitor"
	"routerwatch/settings"
	"routerwatch/ui/view"
)

// ageInterval is how often the age in the tooltip is updated while a router
// fails; while it is healthy, each poll updates it.
const ageInterval = 15 * time.Second

// routineInterval is how often, at most, the polls of several routers update the
// tooltip while only times change: about as often as those of one.
const routineInterval = 4 * time.Second

// router is a watched router and its state.
type router struct {
	*monitor.Monitor
	RouterMemory                    // Restored is of an earlier run
	stop         context.CancelFunc // ends the monitor

	id, url  string
	snapshot monitor.Snapshot // the newest; its ID is empty before the first
	history  monitor.History
	stuck    bool // its stuck monitor was logged
}

// watch starts watching one more router, continuing from its memory.
func (a *Agent) watch(ctx context.Context, r settings.Router, remembered RouterMemory) {
	watched := &router{id: r.ID, RouterMemory: remembered}
	a.routers = append(a.routers, watched)
	config := a.config(r, watched)
	watched.url = config.Router.URL
	config.Restored = remembered.Restored
	if publish := config.Publish; remembered.Silence.Maintenance { // a new watch begins without
		note := sync.OnceFunc(func() { a.o.History.Note(r.ID, history.Change{What: history.Maintenance, On: true}) })
		config.Publish = func(s monitor.Snapshot) { publish(s); note() }
	}
	watched.Monitor = monitor.New(config)
	ctx, watched.stop = context.WithCancel(ctx)
	a.running.Go(func() { watched.Run(ctx) })
}

// config is the monitor's configuration for r under the present settings.
func (a *Agent) config(r settings.Router, watched *router) monitor.Config {
	config := Connect(r, a.o.Open(a.o.Tokens, a.o.Settings.Network), a.o.Log)
	config.Router.Simulated, config.Plan, config.ReportsResume = a.demo != nil, a.plan, a.o.Resumes != nil
	simulated := a.demo
	if simulated != nil {
		config.Plan = simulated.Plan(a.plan)
	}
	config.Publish = func(s monitor.Snapshot) { // may be called after stop
		a.o.History.Observe(s)
		simulated.Observe(s)
		a.mail.Put(watched, s)
	}
	return config
}

// forget stops watching a router and withdraws its notifications.
func (a *Agent) forget(id string) {
	a.router(id).stop()
	a.dropStillDown(a.router(id))
	a.stopAwaiting(a.router(id), time.Now())
	a.o.History.Forget(id)
	a.routers = slices.DeleteFunc(a.routers, func(r *router) bool { return r.id == id })
	for _, key := range view.NotificationKeys(id) {
		a.o.Notifier.Withdraw(key)
	}
}

// router is the router with that id, or nil.
func (a *Agent) router(id string) *router {
	for _, r := range a.routers {
		if r.id == id {
			return r
		}
	}
	return nil
}

// each calls do for the monitor of that router, or for all if id is "".
func (a *Agent) each(id string, do func(*monitor.Monitor)) {
	for _, r := range a.routers {
		if id == "" || id == r.id {
			do(r.Monitor)
		}
	}
}

// receive handles the snapshots that the monitors published: it notifies the
// operator and updates tray and window.
func (a *Agent) receive(now time.Time) {
	news, changed := false, false
	for {
		r, s, ok := a.mail.Pop()
		if !ok {
			break
		}
		if !slices.Contains(a.routers, r) {
			continue // it is no longer watched
		}
		news = news || !onlyPollBegan(r.snapshot, s)
		s.Quiet = r.Silence.Quiet(s)
		changed = changed || !routine(r.snapshot, s)
		listed := s.About.Names != r.snapshot.About.Names
		r.snapshot = s
		r.history.Add(s)
		a.notify(r, s, now)
		a.noteKnown(r, s, now)
		if a.window != nil {
			a.window.send(r.id, s)
			if listed {
				a.sendPairs(s)
			}
		}
	}
	if news {
		a.remember()
		if changed || a.routineDue(now) {
			a.showTray(now)
		}
	}
}

// onlyPollBegan reports whether the only change is that a poll of a healthy
// router is in flight. The tray ignores that: a message to the desktop costs
// more than the poll, whose result follows at once.
func onlyPollBegan(before, after monitor.Snapshot) bool {
	return before.ID == after.ID && before.Status == after.Status && !after.Failing() &&
		!before.InFlight() && after.InFlight()
}

// routine reports whether another poll of a healthy router has changed nothing but
// times and numbers that the tray does not show.
func routine(before, after monitor.Snapshot) bool {
	before.Reading.At, before.Reading.Latency, before.Reading.Path = after.Reading.At, after.Reading.Latency, after.Reading.Path
	before.Reading.Counters, before.RetryBlocked = after.Reading.Counters, after.RetryBlocked
	before.Polling, before.NextPoll, before.Wait, before.AsOf = after.Polling, after.NextPoll, after.Wait, after.AsOf
	return before == after && !after.Failing()
}

// routineDue reports whether the tray shows the times of a routine poll: with several
// routers, those that poll at the same time are waited for, and shown once.
func (a *Agent) routineDue(now time.Time) bool {
	since := now.Sub(a.trayShown)
	inFlight := func(r *router) bool { return r.snapshot.InFlight() }
	return len(a.routers) < 2 || since >= ageInterval || since >= routineInterval && !slices.ContainsFunc(a.routers, inFlight)
}

// notify sends the notifications that s causes, and withdraws those that are no
// longer true.
func (a *Agent) notify(r *router, s monitor.Snapshot, now time.Time) {
	var notices []monitor.Notice
	before := r.Notified.Withheld
	r.Notified, notices = monitor.Decide(r.Notified, s, a.rules, now)
	for _, n := range notices {
		note := view.RenderNotice(n, now)
		if n.Kind == monitor.NoticeRecovered || n.Kind == monitor.NoticeDown && n.Silent {
			a.dropStillDown(r)
		}
		if n.Silent {
			a.o.Notifier.Withdraw(note.Key)
			continue
		}
		if !a.collects(r, n) {
			a.o.Notifier.Send(note)
		}
		if n.Kind == monitor.NoticeDown {
			a.o.History.Note(r.id, history.Change{What: history.Notified, Since: n.Since})
		}
	}
	if since := r.Notified.Withheld; !since.Equal(before) {
		a.o.History.Note(r.id, history.Change{What: history.Notified, Since: since, Why: whyWithheld(s.Quiet, now)})
	}
}

// whyWithheld is why a notice of an outage is not shown.
func whyWithheld(quiet monitor.Quiet, now time.Time) string {
	switch {
	case quiet.Maintenance:
		return history.WhyMaintenance
	case quiet.MutedAt(now):
		return history.WhyMuted
	}
	return history.WhySnoozed
}

// snapshots are the newest of all routers, in the operator's order. A monitor
// whose loop is stuck publishes nothing, so here its snapshot becomes Stalled and
// the stacks of all goroutines are logged once. A stuck poll is reported by the
// monitor itself.
func (a *Agent) snapshots(now time.Time) []monitor.Snapshot {
	all := make([]monitor.Snapshot, 0, len(a.routers))
	for _, r := range a.routers {
		if r.snapshot.ID == "" {
			continue
		}
		s := r.snapshot.WithStall(now)
		stuck := s.Status == monitor.Stalled && r.snapshot.Status != monitor.Stalled
		if stuck && !r.stuck {
			a.o.Log.Error("the monitor of a router is stuck", "router", s.Name, "due", s.Overdue(), "stacks", monitor.Stacks())
		}
		r.stuck = stuck
		all = append(all, s)
	}
	return all
}

// showTray updates the tray, and schedules the next update for its age: after
// ageInterval while a router fails, else when a monitor would be overdue.
func (a *Agent) showTray(now time.Time) {
	a.trayShown = now
	all := a.snapshots(now)
	t := view.RenderTray(all, a.rules.Snoozed, now)
	t.Icon.HasCount = t.Icon.HasCount && a.o.Settings.Tray.Count
	a.o.Tray.Apply(t)
	a.redraw.Stop()
	again := time.Duration(0)
	for _, s := range all {
		due := ageInterval
		if overdue := s.Overdue(); !s.Failing() && s.Status != monitor.Stalled && !overdue.IsZero() {
			due = max(overdue.Sub(now), 0) + time.Second
		}
		if again == 0 || due < again {
			again = due
			a.redraw.Reset(again)
		}
	}
}
