package history

import (
	"slices"
	"time"

	"routerwatch/monitor"
)

const (
	// clockJump is how much further than the monotonic clock the wall clock must
	// have gone, for a sleep or a clock set forward.
	clockJump = 2 * time.Second
	// maxSilence is how long a recorder may hear nothing: [Store] ticks each minute.
	maxSilence = 150 * time.Second
	// maxCovered bounds the stretches of time that a recorder remembers.
	maxCovered = 1000
)

// forever is later than any second.
const forever = 1 << 62

// off is the status of a time in which nothing was watched.
const off monitor.Status = ""

// A Moment is a time by both clocks.
type Moment struct {
	Wall time.Time // without a monotonic reading
	// Running is the time on a clock that stops while the machine sleeps, and that
	// nobody sets.
	Running time.Duration
}

// A Recorder turns the snapshots of one router into changes and rows. It does no
// I/O, and takes the time as an argument. It is not safe for concurrent use. Its
// zero value has recorded nothing.
type Recorder struct {
	last     Moment // when it last heard of anything; zero before the watch began
	snapshot monitor.Snapshot
	status   monitor.Status

	covered []span // what is recorded already, in order, never overlapping
	pending []span // what is recorded, but not in a row yet
	outages []span // those that may have seconds in pending
	// undecided is the first second that may yet turn out to be down; 0 if none may.
	undecided int64
	repeated  bool  // the present second was recorded before: the clock was set back
	polls     int64 // failed polls since the last line that said so

	minutes  map[int64]*Row // by start, until they are complete
	quarters map[int64]*Row
}

// span is the seconds from from up to, not including, to. An open outage has no to.
type span struct {
	from, to int64
	status   monitor.Status
}

// An Output is what a recorder wants appended to the files.
type Output struct {
	Changes           []Change
	Minutes, Quarters []Row
}

// Sync reports whether the output should be on the disk before anything else
// happens: a change of status, or a quarter.
func (o Output) Sync() bool { return len(o.Changes)+len(o.Quarters) > 0 }

// Observe records a snapshot. Polls in flight that settled are counted, so it must
// get every snapshot of the router.
func (r *Recorder) Observe(s monitor.Snapshot, now Moment) Output {
	var o Output
	if r.last.Wall.IsZero() {
		o.Changes = append(o.Changes, Change{At: utc(now.Wall), What: Began, Name: s.Name, URL: s.URL, Version: Version})
		r.last = now
	}
	r.advance(now, &o)
	for _, c := range news(r.snapshot, s) {
		if c.What == Status || c.What == OutageClosed {
			c.Polls, r.polls = r.polls, 0
		}
		o.Changes = append(o.Changes, c)
		r.apply(c)
	}
	r.countPoll(s, now)
	r.snapshot, r.status = s, s.Status
	r.emit(ceiling(now.Wall), ceiling(now.Wall), &o)
	return o
}

// Tick records that time has passed. It is called at the end of each minute.
func (r *Recorder) Tick(now Moment) Output {
	var o Output
	if r.last.Wall.IsZero() {
		return o
	}
	r.advance(now, &o)
	r.emit(ceiling(now.Wall), ceiling(now.Wall), &o)
	if len(r.pending) > 0 && len(o.Changes) == 0 {
		o.Changes = append(o.Changes, Change{At: utc(now.Wall), What: Failing, Polls: r.polls})
		r.polls = 0
	}
	return o
}

// Note records a change that does not show in a snapshot.
func (r *Recorder) Note(c Change, now Moment) Output {
	o := r.Tick(now)
	c.At = utc(now.Wall)
	o.Changes = append(o.Changes, c)
	return o
}

// End ends the watch. What is undecided becomes a row: failures that were no outage
// yet are up.
func (r *Recorder) End(why string, now Moment) Output {
	var o Output
	if r.last.Wall.IsZero() {
		return o
	}
	r.advance(now, &o)
	o.Changes = append(o.Changes, Change{At: utc(now.Wall), What: Ended, Why: why, Polls: r.polls})
	r.finish(ceiling(now.Wall), &o)
	return o
}

// finish outputs the minutes that are not complete. A quarter that is not over is
// summed again from them when the next watch begins.
func (r *Recorder) finish(now int64, o *Output) {
	r.undecided = 0
	r.emit(forever, now, o)
	*r = Recorder{covered: r.covered, quarters: r.quarters}
}

// Replay takes up the changes and the rows of earlier watches, the oldest first. If
// the last of them was killed, it outputs its end, and the minutes that were not
// written.
func (r *Recorder) Replay(changes []Change, minutes []Row, quartersUntil int64) Output {
	var o Output
	stored, newest := int64(0), int64(0)
	for _, c := range changes {
		newest = max(newest, ceiling(c.At))
	}
	for _, row := range minutes {
		// Which seconds of a minute were watched is not stored: none counts twice.
		whole := span{from: row.Start, to: row.Start + minute}
		if row.covered() < minute && newest > whole.from && newest < whole.to {
			whole.to = newest
		}
		for _, part := range without(whole, r.covered) {
			r.covered = cover(r.covered, part)
		}
		if stored = max(stored, whole.to); row.Start >= quartersUntil {
			r.sum(row)
		}
	}
	ended := true
	for _, c := range changes {
		until := c.At
		if c.What == Unwatched {
			until = c.Since
		}
		switch c.What {
		case Began:
			r.status, r.undecided, r.outages, ended = monitor.Connecting, 0, nil, false
		case Ended:
			ended = true
		default:
			if !ended {
				r.record(r.status, r.last.Wall, until)
			}
		}
		if c.Polls > 0 && c.At.Unix() >= stored {
			row := r.minute(c.At.Unix() / minute * minute)
			row.add(Row{Polls: c.Polls, Failed: c.Polls}, minute)
		}
		r.last.Wall = c.At
		r.apply(c)
	}
	if !ended {
		at := later(r.last.Wall, time.Unix(stored, 0))
		o.Changes = []Change{{At: utc(at), What: Ended, Why: WhyKilled}}
	}
	r.finish(max(stored, ceiling(r.last.Wall)), &o)
	return o
}

// advance records the time since it was last called. What the machine slept, and
// what a stopped process did not see, was not watched.
func (r *Recorder) advance(now Moment, o *Output) {
	from, end, passed := r.last.Wall, now.Wall, now.Running-r.last.Running
	awake, why := end, ""
	switch due := r.snapshot.Overdue(); {
	case end.Sub(from)-passed > clockJump:
		awake, why = from.Add(passed), WhyAsleep
	case passed > maxSilence:
		awake, why = from, WhyStopped
	case !due.IsZero() && due.Before(end): // the loop is stuck
		due = later(due.Round(0), from)
		r.record(r.status, from, due)
		if from = due; r.status != monitor.Stalled {
			c := Change{At: utc(due), What: Status, Status: monitor.Stalled, Polls: r.polls}
			r.snapshot.Status, r.polls = monitor.Stalled, 0
			o.Changes = append(o.Changes, c)
			r.apply(c)
		}
	}
	r.record(r.status, from, awake)
	if why != "" {
		o.Changes = append(o.Changes, Change{At: utc(now.Wall), What: Unwatched, Since: utc(awake), Until: utc(end), Why: why})
	}
	r.last = now
}

// record adds the seconds from one time to another, but for those that are
// recorded already, because the clock was set back.
func (r *Recorder) record(status monitor.Status, from, to time.Time) {
	whole := span{ceiling(from), ceiling(to), status}
	if whole.from >= whole.to {
		return
	}
	parts := without(whole, r.covered)
	r.repeated = len(parts) == 0
	for _, part := range parts {
		r.covered = cover(r.covered, part)
		if last := len(r.pending) - 1; last >= 0 && r.pending[last].to == part.from && r.pending[last].status == status {
			r.pending[last].to = part.to
		} else {
			r.pending = append(r.pending, part)
		}
	}
}

// apply is what a change means for the time from now on.
func (r *Recorder) apply(c Change) {
	at := ceiling(c.At)
	switch c.What {
	case Status:
		r.status = c.Status
		r.decide(at)
	case OutageOpened:
		r.outages = append(r.outages, span{from: ceiling(c.Since)})
		r.decide(at)
	case OutageClosed:
		for i, outage := range r.outages {
			if outage.to == 0 && outage.from == ceiling(c.Since) {
				r.outages[i].to = max(ceiling(c.Until), outage.from)
			}
		}
		r.decide(at)
	case Began, Ended, Failing, Unwatched, Notified, PairsChanged, Restarted, NewBuild, Trimmed, Lost:
	}
}

// decide sets from when on it is undecided whether a second is down: while a router
// fails and it is no outage yet, and while it answers and the outage is not over.
func (r *Recorder) decide(at int64) {
	failing := r.status == monitor.Retrying || r.status == monitor.Down || r.status == monitor.Throttled && r.undecided != 0
	open := slices.ContainsFunc(r.outages, func(s span) bool { return s.to == 0 })
	switch {
	case failing == open, !watched(r.status): // an outage, or all is well, or neither
		r.undecided = 0
	case r.undecided == 0:
		r.undecided = at - 1 // the failure settled before its snapshot was made
	}
}

// countPoll counts a poll that has settled since the last snapshot.
func (r *Recorder) countPoll(s monitor.Snapshot, now Moment) {
	before := r.snapshot
	answered := s.Reading.Known() && !s.Reading.At.Equal(before.Reading.At)
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
			r.settle(span{s.from, min(s.to, decided), s.status})
			s.from = min(s.to, decided)
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
	for _, row := range complete {
		r.sum(row)
	}
	o.Minutes = append(o.Minutes, complete...)
	o.Quarters = append(o.Quarters, r.complete(r.quarters, quarter, quartersUntil)...)
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
		part := span{s.from, min(s.to, start+minute), s.status}
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
			one.Times = Times{Up: seconds - down, Down: down}
		}
		r.minute(start).add(one, minute)
	}
}

// watched reports whether a second with that status counts as watched.
func watched(s monitor.Status) bool {
	switch s {
	case monitor.Live, monitor.Paused, monitor.Throttled, monitor.Retrying, monitor.Down:
		return true
	case monitor.Connecting, monitor.Offline, monitor.Stalled, off:
	}
	return false
}

// ceiling is the first whole second that is not before t.
func ceiling(t time.Time) int64 {
	if t.Nanosecond() > 0 {
		return t.Unix() + 1
	}
	return t.Unix()
}

func later(a, b time.Time) time.Time {
	if a.Before(b) {
		return b
	}
	return a
}

// without is the parts of s that are in none of the spans.
func without(s span, spans []span) []span {
	parts := []span{}
	for _, c := range spans {
		if c.to <= s.from || c.from >= s.to {
			continue
		}
		if c.from > s.from {
			parts = append(parts, span{s.from, c.from, s.status})
		}
		if s.from = c.to; s.from >= s.to {
			return parts
		}
	}
	return append(parts, s)
}

// cover is spans with one more, joined with its neighbours.
func cover(spans []span, s span) []span {
	i, _ := slices.BinarySearchFunc(spans, s.from, func(c span, from int64) int { return int(c.from - from) })
	spans = slices.Insert(spans, i, span{from: s.from, to: s.to})
	if i+1 < len(spans) && spans[i].to == spans[i+1].from {
		spans[i].to = spans[i+1].to
		spans = slices.Delete(spans, i+1, i+2)
	}
	if i > 0 && spans[i-1].to == spans[i].from {
		spans[i-1].to = spans[i].to
		spans = slices.Delete(spans, i, i+1)
	}
	return spans[max(len(spans)-maxCovered, 0):]
}
