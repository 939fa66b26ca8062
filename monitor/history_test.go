package monitor

import (
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestHistory(t *testing.T) {
	start := time.Date(2026, 11, 29, 12, 0, 0, 0, time.UTC)
	live := func(after time.Duration, pairs int64) Snapshot {
		return Snapshot{
			Reading:  Reading{At: start.Add(after), Pairs: pairs, Latency: time.Millisecond},
			Interval: 5 * time.Second, Timeout: 30 * time.Second,
		}
	}
	failing := func(after time.Duration) Snapshot {
		s := live(after, 4)
		s.Failure = Failure{Kind: Refused}
		return s
	}
	type point struct {
		after time.Duration
		pairs int64
		gap   bool
	}
	for name, tt := range map[string]struct {
		snapshots []Snapshot
		want      []point
	}{
		"nothing known":                {[]Snapshot{{}, failing(0)}, nil},
		"readings":                     {[]Snapshot{live(0, 4), live(5*s, 5)}, []point{{0, 4, false}, {5 * s, 5, false}}},
		"the same one twice":           {[]Snapshot{live(0, 4), live(0, 4)}, []point{{0, 4, false}}},
		"the newest of a slot":         {[]Snapshot{live(0, 4), live(s, 5), live(2*s, 6)}, []point{{2 * s, 6, false}}},
		"a failure leaves a gap":       {[]Snapshot{live(0, 4), failing(5 * s), live(15*s, 4), live(20*s, 4)}, []point{{0, 4, false}, {15 * s, 4, true}, {20 * s, 4, false}}},
		"a failure before the first":   {[]Snapshot{failing(0), live(10*s, 4)}, []point{{10 * s, 4, false}}},
		"a gap outlives its slot":      {[]Snapshot{live(0, 4), failing(s), live(10*s, 4), live(11*s, 5)}, []point{{0, 4, false}, {11 * s, 5, true}}},
		"a slow answer is no gap":      {[]Snapshot{live(0, 4), live(35*s, 4)}, []point{{0, 4, false}, {35 * s, 4, false}}},
		"a sleep is one":               {[]Snapshot{live(0, 4), live(10*time.Minute, 4)}, []point{{0, 4, false}, {10 * time.Minute, 4, true}}},
		"more than an hour is gone":    {[]Snapshot{live(0, 4), live(time.Hour, 4), live(time.Hour+5*s, 4)}, []point{{time.Hour, 4, true}, {time.Hour + 5*s, 4, false}}},
		"a clock set back starts anew": {[]Snapshot{live(time.Hour, 4), live(0, 5)}, []point{{0, 5, true}}},
	} {
		t.Run(name, func(t *testing.T) {
			var h History
			for _, snapshot := range tt.snapshots {
				h.Add(snapshot)
			}
			var got []point
			for _, p := range h.Points {
				got = append(got, point{p.At.Sub(start), p.Pairs, p.Gap})
			}
			assert.Equal(t, tt.want, got)
		})
	}
}

func TestAHistoryIsBounded(t *testing.T) {
	var h History
	at := time.Date(2026, 11, 29, 12, 0, 0, 0, time.UTC)
	for i := range 20_000 {
		at = at.Add(time.Second)
		h.Add(Snapshot{Reading: Reading{At: at, Pairs: int64(i)}, Interval: s})
		if i%3 == 0 {
			h.Add(Snapshot{Reading: Reading{At: at}, Failure: Failure{Kind: Reset}})
		}
		require.LessOrEqual(t, len(h.Points), 1440)
	}
}

// Whoever took the points may go on reading them.
func TestPointsAreNeverWrittenToAgain(t *testing.T) {
	var h History
	at := time.Date(2026, 11, 29, 12, 0, 0, 0, time.UTC)
	for i := range 5000 {
		before, kept := h.Points, slices.Clone(h.Points)
		at = at.Add(time.Second)
		h.Add(Snapshot{Reading: Reading{At: at, Pairs: int64(i)}, Interval: s})
		require.Equal(t, kept, before)
	}
}
