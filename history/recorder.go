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
	// maintenance means that the operator works on the router: its downtime is apart.
	maintenance bool

	covered []span // what is recorded already, in order, never overlapping
	pending []span // what is recorded, but not in a row yet
	outages []span // those that may have seconds in pending
	// undecided is the first second that may yet turn out to be down; 0 if none may.
	undecided int64
	repeated  bool  // the present second was recorded before: the clock was set back
	polls     int64 // failed polls since the last line that said so

	minutes map[int64]*Row // by start, until they are complete
	// accounted is how many seconds of a minute the rows that were output account for, if
	// they are not all: the program was restarted in it.
	accounted map[int64]int64
	quarters  map[int64]*Row
}

// span is the seconds from from up to, not including, to. An open outage has no to.
type span struct {
	from, to    int64
	status      monitor.Status
	maintenance bool
}

// An Output is what a recorder wants appended to the files.
type Output struct {
	Changes           []Change
	Minutes, Quarters []Row
}

// Sync reports whether the output should be on the disk before anything else
// happens: a change of status, or a quarter.
func (o Output) Sync() bool { return len(o.Changes)+len(o.Quarters) > 0 }

// Append adds what was output next.
func (o *Output) Append(next Output) {
	o.Changes = append(o.Changes, next.Changes...)
	o.Minutes = append(o.Minutes, next.Minutes...)
	o.Quarters = append(o.Quarters, next.Quarters...)
}

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
	r.emit(now.Wall.Unix(), now.Wall.Unix(), &o) // a poll may still settle in this second
	return o
}

// Tick records that time has passed. It is called at the end of each minute.
func (r *Recorder) Tick(now Moment) Output {
	var o Output
	if r.last.Wall.IsZero() {
		return o
	}
	r.advance(now, &o)
	r.emit(now.Wall.Unix(), now.Wall.Unix(), &o)
	if len(r.pending) > 0 && len(o.Changes) == 0 {
		o.Changes = append(o.Changes, Change{At: utc(now.Wall), What: Failing, Polls: r.polls})
		r.polls = 0
	}
	return o
}

// Note records a change that does not show in a snapshot.
func (r *Recorder) Note(c Change, now Moment) Output {
	o := r.Tick(now)
	c.At, c.Since = utc(now.Wall), utc(c.Since)
	o.Changes = append(o.Changes, c)
	r.apply(c)
	return o
}

// End ends the watch. What is undecided becomes a row: failures that were no outage
// yet are up, and so is what may have been the end of one.
func (r *Recorder) End(why string, now Moment) Output {
	var o Output
	if r.last.Wall.IsZero() {
		return o
	}
	r.advance(now, &o)
	o.Changes = append(o.Changes, Change{At: utc(now.Wall), What: Ended, Why: why, Polls: r.polls})
	r.finish(now.Wall.Unix(), &o)
	return o
}

// finish outputs the minutes that are not complete. A quarter that is not over is
// summed again from them when the next watch begins.
func (r *Recorder) finish(now int64, o *Output) {
	for i, outage := range r.outages {
		if outage.to == 0 && r.undecided != 0 { // it answers: see [monitor.Snapshot.Recovered]
			r.outages[i].to = r.undecided + 1
		}
	}
	r.undecided = 0
	r.emit(forever, now, o)
	*r = Recorder{covered: r.covered, quarters: r.quarters, accounted: r.accounted}
	for start := range r.accounted { // the next watch accounts for the rest
		r.minute(start)
	}
}

// advance records the time since it was last called. What the machine slept, and
// what a stopped process did not see, was not watched.
func (r *Recorder) advance(now Moment, o *Output) {
	from, end, passed := r.last.Wall, now.Wall, now.Running-r.last.Running
	awake, why := end, ""
	switch due := r.snapshot.Overdue(); {
	case end.Sub(from)-passed > clockJump:
		awake, why = from.Add(passed), WhyAsleep
		r.snapshot.NextPoll, r.snapshot.Polling = time.Time{}, time.Time{} // of before the sleep
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
	whole := span{ceiling(from), ceiling(to), status, r.maintenance}
	if whole.from >= whole.to {
		return
	}
	parts := without(whole, r.covered)
	r.repeated = len(parts) == 0
	for _, part := range parts {
		r.covered = cover(r.covered, part)
		if last := len(r.pending) - 1; last >= 0 && r.pending[last].to == part.from && r.pending[last].status == status && r.pending[last].maintenance == r.maintenance {
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
	case Maintenance:
		r.maintenance = c.On
	case Began, Lost: // what was lost is followed by the present state
		r.maintenance = false
	case Ended, Failing, Unwatched, Notified, Acknowledged, PairsChanged, LostPairs, LostPairsEnd, Restarted, NewBuild, Trimmed:
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

// watched reports whether a second with that status counts as watched.
func watched(s monitor.Status) bool {
	switch s {
	case monitor.Live, monitor.Paused, monitor.Throttled, monitor.Retrying, monitor.Down:
		return true
	case monitor.Connecting, monitor.Offline, monitor.Stalled, off:
	}
	return false
}

// state is the present state as changes, to go on with after some were lost.
func (r *Recorder) state(now Moment) []Change {
	s := r.snapshot
	at := utc(now.Wall)
	var all []Change
	if r.maintenance { // first: the outage that is open may be all in it
		all = append(all, Change{At: at, What: Maintenance, On: true})
	}
	all = append(all, Change{At: at, What: Status, Status: s.Status, Kind: s.Failure.Kind, Layer: s.Failure.Layer})
	switch {
	case s.Outage.Open():
		all = append(all, Change{At: at, What: OutageOpened, Since: utc(s.Outage.Since), AtLeast: s.Outage.StartUnseen})
	case !s.Outage.Since.IsZero():
		all = append(all, Change{At: at, What: OutageClosed, Since: utc(s.Outage.Since), Until: utc(s.Outage.Until), AtLeast: s.Outage.StartUnseen})
	}
	return all
}
