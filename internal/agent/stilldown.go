package agent

import (
	"slices"
	"time"

	"routerwatch/monitor"
	"routerwatch/ui/view"
)

// A restart collects the notices of the outages that an earlier run left open: several
// become one notification. Its zero value collects none.
type restart struct {
	unknown []*router // of which it is not known yet whether they are still down
	held    []*router // that are, and are not notified
	told    []*router // that the one notification is about
}

// expect begins to collect for the routers whose notification was withdrawn at the end
// of the last run.
func (a *Agent) expect() {
	for _, r := range a.routers {
		if r.Notified.Withdrawn {
			a.restart.unknown = append(a.restart.unknown, r)
		}
	}
	if len(a.restart.unknown) < 2 {
		a.restart.unknown = nil
	}
}

// hold reports whether a notice waits for those of the other routers: at most as long
// as a poll of them may take.
func (a *Agent) hold(r *router, n monitor.Notice) bool {
	if n.Kind != monitor.NoticeDown || n.Silent || !slices.Contains(a.restart.unknown, r) {
		return false
	}
	if len(a.restart.held) == 0 {
		a.collect.Reset(a.plan.Timeout)
	}
	a.restart.held = append(a.restart.held, r)
	return true
}

// learn notes what is known of a router.
func (a *Agent) learn(r *router, s monitor.Snapshot, now time.Time) {
	if s.Status != monitor.Connecting && s.Status != monitor.Offline {
		a.known(r, now)
	}
}

// known notes that a router is not waited for: once none is, they are notified.
func (a *Agent) known(r *router, now time.Time) {
	if !slices.Contains(a.restart.unknown, r) {
		return
	}
	a.restart.unknown = without(a.restart.unknown, r)
	if len(a.restart.unknown) == 0 {
		a.notifyStillDown(now)
	}
}

// notifyStillDown notifies of the outages that were collected.
func (a *Agent) notifyStillDown(now time.Time) {
	a.collect.Stop()
	held := a.restart.held
	a.restart = restart{}
	switch len(held) {
	case 0:
	case 1:
		s := held[0].snapshot
		a.o.Notifier.Send(view.RenderNotice(monitor.Notice{Kind: monitor.NoticeDown, Since: s.Outage.Since, Still: true, Snapshot: s}, now))
	default:
		a.restart.told = held
		a.o.Notifier.Send(view.StillDown(snapshotsOf(held)))
	}
}

// overOrSilenced takes a router out of the notification of several.
func (a *Agent) overOrSilenced(r *router) {
	a.restart.held = without(a.restart.held, r)
	if !slices.Contains(a.restart.told, r) {
		return
	}
	if a.restart.told = without(a.restart.told, r); len(a.restart.told) == 0 {
		a.o.Notifier.Withdraw(view.KeyStillDown)
		return
	}
	a.o.Notifier.Send(view.StillDown(snapshotsOf(a.restart.told)))
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
