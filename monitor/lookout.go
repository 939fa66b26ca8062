package monitor

import "time"

// attend has the lookout tick unless a healthy poll is being waited for and
// somebody else tells of a sleep: each wake-up of an idle process costs it a
// dozen switches of threads.
func (l *loop) attend() {
	calm := l.config.WakesTold && l.flight == nil && !l.state.next.IsZero() && l.state.failure.None()
	switch {
	case calm && l.looking:
		l.lookout.Stop()
	case !calm && !l.looking:
		l.lookout.Reset(tick)
	}
	l.looking = !calm
}

// look finds out what no timer tells.
func (l *loop) look() {
	now := time.Now()
	switch {
	case l.woken(now):
	case l.flight != nil:
		if late := l.snapshot().Watched(now).Status == Stalled; late && !l.stalled {
			l.stalled = true
			l.config.Log.Error("a poll ignores its cancellation", "router", l.config.Router.Name, "stacks", Stacks())
			l.publish()
		}
	case l.state.offline:
		if l.online() {
			l.config.Log.Info("the way to the router is back", "router", l.config.Router.Name)
			l.resume(now)
		}
	case !l.state.failure.None() && !l.online():
		l.lose()
	}
}

// woken drops what was planned before a sleep, and reports whether there was
// one since it was last asked.
func (l *loop) woken(now time.Time) bool {
	asleep := l.config.Slept()
	gap := asleep - l.slept
	l.slept = asleep
	if gap <= noticeable {
		return false
	}
	l.config.Log.Info("woken from a sleep", "router", l.config.Router.Name, "slept", gap.Round(time.Second))
	l.resume(now)
	return true
}

// old reports whether a look should poll: not before the first poll, which is
// due at once.
func (l *loop) old(now time.Time) bool {
	return !l.sent.IsZero() && l.sinceSent(now) >= lookAge && l.state.wish(now) == 0
}

// sinceSent is the time since the last poll was sent, sleep included.
func (l *loop) sinceSent(now time.Time) time.Duration {
	return now.Sub(l.sent) + l.config.Slept() - l.asleep
}

// resume drops the poll in flight and schedules the next one anew: soon, also
// where the operator wants one an hour, since what is known may be old; but
// not at each of many wakes in a row.
func (l *loop) resume(now time.Time) {
	pace := max(min(l.config.Plan.Interval, lookAge)-l.sinceSent(now), 0)
	if l.sent.IsZero() {
		pace = 0
	}
	l.state = l.state.wake(now, pace, l.config.Random())
	l.abandon()
	l.arm()
	l.publish()
}
