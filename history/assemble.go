package history

import (
	"slices"
	"time"

	"routerwatch/monitor"
)

// countPoll counts a poll that has settled since the last snapshot.
func (r *Recorder) countPoll(s monitor.Snapshot, now Moment) {
	before := r.snapshot
	answered := s.Status != monitor.Connecting && s.Reading.Known() && !s.Reading.At.Equal(before.Reading.At)
	failed := s.Failing() && (s.Tries > before.Tries || s.Failures > before.Failures)
	if !answered && !failed || r.repeated {
		return
	}
	row := r.minute(now.Wall.Unix() / minute * minute)
	one := Row{Polls: 1}
	if failed {
		one.Failed = 1
		r.polls++
	} else {
		ms := float64(s.Reading.Latency) / float64(time.Millisecond)
		one.Latency, one.Pairs = Latency{ms, ms, ms}, monitor.Counted(s.Reading.Pairs)
	}
	row.add(one, minute)
}

func (r *Recorder) minute(start int64) *Row {
	if r.minutes == nil {
		r.minutes = map[int64]*Row{}
	}
	if r.minutes[start] == nil {
		r.minutes[start] = &Row{Start: start, Times: Times{Unwatched: minute}}
	}
	return r.minutes[start]
}

// emit moves what is decided into rows, and outputs the rows to which nothing can be
// added any more at that second.
func (r *Recorder) emit(minutesUntil, quartersUntil int64, o *Output) {
	decided := r.undecided
	if decided == 0 {
		decided = forever
	}
	kept := r.pending[:0]
	for _, s := range r.pending {
		if s.from < decided {
			part := s
			part.to = min(s.to, decided)
			r.settle(part)
			s.from = part.to
		}
		if s.from < s.to {
			kept = append(kept, s)
		}
	}
	r.pending = kept
	if len(r.pending) == 0 {
		r.outages = slices.DeleteFunc(r.outages, func(s span) bool { return s.to != 0 })
	}
	complete := r.complete(r.minutes, minute, minutesUntil)
	for i, row := range complete {
		r.sum(row)
		complete[i].Unwatched = r.account(row, quartersUntil)
	}
	o.Minutes = append(o.Minutes, complete...)
	o.Quarters = append(o.Quarters, r.complete(r.quarters, quarter, quartersUntil)...)
}

// account is how many seconds the row of a minute says were not watched: those up to
// now for which no earlier row accounts.
func (r *Recorder) account(row Row, now int64) (unwatched int64) {
	if r.accounted == nil {
		r.accounted = map[int64]int64{}
	}
	seconds := r.accounted[row.Start] + row.Watched()
	unwatched = max(min(row.Start+minute, now)-row.Start-seconds, 0)
	if r.accounted[row.Start] = seconds + unwatched; seconds+unwatched >= minute {
		delete(r.accounted, row.Start)
	}
	return unwatched
}

// sum adds the row of a minute to its quarter.
func (r *Recorder) sum(row Row) {
	if r.quarters == nil {
		r.quarters = map[int64]*Row{}
	}
	start := row.Start / quarter * quarter
	if r.quarters[start] == nil {
		r.quarters[start] = &Row{Start: start, Times: Times{Unwatched: quarter}}
	}
	r.quarters[start].add(row, quarter)
}

// complete removes and returns the rows to which nothing can be added any more.
func (r *Recorder) complete(rows map[int64]*Row, length, now int64) (out []Row) {
	for start, row := range rows {
		waits := slices.ContainsFunc(r.pending, func(s span) bool { return s.from < start+length && start < s.to })
		if over := start+length <= now || start > now; over && !waits {
			out = append(out, *row)
			delete(rows, start)
		}
	}
	slices.SortFunc(out, func(a, b Row) int { return int(a.Start - b.Start) })
	return out
}

// settle adds seconds that are decided to the rows of their minutes.
func (r *Recorder) settle(s span) {
	for s.from < s.to {
		start := s.from / minute * minute
		part := s
		part.to = min(s.to, start+minute)
		s.from = part.to
		seconds := part.to - part.from
		one := Row{}
		if index := slices.Index(monitor.Statuses(), part.status); index >= 0 {
			one.InStatus[index] = seconds
		}
		if watched(part.status) {
			down := int64(0)
			for _, outage := range r.outages {
				if outage.to == 0 {
					outage.to = forever
				}
				down += max(min(part.to, outage.to)-max(part.from, outage.from), 0)
			}
			if part.status == monitor.Down { // also where a clock set back has moved it out of its outage
				down = seconds
			}
			one.Up, one.Down = seconds-down, down
			if s.maintenance {
				one.Down, one.MaintenanceDown = 0, down
			}
		}
		r.minute(start).add(one, minute)
	}
}
