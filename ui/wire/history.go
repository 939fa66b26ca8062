package wire

import (
	"time"

	"routerwatch/monitor"
)

// History is the last hour of one router, told when a window opens; from then
// on the window follows by the snapshots.
type History struct {
	ID     string
	Points []monitor.Point
}

// historyLine is a History as JSON. A point is [Unix milliseconds, pairs,
// latency in milliseconds, gap as 0 or 1]: an hour of them must fit one line.
type historyLine struct {
	Type   string     `json:"type"`
	ID     string     `json:"id"`
	Points [][4]int64 `json:"points"`
}

func fromHistory(h History) historyLine {
	line := historyLine{"history", h.ID, make([][4]int64, len(h.Points))}
	for i, p := range h.Points {
		line.Points[i] = [4]int64{p.At.UnixMilli(), p.Pairs, p.Latency.Milliseconds(), 0}
		if p.Gap {
			line.Points[i][3] = 1
		}
	}
	return line
}

func (line historyLine) history() History {
	h := History{line.ID, make([]monitor.Point, len(line.Points))}
	for i, p := range line.Points {
		h.Points[i] = monitor.Point{
			At: time.UnixMilli(p[0]).UTC(), Pairs: p[1], Latency: milliseconds(p[2]), Gap: p[3] != 0,
		}
	}
	return h
}
