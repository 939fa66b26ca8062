package view

import (
	"slices"
	"strings"
	"time"

	"routerwatch/monitor"
)

// LastHour is a router's last hour as two small charts, or as much of it as is
// known.
type LastHour struct{ Pairs, Latency Chart }

// A Chart is one quantity over the last minutes, in a space of one by one: at x 0
// is their beginning and at x 1 the present, at y 0 the least and at y 1 the
// most that is shown.
type Chart struct {
	Name     string    // "pairs"
	Caption  string    // "pairs, last hour", "pairs, collecting…"; the name alone is enough where there is no room
	Range    string    // the least and the most of them: "3 to 5"; "" while nothing is drawn
	Segments []Segment // nothing is known between two of them
}

// A Segment is readings without a gap. It may be a single one.
type Segment []ChartPoint

// A ChartPoint is a reading's place.
type ChartPoint struct{ X, Y float64 }

// minHistory is how long a router has been known before there is a line:
// less is a speck that looks like a defect.
const minHistory = time.Minute

// minLatencyScale is the least height of the latency chart's scale: below it,
// noise of the clock would look like a mountain.
const minLatencyScale = 20 * time.Millisecond

// RenderLastHour draws points, the oldest first, as they are at a moment: each
// reading is where its time is, and nothing is drawn where nothing is known,
// which includes the time since the last one. Pairs are shown between their
// least and their most, latencies from zero, so that only a change of their
// order of magnitude looks like one.
func RenderLastHour(points []monitor.Point, now time.Time) LastHour {
	points = slices.DeleteFunc(slices.Clone(points), func(p monitor.Point) bool {
		return p.At.After(now) || now.Sub(p.At) > monitor.HistorySpan
	})
	h := LastHour{
		Pairs:   Chart{Name: "pairs", Caption: "pairs, collecting…"},
		Latency: Chart{Name: "latency", Caption: "latency, collecting…"},
	}
	if len(points) < 2 || now.Sub(points[0].At) < minHistory {
		return h
	}
	long := period(now.Sub(points[0].At))
	shown := ", last hour"
	if long < monitor.HistorySpan {
		shown = ", last " + Duration(long)
	}
	h.Pairs.Caption, h.Latency.Caption = h.Pairs.Name+shown, h.Latency.Name+shown
	var pairs, latencies []int64
	for _, p := range points {
		pairs, latencies = append(pairs, p.Pairs), append(latencies, int64(p.Latency))
	}
	least, most := slices.Min(pairs), slices.Max(pairs)
	h.Pairs.Range = rangeOf(group(least), group(most))
	h.Pairs.Segments = segments(points, now, long, pairs, least, most)
	quickest, slowest := slices.Min(latencies), slices.Max(latencies)
	h.Latency.Range = rangeOf(latency(time.Duration(quickest)), latency(time.Duration(slowest)))
	h.Latency.Segments = segments(points, now, long, latencies, 0, max(slowest, int64(minLatencyScale)))
	return h
}

// period is the time that the charts show: the shortest that holds all that is
// known, so that a young history is not a stub at the edge.
func period(known time.Duration) time.Duration {
	for _, long := range []time.Duration{5 * time.Minute, 10 * time.Minute, 20 * time.Minute} {
		if known <= long {
			return long
		}
	}
	return monitor.HistorySpan
}

// rangeOf says a unit that both have once: "12 to 340 ms".
func rangeOf(least, most string) string {
	if least == most {
		return most
	}
	number, unit, _ := strings.Cut(least, " ")
	if _, same, _ := strings.Cut(most, " "); same == unit {
		least = number
	}
	return least + " to " + most
}

// segments cuts points at their gaps. A quantity that did not change is a line
// in the middle.
func segments(points []monitor.Point, now time.Time, long time.Duration, values []int64, bottom, top int64) []Segment {
	var drawn []Segment
	for i, p := range points {
		dot := ChartPoint{X: 1 - float64(now.Sub(p.At))/float64(long), Y: 0.5}
		if top > bottom {
			dot.Y = (float64(values[i]) - float64(bottom)) / (float64(top) - float64(bottom))
		}
		if i == 0 || p.Gap {
			drawn = append(drawn, Segment{dot})
			continue
		}
		last := len(drawn) - 1
		drawn[last] = append(drawn[last], dot)
	}
	return drawn
}
