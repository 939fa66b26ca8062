package history

import (
	"slices"
	"time"

	"routerwatch/monitor"
)

// story is a made-up life of a router and of the program that watches it: what the
// recorder is told, and what a plain second-by-second account says.
type story struct {
	recorder Recorder
	output   Output // all of it
	now      Moment

	snapshot  monitor.Snapshot
	failures  int // in a row that count towards an outage
	since     time.Time
	successes int
	recovered time.Time      // zero if nothing answered since it failed
	answering time.Time      // since when it answers
	answered  map[int64]bool // seconds that were up although the outage may have gone on: the program was quit in them

	seconds map[int64]monitor.Status // the first record of a second wins
	// maintenance is that of now, and maintained the seconds that were in it.
	maintenance bool
	maintained  map[int64]bool
	outages     []monitor.Outage
	setBack     bool
	starts      int64 // after the first
	slack       int64 // seconds that may be missing: up to a minute for each kill, and each start after a clock was set back
}

var storyStart = time.Date(2026, time.March, 1, 10, 59, 30, 0, time.UTC)

func newStory() *story {
	return &story{now: Moment{Wall: storyStart}, seconds: map[int64]monitor.Status{}, maintained: map[int64]bool{}, answered: map[int64]bool{}}
}

// pass lets time pass by both clocks, with a tick at the end of each minute.
func (s *story) pass(d time.Duration) {
	for d > 0 {
		step := min(d, s.now.Wall.Truncate(time.Minute).Add(time.Minute).Sub(s.now.Wall))
		s.note(s.now.Wall, s.now.Wall.Add(step), s.snapshot.Status)
		s.now.Wall, s.now.Running = s.now.Wall.Add(step), s.now.Running+step
		s.output.Append(s.recorder.Tick(s.now))
		d -= step
	}
}

// note notes the status of the seconds that begin in a time.
func (s *story) note(from, to time.Time, status monitor.Status) {
	for k := ceiling(from); k < ceiling(to); k++ {
		if _, known := s.seconds[k]; !known && status != off {
			s.seconds[k], s.maintained[k] = status, s.maintenance
		}
	}
}

func (s *story) publish(status monitor.Status) {
	s.snapshot.Status, s.snapshot.AsOf = status, s.now.Wall
	s.output.Append(s.recorder.Observe(s.snapshot, s.now))
}

func (s *story) succeed(paused bool) {
	s.failures = 0
	s.snapshot.Reading = monitor.Reading{At: s.now.Wall, Pairs: 4, Paused: paused, Latency: 12 * time.Millisecond}
	s.snapshot.Failure, s.snapshot.Failures, s.snapshot.Tries = monitor.Failure{}, 0, 0
	if s.snapshot.Outage.Open() {
		if s.answering.IsZero() {
			s.answering = s.now.Wall
		}
		if s.successes++; s.recovered.IsZero() {
			s.recovered = s.now.Wall
		}
		if s.successes == 2 {
			s.snapshot.Outage.Until, s.recovered, s.answering = s.recovered, time.Time{}, time.Time{}
			s.outages[len(s.outages)-1] = s.snapshot.Outage
		}
	}
	s.publish(s.snapshot.Reading.Status())
}

func (s *story) fail(kind monitor.Kind) {
	s.successes, s.recovered, s.answering = 0, time.Time{}, time.Time{}
	s.snapshot.Failure = monitor.Failure{Kind: kind, Layer: monitor.Example(kind).Layer}
	s.snapshot.Failures++
	s.snapshot.Tries++
	if kind != monitor.TooManyRequests {
		if s.failures++; s.failures == 1 {
			s.since = s.now.Wall
		}
		if s.failures == 2 && !s.snapshot.Outage.Open() {
			s.snapshot.Outage = monitor.Outage{Since: s.since}
			s.outages = append(s.outages, s.snapshot.Outage)
		}
	}
	switch {
	case s.snapshot.Outage.Open():
		s.publish(monitor.Down)
	case kind == monitor.TooManyRequests:
		s.publish(monitor.Throttled)
	default:
		s.publish(monitor.Retrying)
	}
}

func (s *story) dropFailures() {
	if s.successes > 0 {
		s.successes, s.recovered = 0, time.Time{}
	}
	if !s.snapshot.Outage.Open() {
		s.failures, s.snapshot.Failures, s.snapshot.Tries = 0, 0, 0
	}
}

func (s *story) offline() {
	s.dropFailures()
	s.answering = time.Time{}
	s.snapshot.Failure = monitor.Failure{Kind: monitor.NoNetwork, Layer: monitor.LayerLink}
	s.publish(monitor.Offline)
}

func (s *story) sleep(d time.Duration) {
	s.now.Wall = s.now.Wall.Add(d)
	s.dropFailures()
	s.output.Append(s.recorder.Tick(s.now))
}

// restart ends the program, by a kill or in order, and starts it after d.
func (s *story) restart(kill bool, d time.Duration) {
	s.leave()
	if !kill {
		s.output.Append(s.recorder.End(WhyQuit, s.now))
	}
	if kill {
		s.slack += minute + 2 // a second each for the phase of the tick and of the failure
	}
	s.starts++
	s.now.Wall = s.now.Wall.Add(d)
	s.recorder = Recorder{}
	quarters := int64(0)
	if last := len(s.output.Quarters) - 1; last >= 0 {
		quarters = s.output.Quarters[last].Start + quarter
	}
	from := min(quarters, s.now.Wall.Unix()/quarter*quarter)
	began := max(slices.IndexFunc(s.output.Changes, func(c Change) bool { return c.What == Began }), 0)
	for i, c := range s.output.Changes {
		if c.What == Began {
			began = i
		}
	}
	minutes := slices.DeleteFunc(slices.Clone(s.output.Minutes), func(r Row) bool { return r.Start < from/day*day })
	s.output.Append(s.recorder.Replay(s.output.Changes[began:], minutes, from, quarters))
	outage := s.snapshot.Outage
	if !outage.Open() {
		outage = monitor.Outage{}
	}
	s.snapshot = monitor.Snapshot{Outage: outage}
	s.failures, s.successes = 0, 0
	s.publish(monitor.Connecting)
	if s.maintenance {
		s.maintain(true)
	}
}

// leave notes what was up although its outage may have gone on when the program ended.
func (s *story) leave() {
	if !s.answering.IsZero() {
		for k := ceiling(s.answering); k < ceiling(s.now.Wall); k++ {
			s.answered[k] = true
		}
		s.answering = time.Time{}
	}
}

// maintain begins or ends a maintenance.
func (s *story) maintain(on bool) {
	s.maintenance = on
	s.output.Append(s.recorder.Note(Change{What: Maintenance, On: on}, s.now))
}

// account is the plain account: by minute, and in all.
func (s *story) account(from, to int64) (all Times, byMinute map[int64]Times) {
	byMinute = map[int64]Times{}
	for k, status := range s.seconds {
		down := false
		for _, o := range s.outages {
			down = down || k >= ceiling(o.Since) && (o.Open() || k < ceiling(o.Until))
		}
		one := Times{}
		switch {
		case !watched(status):
		case down && s.maintained[k] && !s.answered[k]:
			one.MaintenanceDown = 1
		case down && !s.answered[k]:
			one.Down = 1
		default:
			one.Up = 1
		}
		start := k / minute * minute
		all, byMinute[start] = all.plus(one), byMinute[start].plus(one)
	}
	all.Unwatched = to - from - all.Watched()
	return all, byMinute
}

func total(rows []Row, from, to, length int64) (t Times) {
	for _, row := range rows {
		if row.Start >= from && row.Start < to {
			t = t.plus(Times{Up: row.Up, Down: row.Down, MaintenanceDown: row.MaintenanceDown})
		}
	}
	t.Unwatched = to - from - t.Watched()
	return t
}
