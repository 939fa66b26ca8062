package view

import (
	"routerwatch/history"
	"routerwatch/monitor"
)

// bands are the statuses over the range. A row with an outage counts as down, so that
// a short one is seen; else what took most of it counts.
func bands(r history.Range) []Band {
	var all []Band
	add := func(from, to int64, cell DayCell) {
		if last := len(all) - 1; last >= 0 && all[last].DayCell == cell {
			all[last].To = position(r, to)
			return
		}
		all = append(all, Band{position(r, from), position(r, to), cell})
	}
	at := r.From
	for _, row := range r.Rows {
		if row.Start > at {
			add(at, row.Start, DayCell{Hatched: true, Tone: Neutral})
		}
		at = min(row.Start+r.Step, r.To)
		add(row.Start, at, rowCell(row, at-row.Start))
	}
	if at < r.To {
		add(at, r.To, DayCell{Hatched: true, Tone: Neutral})
	}
	return all
}

// rowCell is the cell of a row of that length.
func rowCell(row history.Row, length int64) DayCell {
	switch {
	case row.Down > 0:
		return DayCell{Level: 1, Tone: Bad}
	case row.MaintenanceDown > 0:
		return DayCell{Level: 1, Tone: Neutral}
	case 2*row.Watched() < length:
		return DayCell{Hatched: true, Tone: Neutral}
	}
	cell, longest := DayCell{Level: 4, Tone: Good}, int64(0)
	for i, status := range monitor.Statuses() {
		if row.InStatus[i] <= longest {
			continue
		}
		switch status {
		case monitor.Live:
			cell = DayCell{Level: 4, Tone: Good}
		case monitor.Paused:
			cell = DayCell{Level: 2, Tone: Notable}
		case monitor.Retrying:
			cell = DayCell{Level: 3, Tone: Notable}
		case monitor.Throttled:
			cell = DayCell{Level: 3, Tone: Withheld}
		case monitor.Down, monitor.Connecting, monitor.Offline, monitor.Stalled: // not up
			continue
		}
		longest = row.InStatus[i]
	}
	return cell
}

// charts are the pairs and the mean latency of the rows.
func (p *HistoryPage) charts() (pairs, latencies Chart) {
	pairs, latencies = Chart{Name: "pairs", Caption: "pairs"}, Chart{Name: "latency", Caption: "latency"}
	sum := p.Past.Sum()
	if sum.Polls == sum.Failed {
		return pairs, latencies
	}
	least, highest, known := int64(0), int64(0), false
	slowest := float64(minLatencyScale.Milliseconds())
	for _, row := range p.Past.Rows {
		slowest = max(slowest, row.Latency.Mean)
		if n := row.Pairs; n.Known {
			if !known {
				least, highest, known = n.N, n.N, true
			}
			least, highest = min(least, n.N), max(highest, n.N)
		}
	}
	latencies.Range = rangeOf(milliseconds(sum.Latency.Min), milliseconds(sum.Latency.Max))
	if known {
		pairs.Range = rangeOf(group(least), group(highest))
	}
	for i, row := range p.Past.Rows {
		x := position(p.Past, row.Start+p.Past.Step/2)
		gap := i == 0 || p.Past.Rows[i-1].Start+p.Past.Step != row.Start
		if row.Polls > row.Failed {
			latencies.Segments = extend(latencies.Segments, ChartPoint{x, row.Latency.Mean / slowest}, gap || p.Past.Rows[i-1].Polls == p.Past.Rows[i-1].Failed)
		}
		if row.Pairs.Known {
			pairs.Segments = extend(pairs.Segments, ChartPoint{x, height(row.Pairs.N, least, highest)}, gap || !p.Past.Rows[i-1].Pairs.Known)
		}
	}
	return pairs, latencies
}

// position is where a second is in the range.
func position(r history.Range, second int64) float64 {
	return float64(second-r.From) / float64(max(1, r.To-r.From))
}
