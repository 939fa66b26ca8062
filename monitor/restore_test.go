package monitor

import (
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
)

func TestEarlierReadingsAreBeforeThoseOfThisRun(t *testing.T) {
	now := time.Date(2026, 11, 30, 12, 0, 10, 0, time.UTC)
	mean := func(ago time.Duration) Point { return Point{At: now.Add(-ago), Pairs: 4, Mean: true} }
	reading := func() Snapshot {
		return Snapshot{Status: Live, Reading: Reading{At: now, Pairs: 4}, Interval: 5 * s, Timeout: 30 * s}
	}
	want := []Point{mean(70 * s), mean(10 * s), {At: now, Pairs: 4, Gap: true}}
	earlier := []Point{mean(70 * s), mean(10 * s), mean(-20 * s)} // the middle of the minute in which the program was restarted

	var first History
	first.Add(reading())
	kept := first.Points
	first.Restore(earlier, now)
	assert.Equal(t, want, first.Points)
	assert.False(t, kept[0].Gap, "what a window was sent is not written to")

	var late History
	late.Restore(earlier, now)
	late.Add(reading())
	assert.Equal(t, want, late.Points, "the same where the files were quicker")
}
