package monitor

import (
	"slices"
	"time"
)

const (
	// HistorySpan is how far back a history goes.
	HistorySpan = time.Hour
	// historySlot is its resolution: only the newest reading of a slot is kept,
	// so that a history has at most HistorySpan / historySlot points and as many
	// gaps.
	historySlot = 5 * time.Second
)

// A Point is one reading of a history.
type Point struct {
	At      time.Time
	Pairs   int64
	Latency time.Duration
	// Gap means that the time since the previous point is unknown: polls failed,
	// the machine slept, or the program was not running. A chart has a gap there.
	Gap bool
	// Mean means that it stands for the polls of a minute of an earlier run.
	Mean bool `json:",omitempty"`
}

// A History is the readings of the last hour of one router, kept in memory.
// Its zero value is empty. It is not safe for concurrent use.
type History struct {
	Points []Point // the oldest first; none is ever written to again
	failed bool    // since the last point
}

// Add adds a snapshot to the history, and reports whether it had a new reading.
func (h *History) Add(s Snapshot) bool {
	if s.Failing() {
		h.failed = true
		return false
	}
	if !s.Reading.Known() || s.Status == Connecting { // it is of an earlier run
		return false
	}
	p := Point{At: s.Reading.At, Pairs: s.Reading.Pairs, Latency: s.Reading.Latency, Gap: len(h.Points) > 0 && h.failed}
	kept := h.Points
	if last := len(kept) - 1; last >= 0 {
		p.Gap = p.Gap || kept[last].Mean
		since := p.At.Sub(kept[last].At)
		switch {
		case since == 0:
			return false // known already
		case since < 0: // the clock was set back: the old points are in the future
			kept, p.Gap = nil, true
		case since > maxReadingGap(s.Interval, s.Timeout):
			p.Gap = true
		}
		if !p.Gap && p.At.Truncate(historySlot).Equal(kept[last].At.Truncate(historySlot)) {
			p.Gap = kept[last].Gap
			kept = slices.Clip(kept[:last])
		}
	}
	const most = 2 * int(HistorySpan/historySlot)
	old := max(len(kept)+1-most, 0)
	for old < len(kept) && p.At.Sub(kept[old].At) > HistorySpan {
		old++
	}
	h.Points, h.failed = kept[old:], false
	h.Points = append(h.Points, p)
	return true
}

// Restore puts the points of earlier runs before those of this one. What is not
// earlier is left out.
func (h *History) Restore(earlier []Point, now time.Time) {
	own := slices.Clone(h.Points)
	if len(own) > 0 {
		now, own[0].Gap = own[0].At, true
	}
	earlier = slices.DeleteFunc(slices.Clone(earlier), func(p Point) bool { return !p.At.Before(now) })
	h.Points = slices.Concat(earlier, own)
}

// maxReadingGap is how far apart two consecutive readings may be. If they are
// further apart, there was a start, a sleep, a lost network or a failure between.
func maxReadingGap(interval, timeout time.Duration) time.Duration {
	return interval + timeout + historySlot
}
