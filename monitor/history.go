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
}

// A History is the readings of the last hour of one router, kept in memory.
// Its zero value is empty. It is not safe for concurrent use.
type History struct {
	points []Point
	failed bool // since the last point
}

// Add adds a snapshot to the history, and reports whether it had a new reading.
func (h *History) Add(s Snapshot) bool {
	if s.Failing() {
		h.failed = true
		return false
	}
	if !s.Reading.Known() {
		return false
	}
	p := Point{At: s.Reading.At, Pairs: s.Reading.Pairs, Latency: s.Reading.Latency, Gap: len(h.points) > 0 && h.failed}
	if last := len(h.points) - 1; last >= 0 {
		since := p.At.Sub(h.points[last].At)
		switch {
		case since == 0:
			return false // known already
		case since < 0: // the clock was set back: the old points are in the future
			h.points, p.Gap = nil, true
		case since > maxReadingGap(s.Interval, s.Timeout):
			p.Gap = true
		}
		if !p.Gap && p.At.Truncate(historySlot).Equal(h.points[last].At.Truncate(historySlot)) {
			p.Gap = h.points[last].Gap
			h.points = h.points[:last]
		}
	}
	h.failed = false
	h.points = append(h.points, p)
	h.forget(p.At)
	return true
}

// maxReadingGap is how far apart two consecutive readings may be. If they are
// further apart, there was a start, a sleep, a lost network or a failure between.
func maxReadingGap(interval, timeout time.Duration) time.Duration {
	return interval + timeout + historySlot
}

// forget drops points older than the span, and bounds their number.
func (h *History) forget(now time.Time) {
	const most = 2 * int(HistorySpan/historySlot)
	old := max(len(h.points)-most, 0)
	for now.Sub(h.points[old].At) > HistorySpan { // the newest never is
		old++
	}
	h.points = slices.Delete(h.points, 0, old)
}

// Points are the readings, oldest first. The caller owns the slice.
func (h *History) Points() []Point { return slices.Clone(h.points) }

// RestoreHistory makes a history from the result of [History.Points].
func RestoreHistory(points []Point) History {
	return History{points: slices.Clone(points)}
}
