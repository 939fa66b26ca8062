package history

import (
	"slices"
	"time"

	"routerwatch/monitor"
)

// MinCoverage is the share of a day that must have been watched for the day to have
// an uptime.
const MinCoverage = 0.9

// A Summary is what a range adds up to.
type Summary struct {
	Times
	Polls, Failed int64
	Latency       Latency
}

// Uptime is up ÷ (up + down), from 0 to 1, rounded down to a millionth: it is 1 only
// where no second was down. It is false where nothing was watched.
func (t Times) Uptime() (ratio float64, known bool) {
	return share(t.Up, t.Up+t.Down), t.Up+t.Down > 0
}

// Coverage is watched ÷ all, from 0 to 1, likewise.
func (t Times) Coverage() float64 { return share(t.Watched(), t.Watched()+t.Unwatched) }

func share(part, whole int64) float64 {
	if whole == 0 {
		return 0
	}
	return float64(part*1e6/whole) / 1e6
}

// Sum adds up the range. Up, down, unwatched and maintenance add up to its length.
func (r Range) Sum() (s Summary) {
	s.sum(r.Rows)
	s.Unwatched = max(r.To-r.From-s.Watched(), 0)
	return s
}

func (s *Summary) sum(rows []Row) {
	for _, row := range rows {
		s.Latency = s.Latency.with(s.Polls-s.Failed, row.Latency, row.Polls-row.Failed)
		s.Times = s.plus(row.Times)
		s.Polls, s.Failed = s.Polls+row.Polls, s.Failed+row.Failed
	}
}

// uncounted is how many polls the rows know to have failed after the last line that
// counts them: while an outage is open, there may be none for long.
func (r Range) uncounted() (polls int64) {
	var idle bool // the router answered, or was not watched, so that no poll is uncounted
	var since, from, counted, last int64
	step := max(r.Step, 1)
	for _, c := range r.Changes {
		at := c.At.Unix()
		counted += c.Polls
		switch answered := c.Status == monitor.Live || c.Status == monitor.Paused; {
		case c.What == Began, c.What == Status && answered:
			if !idle {
				idle, since = true, at
			}
		case c.What == Status && c.Status != monitor.Connecting:
			if start := at / step * step; idle && since <= start {
				from, counted = start, 0
			}
			idle = false
		}
		if c.What == Status || c.What == OutageClosed || c.What == Ended || c.What == Failing {
			last = at
		}
	}
	if from < r.From { // of the rows after that line none is counted
		from, counted = max(last/step*step+step, r.From), 0
	}
	for _, row := range r.Rows {
		if row.Start >= from {
			polls += row.Failed
		}
	}
	return max(polls-counted, 0)
}

// A Day is a local day, or the part of it that is in the range. Its length is that
// of its Times: 23, 24 or 25 h, or what had passed of it.
type Day struct {
	Start time.Time // its first second
	Times
}

// Uptime is false also for a day of which too little was watched.
func (d Day) Uptime() (float64, bool) {
	if d.Coverage() < MinCoverage {
		return 0, false
	}
	return d.Times.Uptime()
}

// Days divides the range into days of a time zone.
func (r Range) Days(zone *time.Location) []Day {
	var days []Day
	rows := r.Rows
	for start := r.From; start < r.To; {
		began, next := dayOf(time.Unix(start, 0).In(zone))
		end := min(next.Unix(), r.To)
		n, _ := slices.BinarySearchFunc(rows, end, func(row Row, end int64) int { return int(row.Start - end) })
		var s Summary
		s.sum(rows[:n])
		s.Unwatched = max(end-start-s.Watched(), 0)
		days = append(days, Day{Start: began, Times: s.Times})
		rows, start = rows[n:], end
	}
	return days
}

// dayOf is the first second of a time's local day, and that of the next. Where clocks
// change at midnight, that is not 0:00, or there are two of them.
func dayOf(t time.Time) (start, next time.Time) {
	year, month, day := t.Date()
	return firstSecond(year, month, day, t.Location()), firstSecond(year, month, day+1, t.Location())
}

func firstSecond(year int, month time.Month, day int, zone *time.Location) time.Time {
	midnight := time.Date(year, month, day, 0, 0, 0, 0, time.UTC)
	date := midnight.Format(time.DateOnly)
	var first time.Time
	for _, near := range []time.Time{midnight.Add(-36 * time.Hour), midnight.Add(36 * time.Hour)} {
		_, offset := near.In(zone).Zone()
		at := midnight.Add(-time.Duration(offset) * time.Second).In(zone)
		if at.Format(time.DateOnly) >= date && (first.IsZero() || at.Before(first)) { // a day may be skipped
			first = at
		}
	}
	return first
}
