package view_test

import (
	"cmp"
	"math"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"

	"routerwatch/monitor"
	"routerwatch/ui/view"
	"routerwatch/ui/view/viewtest"
)

func TestRenderLastHour(t *testing.T) {
	now := viewtest.Now()
	at := func(ago time.Duration, pairs int64, latency time.Duration) monitor.Point {
		return monitor.Point{At: now.Add(-ago), Pairs: pairs, Latency: latency}
	}
	gap := func(p monitor.Point) monitor.Point { p.Gap = true; return p }
	type chart struct {
		span  string
		lines []view.Segment
	}
	collecting := chart{}
	for name, tt := range map[string]struct {
		points         []monitor.Point
		pairs, latency chart
		words          string // "last hour" where there are none
	}{
		"nothing known": {nil, collecting, collecting, "collecting…"},
		"a single reading": {
			[]monitor.Point{at(30*time.Minute, 4, time.Second)}, collecting, collecting, "collecting…",
		},
		"the first minute": {
			[]monitor.Point{at(time.Minute-1, 4, time.Second), at(0, 4, time.Second)}, collecting, collecting, "collecting…",
		},
		"a minute": {
			[]monitor.Point{at(time.Minute, 4, time.Second), at(0, 4, time.Second)},
			chart{"4", []view.Segment{{{0.8, 0.5}, {1, 0.5}}}},
			chart{"1,000 ms", []view.Segment{{{0.8, 1}, {1, 1}}}},
			"last 5 min",
		},
		"just five minutes": {
			[]monitor.Point{at(5*time.Minute, 4, time.Second), at(0, 4, time.Second)},
			chart{"4", []view.Segment{{{0, 0.5}, {1, 0.5}}}},
			chart{"1,000 ms", []view.Segment{{{0, 1}, {1, 1}}}},
			"last 5 min",
		},
		"seven and a half minutes": {
			[]monitor.Point{at(7*time.Minute+30*time.Second, 4, time.Second), at(0, 4, time.Second)},
			chart{"4", []view.Segment{{{0.25, 0.5}, {1, 0.5}}}},
			chart{"1,000 ms", []view.Segment{{{0.25, 1}, {1, 1}}}},
			"last 10 min",
		},
		"fifteen minutes": {
			[]monitor.Point{at(15*time.Minute, 4, time.Second), at(0, 4, time.Second)},
			chart{"4", []view.Segment{{{0.25, 0.5}, {1, 0.5}}}},
			chart{"1,000 ms", []view.Segment{{{0.25, 1}, {1, 1}}}},
			"last 20 min",
		},
		"nothing changed": {
			[]monitor.Point{at(time.Hour, 4, time.Second), at(0, 4, time.Second)},
			chart{"4", []view.Segment{{{0, 0.5}, {1, 0.5}}}},
			chart{"1,000 ms", []view.Segment{{{0, 1}, {1, 1}}}},
			"",
		},
		"a change, from zero and from the least": {
			[]monitor.Point{at(30*time.Minute, 2, time.Second), at(15*time.Minute, 3, 2*time.Second), at(0, 6, 4*time.Second)},
			chart{"2 to 6", []view.Segment{{{0.5, 0}, {0.75, 0.25}, {1, 1}}}},
			chart{"1,000 to 4,000 ms", []view.Segment{{{0.5, 0.25}, {0.75, 0.5}, {1, 1}}}},
			"",
		},
		"gaps are left out, the present one too": {
			[]monitor.Point{at(45*time.Minute, 4, time.Second), gap(at(30*time.Minute, 4, time.Second)), gap(at(15*time.Minute, 4, time.Second))},
			chart{"4", []view.Segment{{{0.25, 0.5}}, {{0.5, 0.5}}, {{0.75, 0.5}}}},
			chart{"1,000 ms", []view.Segment{{{0.25, 1}}, {{0.5, 1}}, {{0.75, 1}}}},
			"",
		},
		"what is older or not yet": {
			[]monitor.Point{at(time.Hour+1, 900, time.Minute), at(30*time.Minute, 0, 0), at(0, 0, 0), at(-time.Second, 900, time.Minute)},
			chart{"0", []view.Segment{{{0.5, 0.5}, {1, 0.5}}}},
			chart{"under 1 ms", []view.Segment{{{0.5, 0}, {1, 0}}}},
			"",
		},
		"a quick router's jitter is no mountain": {
			[]monitor.Point{at(30*time.Minute, 4, time.Millisecond), at(0, 4, 5*time.Millisecond)},
			chart{"4", []view.Segment{{{0.5, 0.5}, {1, 0.5}}}},
			chart{"1 to 5 ms", []view.Segment{{{0.5, 0.05}, {1, 0.25}}}},
			"",
		},
		"two units": {
			[]monitor.Point{at(30*time.Minute, 4, 0), at(0, 4, 20*time.Second)},
			chart{"4", []view.Segment{{{0.5, 0.5}, {1, 0.5}}}},
			chart{"under 1 ms to 20.0 s", []view.Segment{{{0.5, 0}, {1, 1}}}},
			"",
		},
		"the largest numbers": {
			[]monitor.Point{at(30*time.Minute, math.MinInt64, 0), at(0, math.MaxInt64, 0)},
			chart{"-9,223,372,036,854,775,808 to 9,223,372,036,854,775,807", []view.Segment{{{0.5, 0}, {1, 1}}}},
			chart{"under 1 ms", []view.Segment{{{0.5, 0}, {1, 0}}}},
			"",
		},
	} {
		t.Run(name, func(t *testing.T) {
			h := view.RenderLastHour(tt.points, now)
			pairs, latency := chart{h.Pairs.Range, h.Pairs.Segments}, chart{h.Latency.Range, h.Latency.Segments}
			assert.Equal(t, tt.pairs, pairs)
			assert.Equal(t, tt.latency, latency)
			words := cmp.Or(tt.words, "last hour")
			assert.Equal(t, "pairs, "+words, h.Pairs.Caption)
			assert.Equal(t, "latency, "+words, h.Latency.Caption)
		})
	}
}
