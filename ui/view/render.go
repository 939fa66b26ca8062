package view

import (
	"math"
	"time"

	"routerwatch/monitor"
)

// patience is how long a poll may be in flight before that is mentioned. A
// healthy poll takes some 40 ms every 5 s; words and buttons that changed for
// that moment would only flicker.
const patience = 2 * time.Second

// Render is what an operator reads about a router at that moment. Times are
// shown in now's time zone.
func Render(s monitor.Snapshot, now time.Time) Model {
	m := Model{
		ID: s.ID, Title: name(s, longestName), Address: address(s.URL), Simulated: s.Simulated,
		Status: word(s.Status), Tone: tone(s.Status), Icon: icon(s),
		Pairs: unknown, PairsCaption: "pairs", Age: "not updated yet", Latency: unknown,
		Counters: counters(s.Reading),
		Note:     note(s, now), Trouble: trouble(s, now),
		CanRetry: canRetry(s, now), RetryText: retryText(s.Status),
	}
	if r := s.Reading; r.Known() {
		m.Stale = stale(s)
		m.Pairs, m.PairsCaption = group(r.Pairs), pairsCaption(r.Pairs, m.Stale)
		m.Age, m.Latency = "updated "+Age(r.At, now), latency(r.Latency)
	}
	if !m.Trouble.Shown {
		m.Next = next(s, now)
	}
	return m
}

// name is what to call a router: its name, or else where it is.
func name(s monitor.Snapshot, longest int) string {
	for _, text := range []string{s.Name, address(s.URL), s.ID} {
		if text = clean(text, longest); text != "" {
			return text
		}
	}
	return "router"
}

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

// stale reports whether the reading is not from the last poll.
func stale(s monitor.Snapshot) bool {
	return s.Reading.Known() && (s.Failing() || s.Status != monitor.Live && s.Status != monitor.Paused)
}

func tone(s monitor.Status) Tone {
	switch s {
	case monitor.Live:
		return Good
	case monitor.Paused, monitor.Retrying:
		return Notable
	case monitor.Down, monitor.Stalled:
		return Bad
	case monitor.Throttled:
		return Withheld
	default:
		return Neutral
	}
}

func icon(s monitor.Snapshot) Icon {
	i := Icon{Shape: s.Status}
	switch {
	case s.Status == monitor.Retrying:
		i = Icon{Shape: lastShape(s.Reading), Dot: true}
	case !s.Status.Valid():
		i.Shape = monitor.Stalled // the question mark
	}
	if i.Shape == monitor.Live && s.Reading.Known() {
		i.Count, i.HasCount = s.Reading.Pairs, true
	}
	return i
}

// lastShape is the status that the last reading stood for.
func lastShape(r monitor.Reading) monitor.Status {
	switch {
	case !r.Known():
		return monitor.Connecting
	case r.Paused:
		return monitor.Paused
	}
	return monitor.Live
}

func pairsCaption(n int64, stale bool) string {
	switch {
	case stale:
		return pairNoun(n) + ", as of the last reading"
	case n == 0:
		return "no pairs registered yet"
	}
	return pairNoun(n)
}

func counters(r monitor.Reading) []Counter {
	return []Counter{
		{Label: "API keys", Value: count(r.APIKeys)},
		{Label: "Webhooks", Value: count(r.Webhooks)},
		{Label: "Events", Value: count(r.Events)},
		{Label: "Pairs with a fee", Value: count(r.PairsWithFee)},
		{Label: "Assets", Value: count(r.DistinctAssets)},
	}
}

func count(c monitor.Count) string {
	if !c.Known {
		return unknown
	}
	return group(c.N)
}

// note is for what is no trouble, but not all well either.
func note(s monitor.Snapshot, now time.Time) string {
	switch {
	case !s.Status.Valid():
		return "This version of Routerwatch does not know the status “" + clean(string(s.Status), longestCode) + "”."
	case troubled(s.Status) || s.Status == monitor.Connecting:
		return ""
	}
	paused, confirming := "", ""
	if s.Status == monitor.Paused {
		paused = "The router is paused."
		if !s.Pause.IsZero() {
			paused = "The router has been paused" + pausedFor(s, now) + " since " + beginning(s.Pause, s.PauseFound, now) + "."
		}
	}
	if s.Outage.Open() {
		confirming = wordsConfirming
	}
	return sentences(paused, confirming)
}

// pausedFor is " for 12 min,", or nothing in the first second of it.
func pausedFor(s monitor.Snapshot, now time.Time) string {
	lasted := elapsed(s.Pause, now)
	if lasted < time.Second {
		return ""
	}
	return " for " + atLeast(s.PauseFound) + span(lasted) + ","
}

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
	return word(s.Status) + " for " + atLeast(s.Outage.Found) + span(lasted)
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

func retryText(s monitor.Status) string {
	if troubled(s) {
		return "Retry now"
	}
	return "Check now"
}

// canRetry holds still through a healthy poll, which would otherwise disable
// the button for a blink every few seconds: pressed then, it asks for what is
// being done.
func canRetry(s monitor.Snapshot, now time.Time) bool {
	if calm(s, now) {
		s.Polling = time.Time{}
	}
	return s.CanRetry(now)
}

// calm reports whether a poll in flight is not worth mentioning.
func calm(s monitor.Snapshot, now time.Time) bool {
	healthy := s.Status == monitor.Live || s.Status == monitor.Paused
	return healthy && s.InFlight() && elapsed(s.Polling, now) < patience
}
