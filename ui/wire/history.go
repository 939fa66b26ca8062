package wire

import (
	"time"

	"routerwatch/monitor"
)

// History is the last hour of one router, told when a window opens; from then
// on the window follows by the snapshots.
type History struct {
	ID     string  `json:"id"`
	Points []Point `json:"points"`
}

// Point is a monitor.Point as [Unix milliseconds, pairs, latency in
// milliseconds, gap as 0 or 1]: an hour of them must fit one line.
type Point [4]int64

// FromHistory is a router's history for the wire.
func FromHistory(id string, points []monitor.Point) History {
	h := History{ID: id, Points: make([]Point, len(points))}
	for i, p := range points {
		h.Points[i] = Point{p.At.UnixMilli(), p.Pairs, p.Latency.Milliseconds(), 0}
		if p.Gap {
			h.Points[i][3] = 1
		}
	}
	return h
}

// Monitor is the history's points.
func (h History) Monitor() []monitor.Point {
	points := make([]monitor.Point, len(h.Points))
	for i, p := range h.Points {
		points[i] = monitor.Point{
			At: time.UnixMilli(p[0]).UTC(), Pairs: p[1],
			Latency: milliseconds(p[2]), Gap: p[3] != 0,
		}
	}
	return points
}
