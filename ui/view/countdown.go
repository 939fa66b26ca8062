package view

import (
	"math"
	"time"

	"routerwatch/monitor"
)

// Countdown is when a router in trouble is asked again: "next try in 38 s",
// rounded up so that it ends with 1 s, then "checking…", and "checking… 3 s"
// while that takes longer. It is never negative, and a clock that was set
// makes it no longer than the wait.
func Countdown(s monitor.Snapshot, now time.Time) string {
	switch {
	case s.Status == monitor.Stalled:
		return "" // nothing is coming
	case s.Status == monitor.Offline && !s.InFlight() && s.NextPoll.IsZero():
		return "checks the network every " + Duration(monitor.WatchdogInterval)
	}
	return countdown("next try", s, now)
}

// next is the countdown of a router that is not in trouble. A poll that takes
// no longer than usual is its zero: "next check now".
func next(s monitor.Snapshot, now time.Time) string {
	if calm(s, now) {
		return "next check now"
	}
	return countdown("next check", s, now)
}

func countdown(subject string, s monitor.Snapshot, now time.Time) string {
	if left, waiting := remaining(s, now); waiting {
		return subject + " in " + Duration(left)
	}
	if !s.InFlight() && s.NextPoll.IsZero() {
		return ""
	}
	taken := time.Duration(0) // a poll that is due counts as begun
	if s.InFlight() {
		taken = elapsed(s.Polling, now)
	}
	if s.Timeout > 0 {
		taken = min(taken, s.Timeout)
	}
	if taken < patience {
		return "checking…"
	}
	return "checking… " + Duration(taken)
}

// remaining is how long it is until the next poll, in whole seconds of which
// a begun one counts, and whether there is such a wait.
func remaining(s monitor.Snapshot, now time.Time) (left time.Duration, waiting bool) {
	if s.InFlight() || s.NextPoll.IsZero() {
		return 0, false
	}
	left = s.NextPoll.Sub(now.Round(0))
	if s.Wait > 0 {
		left = min(left, s.Wait)
	}
	if left <= 0 {
		return 0, false
	}
	return roundUp(left), true
}

// roundUp is d in whole seconds, a begun one counted.
func roundUp(d time.Duration) time.Duration {
	whole := d.Truncate(time.Second)
	if whole < d && whole <= math.MaxInt64-time.Second {
		whole += time.Second
	}
	return whole
}
