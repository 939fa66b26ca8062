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

// Uptime is up ÷ (up + down), from 0 to 1; false where nothing was watched.
func (t Times) Uptime() (float64, bool) {
	if t.Up+t.Down == 0 {
		return 0, false
	}
	return float64(t.Up) / float64(t.Up+t.Down), true
}

// Coverage is watched ÷ all, from 0 to 1.
func (t Times) Coverage() float64 {
	if all := t.Watched() + t.Unwatched; all > 0 {
		return float64(t.Watched()) / float64(all)
	}
	return 0
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

// A Day is a local day, or the part of it that is in the range. Its length is that
// of its Times: 23, 24 or 25 h, or what had passed of it.
type Day struct {
	Start time.Time // local midnight
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
		year, month, day := time.Unix(start, 0).In(zone).Date()
		midnight := time.Date(year, month, day, 0, 0, 0, 0, zone)
		end := min(time.Date(year, month, day+1, 0, 0, 0, 0, zone).Unix(), r.To)
		if end <= start { // a zone that skipped a day
			end = min(start+r.Step, r.To)
		}
		n, _ := slices.BinarySearchFunc(rows, end, func(row Row, end int64) int { return int(row.Start - end) })
		var s Summary
		s.sum(rows[:n])
		s.Unwatched = max(end-start-s.Watched(), 0)
		days = append(days, Day{Start: midnight, Times: s.Times})
		rows, start = rows[n:], end
	}
	return days
}

// An Outage is an outage as the changes tell it.
type Outage struct {
	Since, Until time.Time // Until is zero while it is open
	// AtLeast means that its beginning or its end was not seen, or that a part of it
	// was not watched: it may have been longer, or the router up in between.
	AtLeast  bool
	Failures []Failure // in the order of their first poll
	Notified bool
	unseen   bool      // the watch ended in it
	last     time.Time // what was last known of it
}

// A Failure is a kind of failure and how many polls failed with it.
type Failure struct {
	Kind  monitor.Kind  `json:"kind"`
	Layer monitor.Layer `json:"layer"`
	Polls int64         `json:"polls"`
}

// Duration is how long the outage lasted until now or its end, in wall time.
func (o Outage) Duration(now time.Time) time.Duration {
	if o.Until.IsZero() {
		return max(now.Sub(o.Since), 0)
	}
	return o.Until.Sub(o.Since)
}

// Outages are those of the range, the oldest first.
func (r Range) Outages() []Outage {
	var all []Outage
	var run []Failure // since the router last answered
	var failing Failure
	open := -1
	end := func(until time.Time, atLeast bool) {
		o := &all[open]
		o.Until, o.AtLeast, o.Failures = until, o.AtLeast || atLeast, run
		open, run = -1, nil
	}
	for _, c := range r.Changes {
		if c.Polls > 0 && failing.Kind != "" {
			run = count(run, failing, c.Polls)
		}
		switch c.What {
		case Began:
			failing = Failure{}
		case Ended:
			if open >= 0 {
				all[open].unseen, all[open].AtLeast = true, true
			}
		case Unwatched, Lost:
			if open >= 0 {
				all[open].AtLeast = true
			}
		case Status:
			failing = Failure{Kind: c.Kind, Layer: c.Layer}
			answered := c.Status == monitor.Live || c.Status == monitor.Paused
			switch {
			case open >= 0 && all[open].unseen && answered: // nobody saw its end
				end(all[open].last, true)
			case open < 0 && answered:
				run = nil
			}
			if open >= 0 && !watched(c.Status) && c.Status != monitor.Connecting {
				all[open].AtLeast = true
			}
		case OutageOpened:
			if open >= 0 && all[open].Since.Equal(c.Since) { // taken up after a restart
				all[open].unseen = false
				break
			}
			if open >= 0 {
				end(all[open].last, true)
			}
			open = len(all)
			all = append(all, Outage{Since: c.Since, AtLeast: c.AtLeast})
		case OutageClosed:
			if open >= 0 && all[open].Since.Equal(c.Since) {
				end(c.Until, c.AtLeast)
			}
		case Notified:
			for i := range all {
				all[i].Notified = all[i].Notified || all[i].Since.Equal(c.Since)
			}
		case Failing, PairsChanged, Restarted, NewBuild, Trimmed:
		}
		if open >= 0 {
			all[open].last = later(c.At, all[open].Since)
		}
	}
	if open >= 0 {
		all[open].Failures = run
	}
	return slices.DeleteFunc(all, func(o Outage) bool { return !o.Until.IsZero() && o.Until.Unix() < r.From })
}

// count adds polls to their kind of failure.
func count(all []Failure, f Failure, polls int64) []Failure {
	for i := range all {
		if all[i].Kind == f.Kind && all[i].Layer == f.Layer {
			all[i].Polls += polls
			return all
		}
	}
	f.Polls = polls
	return append(all, f)
}
