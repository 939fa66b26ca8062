package view

import (
	"cmp"
	"math"
	"time"

	"routerwatch/monitor"
)

// trouble is the trouble panel.
func trouble(s monitor.Snapshot, now time.Time) Trouble {
	if !troubled(s.Status) {
		return Trouble{}
	}
	t := Trouble{
		Shown: true, Headline: headline(s, now), What: whatIsWrong(s, now), Meanwhile: meanwhile(s, now),
		Failed: failedChecks(s), Countdown: Countdown(s, now), LayerLabel: layerName(s.Failure.Layer),
	}
	if s.Status == monitor.Stalled {
		t.LayerLabel = layerName(monitor.LayerProgram)
	} else if id := monitor.CleanText(s.Failure.RequestID, maxRequest); id != "" {
		t.Request = "request " + id
	}
	return t
}

func headline(s monitor.Snapshot, now time.Time) string {
	switch {
	case s.Status == monitor.Down:
		return downFor(s, now)
	case s.Status == monitor.Retrying && s.Tries > 1:
		return "The last " + group(int64(s.Tries)) + " checks failed"
	case s.Status == monitor.Retrying:
		return "The last check failed"
	}
	return cmp.Or(lookOf(s).headline, statusWord(s.Status))
}

// downFor is "Down for 3 min", or "Down" if the beginning is unknown; "No access" of a
// router that wants a token.
func downFor(s monitor.Snapshot, now time.Time) string {
	word := statusWord(s.Status)
	if needsToken(s) {
		word = "No access"
	}
	return word + when(s.Outage.Open(), lasting(s.Outage.Since, s.Outage.StartUnseen, now))
}

// whatIsWrong is the sentence about the trouble.
func whatIsWrong(s monitor.Snapshot, now time.Time) string {
	return cmp.Or(lookOf(s).what, FailureSentence(s.Failure, cmp.Or(s.AsOf, now).In(now.Location())))
}

func meanwhile(s monitor.Snapshot, now time.Time) string {
	switch own := lookOf(s).meanwhile; {
	case own != "":
		return own
	case now.Before(s.RetryBlocked):
		return "Checking again by itself, but not before " + clock(s.RetryBlocked, now) + ", as the router asked."
	case needsToken(s):
		return "Enter its token in Settings; the router is then checked at once."
	case s.Status == monitor.Offline:
		return "Trying again by itself, waiting longer while the proxy fails."
	case s.Status == monitor.Throttled:
		return "The router is alive. Checking again by itself, less often for a while."
	}
	return "Trying again by itself, waiting longer while the router is unavailable."
}

// failedChecks is how many checks failed in a row; "" where none was made.
func failedChecks(s monitor.Snapshot) string {
	return when(s.Tries > 0 && lookOf(s).meanwhile == "", plural(s.Tries, "failed check"))
}

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

// nextCheck is the countdown of a router that is not in trouble. A poll that takes
// no longer than usual is its zero: "next check now".
func nextCheck(s monitor.Snapshot, now time.Time) string {
	if pollHidden(s, now) {
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
	if taken < quietPollTime {
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
	left = min(left, math.MaxInt64-time.Second) // so that rounding up cannot overflow
	return (left + time.Second - 1).Truncate(time.Second), true
}
