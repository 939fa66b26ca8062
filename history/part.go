package history

import (
	"slices"
	"time"

	"routerwatch/monitor"
)

// OfPoints is what is known of a router whose history is not kept, or cannot be read:
// the polls of the last hour that succeeded. What was up is not known, so none of it
// counts as watched.
func OfPoints(router monitor.Router, points []monitor.Point) Range {
	r := Range{Router: router.ID, Name: router.Name, URL: router.URL, Step: minute}
	for _, p := range points {
		if p.Mean {
			continue // it is no poll
		}
		ms := float64(p.Latency) / float64(time.Millisecond)
		r.Rows = append(r.Rows, Row{
			Start: p.At.Unix() / minute * minute, Times: Times{Unwatched: minute},
			Polls: 1, Latency: Latency{ms, ms, ms}, Pairs: monitor.Counted(p.Pairs),
		})
	}
	if n := len(r.Rows); n > 0 {
		r.From, r.To = r.Rows[0].Start, r.Rows[n-1].Start+minute
		r.Rows = merge(r.Rows, r.From, r.To, minute)
	}
	return r
}

// Points are the readings that a router at that address gave, one of each row: the mean latency, and the
// pairs at the row's end. What was not watched whole, or had a failed poll, is a gap.
func (r Range) Points(url string) (points []monitor.Point) {
	since, other := r.From, false
	for _, c := range r.Changes {
		if c.What == Began && c.URL == url && other {
			since = c.At.Unix()
		}
		if c.What == Began {
			other = c.URL != url
		}
	}
	gap, next := false, int64(0)
	for _, row := range r.Rows {
		broken := row.Failed > 0 || row.Unwatched > 0
		gap, next = gap || broken || row.Start != next, row.Start+r.Step
		if row.Start < since || other || row.Polls == row.Failed || !row.Pairs.Known {
			continue
		}
		points = append(points, monitor.Point{
			At: time.Unix(row.Start+r.Step/2, 0), Pairs: row.Pairs.N, Latency: time.Duration(row.Latency.Mean * float64(time.Millisecond)),
			Gap: gap && len(points) > 0, Mean: true,
		})
		gap = broken
	}
	return points
}

// Part is the part of the range from one time to another, as the rows have it: a
// row that begins in the part counts whole, but for what was not watched of one that
// goes on after it. The changes are those of the range.
func (r Range) Part(from, to time.Time) Range {
	r.From = max(r.From, from.Unix()/max(r.Step, 1)*r.Step)
	r.To, r.Told = min(r.To, to.Unix()), 0
	first, _ := slices.BinarySearchFunc(r.Rows, r.From, startsBefore)
	end, _ := slices.BinarySearchFunc(r.Rows, r.To, startsBefore)
	r.Rows = r.Rows[first:max(first, end)]
	if last := len(r.Rows) - 1; last >= 0 {
		row := r.Rows[last]
		if unwatched := max(r.length(row)-row.Watched(), 0); unwatched < row.Unwatched {
			row.Unwatched = unwatched
			r.Rows = append(slices.Clone(r.Rows[:last]), row)
		}
	}
	return r
}

// Recorded is the range without the time at its end whose rows are not in the files by
// now: the row of the last minute may come a minute late. What happened in that time is
// there already, and stays.
func (r Range) Recorded(now time.Time) Range {
	end := now.Truncate(time.Minute).Add(-time.Minute)
	there := r.Written > end.Unix()
	if r.Step == minute && !there {
		_, there = r.Row(end)
	}
	if there {
		end = end.Add(time.Minute)
	}
	part := r.Part(time.Unix(r.From, 0), later(end, time.Unix(r.From, 0)))
	part.Told = max(r.To, r.Told)
	return part
}

func startsBefore(r Row, at int64) int { return int(r.Start - at) }

// Row is the row at a time; false if nothing was watched then.
func (r Range) Row(at time.Time) (Row, bool) {
	i, found := slices.BinarySearchFunc(r.Rows, at.Unix()/r.Step*r.Step, startsBefore)
	if !found {
		return Row{}, false
	}
	return r.Rows[i], true
}
