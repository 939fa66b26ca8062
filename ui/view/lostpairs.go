package view

import (
	"time"

	"routerwatch/monitor"
)

// ShapeLostPairs is the shape of a router that lost pairs, which is no status.
const ShapeLostPairs monitor.Status = "lost-pairs"

// marked reports whether lost pairs are what there is to say about a router: it is not
// in trouble.
func marked(s monitor.Snapshot) bool { return !s.LostPairs.None() && !troubled(s.Status) }

// tone is that of the status, or of the mark.
func tone(s monitor.Snapshot) Tone {
	if marked(s) {
		return Notable
	}
	return look(s.Status).tone
}

// lostPairs is "4 until 07:07, now 0".
func lostPairs(s monitor.Snapshot, now time.Time) string {
	return group(s.LostPairs.From) + " until " + clockToMinute(s.LostPairs.Since, now) + when(s.Reading.Known(), ", now "+group(s.Reading.Pairs))
}

func lostPairsSentence(s monitor.Snapshot, now time.Time) string {
	return when(!s.LostPairs.None(), "Lost pairs: "+lostPairs(s, now)+".")
}

// pairsLeft is what is said in a title about a router that lost pairs: ", no pairs".
func pairsLeft(s monitor.Snapshot) string {
	switch {
	case s.LostPairs.None():
		return ""
	case s.Reading.Pairs == 0:
		return ", no pairs"
	}
	return ", lost pairs"
}
