package view

import (
	"strings"
	"time"

	"routerwatch/monitor"
)

// Line is what a terminal prints when something changed: the local time, the
// router, and in trouble what failed and the next try.
//
//	20:00:00  Frankfurt  Live, 4 pairs, 37 ms
//	20:00:00  Frankfurt  Retrying, last known 4 pairs, updated 36 s ago. The router … Attempt 2 in 8 s.
func Line(s monitor.Snapshot, now time.Time) string {
	line := now.Format("15:04:05") + "  " + marked(s, longestName) + "  " + state(s, now)
	if !troubled(s.Status) {
		if s.Reading.Known() {
			line += ", " + latency(s.Reading.Latency)
		}
		if note := note(s, now); note != "" && s.Status != monitor.Paused {
			line += ". " + note
		}
		return line
	}
	if s.Reading.Known() {
		line += ", updated " + Age(s.Reading.At, now)
	}
	line += ". " + strings.TrimSpace(what(s, now)+" "+upcoming(s, now))
	if id := clean(s.Failure.RequestID, longestRequest); id != "" && s.Status != monitor.Stalled {
		line += " Request " + id + "."
	}
	return line
}

// upcoming is the sentence about the next try of a router in trouble.
func upcoming(s monitor.Snapshot, now time.Time) string {
	switch s.Status {
	case monitor.Stalled:
		return wordsStalledWait
	case monitor.Offline:
		return wordsOfflineWait
	}
	if left, waiting := remaining(s, now); waiting {
		return "Attempt " + attemptNumber(s) + " in " + Duration(left) + "."
	}
	if !s.InFlight() && s.NextPoll.IsZero() { // it was the only one
		return ""
	}
	return "Attempt " + attemptNumber(s) + " is being made."
}

// state is a router's status and pairs with the length of an outage:
// "Live, 4 pairs", "Down for 3 min, last known 4 pairs".
func state(s monitor.Snapshot, now time.Time) string {
	text := word(s.Status)
	if s.Status == monitor.Down {
		text = downFor(s, now)
	}
	return text + pairsKnown(s)
}

// steadyState is the same without what changes as time passes:
// "Down since 20:57:00, last known 4 pairs".
func steadyState(s monitor.Snapshot, now time.Time) string {
	text := word(s.Status)
	switch {
	case s.Status == monitor.Down && s.Outage.Open():
		text += " since " + beginning(s.Outage.Since, s.Outage.StartUnseen, now)
	case s.Status == monitor.Paused && !s.Pause.IsZero():
		text += " since " + beginning(s.Pause, s.PauseStartUnseen, now)
	}
	return text + pairsKnown(s)
}

// pairsKnown is ", 4 pairs", ", last known 4 pairs", or nothing.
func pairsKnown(s monitor.Snapshot) string {
	switch {
	case !s.Reading.Known():
		return ""
	case stale(s):
		return ", last known " + pairCount(s.Reading.Pairs)
	case s.Reading.Pairs == 0:
		return ", " + pairsCaption(0, false)
	}
	return ", " + pairCount(s.Reading.Pairs)
}

// marked is a router's name, with the word that marks a simulated one.
func marked(s monitor.Snapshot, longest int) string { return name(s, longest) + mark(s.Simulated) }

func mark(simulated bool) string {
	if simulated {
		return " (simulated)"
	}
	return ""
}
