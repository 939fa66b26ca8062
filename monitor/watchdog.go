package monitor

import (
	"runtime"
	"time"
)

const (
	// WatchdogInterval is how often the loop checks what no timer reports: a
	// sleep, the network's return, and a stuck poll.
	WatchdogInterval = 2 * time.Second
	// minSleep is the shortest sleep that counts: less is clock noise.
	minSleep = time.Second
	// maxStacks bounds the logged stacks of a stuck poll, in bytes.
	maxStacks = 64 << 10
)

// setWatchdog lets the watchdog tick unless the loop is idle, healthy, and the
// operating system reports resume: each wake-up of an idle process costs it a
// dozen switches of threads.
func (l *loop) setWatchdog() {
	idle := l.config.ReportsResume && l.flight == nil && !l.state.NextPoll.IsZero() && !l.state.Failing()
	switch {
	case idle && l.watchdogRuns:
		l.watchdog.Stop()
	case !idle && !l.watchdogRuns:
		l.watchdog.Reset(WatchdogInterval)
	}
	l.watchdogRuns = !idle
}

func (l *loop) watchdogTick() {
	now := time.Now()
	switch {
	case l.checkSleep(now):
	case l.flight != nil:
		if !l.stalled && l.snapshot().WithStall(now).Status == Stalled {
			l.stalled = true
			l.config.Log.Error("a poll ignores its cancellation", "router", l.config.Router.Name, "stacks", Stacks())
			l.publish()
		}
	case l.state.offline:
		if l.online() {
			l.config.Log.Info("there is a route to the router again", "router", l.config.Router.Name)
			l.pollSoon(now)
		}
	case l.state.Failing() && !l.online():
		l.goOffline()
	}
}

// checkSleep reports whether the machine slept since the last check, and if so
// drops the old schedule.
func (l *loop) checkSleep(now time.Time) bool {
	total := l.config.Slept()
	asleep := total - l.slept
	l.slept = total
	if asleep <= minSleep {
		return false
	}
	l.config.Log.Info("resumed from a sleep", "router", l.config.Router.Name, "slept", asleep.Round(time.Second))
	l.pollSoon(now)
	return true
}

// stale reports whether [Monitor.Refresh] should poll; never before the first
// poll, which is made at once anyway.
func (l *loop) stale(now time.Time) bool {
	return !l.sent.IsZero() && l.sinceSent(now) >= refreshAge && l.state.retryAfterLeft(now) == 0
}

// sinceSent is the time since the last poll was sent, sleep included.
func (l *loop) sinceSent(now time.Time) time.Duration {
	return now.Sub(l.sent) + l.config.Slept() - l.sleptAtSend
}

// pollSoon drops the poll in flight and schedules the next one: soon, even if the
// interval is an hour, because the reading may be old, but not after each of many
// resumes in a row.
func (l *loop) pollSoon(now time.Time) {
	least := max(min(l.config.Plan.Interval, refreshAge)-l.sinceSent(now), 0)
	if l.sent.IsZero() {
		least = 0
	}
	l.state = l.state.pollSoon(now, least, l.config.Random())
	l.abandon()
	l.setTimer()
	l.publish()
}

// Stacks are the stacks of all goroutines, for the log of a stuck one.
func Stacks() string {
	text := make([]byte, maxStacks)
	return string(text[:runtime.Stack(text, true)])
}
