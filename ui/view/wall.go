package view

import (
	"cmp"
	"time"

	"routerwatch/monitor"
)

// Wall is what a wall display shows: few words, to be read from across a room.
type Wall struct {
	Summary string // "9 routers: 1 down, 8 live"; "" for a single router
	Clock   string // the local time, which shows that the screen is not frozen
	Tiles   []Tile // the worst first
}

// Tile is one router on a wall display.
type Tile struct {
	ID, Name string
	Tone     Tone
	Icon     Icon
	Alert    bool   // something is wrong that is not known yet: the tile is to stand out
	Status   string // "Live", "Down 3 min"
	Detail   string // "4 pairs, under 1 min ago"
	Reason   string // what is wrong, in a sentence; shown where there is room
}

// RenderWall is what a wall display shows at that moment, in now's time zone.
func RenderWall(all []monitor.Snapshot, now time.Time) Wall {
	w := Wall{Clock: now.Format("15:04:05")}
	if len(all) > 1 {
		w.Summary = counts(all, maxTitle)
	}
	for _, s := range monitor.WorstFirst(all) {
		w.Tiles = append(w.Tiles, tile(s, now))
	}
	return w
}

func tile(s monitor.Snapshot, now time.Time) Tile {
	m := Render(s, now)
	lasted := ""
	if at, startUnseen := statusSince(s); !at.IsZero() {
		lasted = " " + when(startUnseen, "over ") + span(elapsed(at, now))
	}
	waiting := stillWaiting(s, now)
	t := Tile{
		ID: s.ID, Name: m.Title, Tone: m.Tone, Icon: m.Icon, Alert: !well(s),
		Status: statusWord(s.Status) + lasted + cmp.Or(when(marked(s), ", lost pairs"), slow(s), when(waiting != "", ", slow")),
		Reason: cmp.Or(m.Trouble.What, m.Note, waiting), Detail: noReading,
	}
	if r := s.Reading; r.Known() {
		t.Detail = pairCount(r.Pairs) + ", " + coarseAge(r.At, now)
		if lost := s.LostPairs; !lost.None() {
			t.Detail = group(r.Pairs) + " of " + pairCount(lost.From) + ", " + coarseAge(r.At, now)
		}
	}
	if words := silenced(s.Quiet, now); words != "" {
		t.Detail = words + ", " + t.Detail
	}
	t.Detail += when(s.Simulated, ", simulated")
	return t
}

// noReading is instead of the pairs and the age.
const noReading = "no reading yet"

// coarseAge is [Age] in words that the polls of a healthy router, which is asked every five
// seconds, do not change, and that are true beside the exact age.
func coarseAge(at, now time.Time) string {
	switch age := elapsed(at, now); {
	case age < 15*time.Second:
		return "just now"
	case age < time.Minute:
		return "under 1 min ago"
	default:
		return span(age) + " ago"
	}
}
