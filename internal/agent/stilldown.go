package agent

import (
	"slices"
	"time"

	"routerwatch/monitor"
	"routerwatch/ui/view"
)

// stillDown collects the notices of the outages that an earlier run left open: several
// become one notification. Its zero value collects none.
type stillDown struct {
	awaited  []*router // of which it is not known yet whether they are still down
	found    []*router // that are, and are not notified
	notified []*router // that the one notification is about
}

// awaitOutages begins to collect for the routers whose notification was withdrawn at the end
// of the last run.
func (a *Agent) awaitOutages() {
	for _, r := range a.routers {
		if r.Notified.Withdrawn {
			a.stillDown.awaited = append(a.stillDown.awaited, r)
		}
	}
	if len(a.stillDown.awaited) < 2 {
		a.stillDown.awaited = nil
	}
}

// collects reports whether a notice waits for those of the other routers: at most as long
// as a poll of them may take.
func (a *Agent) collects(r *router, n monitor.Notice) bool {
	if n.Kind != monitor.NoticeDown || n.Silent || !slices.Contains(a.stillDown.awaited, r) {
		return false
	}
	if len(a.stillDown.found) == 0 {
		a.collect.Reset(a.plan.Timeout)
	}
	a.stillDown.found = append(a.stillDown.found, r)
	return true
}

// noteKnown notes what is known of a router.
func (a *Agent) noteKnown(r *router, s monitor.Snapshot, now time.Time) {
	if s.Status != monitor.Connecting && s.Status != monitor.Offline {
		a.stopAwaiting(r, now)
	}
}

// stopAwaiting notes that a router is not waited for: once none is, they are notified.
func (a *Agent) stopAwaiting(r *router, now time.Time) {
	if !slices.Contains(a.stillDown.awaited, r) {
		return
	}
	a.stillDown.awaited = without(a.stillDown.awaited, r)
	if len(a.stillDown.awaited) == 0 {
		a.notifyStillDown(now)
	}
}

// notifyStillDown notifies of the outages that were collected.
func (a *Agent) notifyStillDown(now time.Time) {
	a.collect.Stop()
	found := a.stillDown.found
	a.stillDown = stillDown{}
	switch len(found) {
	case 0:
	case 1:
		s := found[0].snapshot
		a.o.Notifier.Send(view.RenderNotice(monitor.Notice{Kind: monitor.NoticeDown, Since: s.Outage.Since, Still: true, Snapshot: s}, now))
	default:
		a.stillDown.notified = found
		a.o.Notifier.Send(view.StillDown(snapshotsOf(found)))
	}
}

// dropStillDown takes a router out of the notification of several.
func (a *Agent) dropStillDown(r *router) {
	a.stillDown.found = without(a.stillDown.found, r)
	if !slices.Contains(a.stillDown.notified, r) {
		return
	}
	if a.stillDown.notified = without(a.stillDown.notified, r); len(a.stillDown.notified) == 0 {
		a.o.Notifier.Withdraw(view.KeyStillDown)
		return
	}
	a.o.Notifier.Send(view.StillDown(snapshotsOf(a.stillDown.notified)))
}

func without(all []*router, r *router) []*router {
	return slices.DeleteFunc(slices.Clone(all), func(other *router) bool { return other == r })
}

func snapshotsOf(routers []*router) (all []monitor.Snapshot) {
	for _, r := range routers {
		all = append(all, r.snapshot)
	}
	return all
}
