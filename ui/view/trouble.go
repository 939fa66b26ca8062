package view

import (
	"math"
	"time"

	"routerwatch/monitor"
)

// troubled reports whether a status is trouble: something failed and is
// being, or must be, put right.
func troubled(s monitor.Status) bool {
	switch s {
	case monitor.Retrying, monitor.Down, monitor.Throttled, monitor.Offline, monitor.Stalled:
		return true
	default:
		return false
	}
}

// trouble is the one panel for it.
func trouble(s monitor.Snapshot, now time.Time) Trouble {
	if !troubled(s.Status) {
		return Trouble{}
	}
	t := Trouble{
		Shown: true, Headline: headline(s, now), What: what(s, now), Meanwhile: meanwhile(s, now),
		Attempt: attempt(s), Countdown: Countdown(s, now), LayerLabel: place(s.Failure.Layer),
	}
	if s.Status == monitor.Stalled {
		t.LayerLabel = place(monitor.LayerProgram)
	} else if id := clean(s.Failure.RequestID, longestRequest); id != "" {
		t.Request = "request " + id
	}
	return t
}

func headline(s monitor.Snapshot, now time.Time) string {
	switch s.Status {
	case monitor.Down:
		return downFor(s, now)
	case monitor.Offline:
		return "You are offline"
	case monitor.Stalled:
		return "Routerwatch is stuck"
	case monitor.Retrying:
		if s.Tries > 1 {
			return "The last " + group(int64(s.Tries)) + " checks failed"
		}
		return "The last check failed"
	default:
		return word(s.Status)
	}
}

// downFor is "Down for 3 min", or "Down" where it is not known since when.
func downFor(s monitor.Snapshot, now time.Time) string {
	lasted := elapsed(s.Outage.Since, now)
	if !s.Outage.Open() || lasted < time.Second {
		return word(s.Status)
	}
	return word(s.Status) + " for " + atLeast(s.Outage.StartUnseen) + span(lasted)
}

// what is the sentence about what is wrong.
func what(s monitor.Snapshot, now time.Time) string {
	switch {
	case s.Status == monitor.Stalled:
		return wordsStalled
	case s.Status == monitor.Offline:
		return wordsOffline
	case s.AsOf.IsZero():
		return Sentence(s.Failure, now)
	}
	return Sentence(s.Failure, s.AsOf.In(now.Location()))
}

func meanwhile(s monitor.Snapshot, now time.Time) string {
	switch {
	case s.Status == monitor.Stalled:
		return wordsStalledWait
	case s.Status == monitor.Offline:
		return wordsOfflineWait
	case now.Before(s.RetryBlocked):
		return "Checking again by itself; the router asked for no check before " + clock(s.RetryBlocked, now) + "."
	case s.Status == monitor.Throttled:
		return wordsThrottled
	}
	return wordsRetrying
}

// attempt numbers the poll that comes next or is in flight.
func attempt(s monitor.Snapshot) string {
	if s.Status == monitor.Offline || s.Status == monitor.Stalled {
		return ""
	}
	return "attempt " + attemptNumber(s)
}

func attemptNumber(s monitor.Snapshot) string {
	return group(int64(min(max(s.Tries, 0), math.MaxInt-1)) + 1)
}
