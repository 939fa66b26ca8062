package view

import (
	"slices"
	"strings"
	"time"

	"routerwatch/monitor"
)

// LastHour is the known part of a router's last hour as two small charts.
type LastHour struct{ Pairs, Latency Chart }

// A Chart is one quantity over the last minutes. Its points are scaled to 0..1: x
// from the beginning to the present, y from the minimum to the maximum shown.
type Chart struct {
	Name     string    // "pairs"
	Caption  string    // "pairs, last hour", "pairs, collecting…"; use Name if there is no room for it
	Range    string    // minimum and maximum: "3 to 5"; "" while nothing is drawn
	Segments []Segment // with gaps between them
}

// A Segment is consecutive readings without a gap, at least one.
type Segment []ChartPoint

// A ChartPoint is the position of a reading.
type ChartPoint struct{ X, Y float64 }

// minHistory is how long a router must be known before a line is drawn: a shorter
// one would look like a speck of dirt.
const minHistory = time.Minute

// minLatencyScale is the minimum of the top of the latency scale, so that clock
// noise does not look like a peak.
const minLatencyScale = 20 * time.Millisecond

// RenderLastHour draws points, oldest first. Unknown times are gaps, including
// the time since the last reading. The scale of pairs is from their minimum to
// their maximum; that of latencies starts at zero, so that small changes look
// small.
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

// period is the time span of the charts: the shortest with all that is known, so
// that a short history fills the chart.
func period(known time.Duration) time.Duration {
	for _, long := range []time.Duration{5 * time.Minute, 10 * time.Minute, 20 * time.Minute} {
		if known <= long {
			return long
		}
	}
	return monitor.HistorySpan
}

// rangeOf is "12 to 340 ms": a unit that both have is written once.
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

// segments splits points at their gaps.
func segments(points []monitor.Point, now time.Time, long time.Duration, values []int64, bottom, top int64) []Segment {
	var drawn []Segment
	for i, p := range points {
		x := 1 - float64(now.Sub(p.At))/float64(long)
		drawn = extend(drawn, ChartPoint{x, height(values[i], bottom, top)}, p.Gap)
	}
	return drawn
}

// height is where a value is between the bottom and the top of a chart: in the middle
// if these are the same.
func height(value, bottom, top int64) float64 {
	if top <= bottom {
		return 0.5
	}
	return (float64(value) - float64(bottom)) / (float64(top) - float64(bottom))
}

// extend goes on to a point, after a gap in a new segment.
func extend(drawn []Segment, to ChartPoint, gap bool) []Segment {
	if gap || len(drawn) == 0 {
		return append(drawn, Segment{to})
	}
	last := len(drawn) - 1
	drawn[last] = append(drawn[last], to)
	return drawn
}
