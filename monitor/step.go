package monitor

import "time"

// state is the loop's state: an immutable value, changed by the pure methods
// below. Each takes the present time, and a random number u in [0, 1) if it
// schedules a poll.
//
// Times in the past have no monotonic reading, so that ages include a sleep;
// times of the schedule have one, as the timers do; for retryAfter both clocks
// are used, see retryAfterLeft.
type state struct {
	// Snapshot is what will be published; the loop fills in the router, the
	// status, the timeout and the moment.
	Snapshot

	outageSteps        int       // scheduled failures in a row other than 429
	failingSince       time.Time // when the first of them settled
	failingStartUnseen bool      // the time just before it is unknown
	relapses           int       // consecutive outages that each began soon after the last
	goodPolls          int       // successes in a row during the open outage; see also [Snapshot.Recovered]
	recoveredEarlier   bool      // Recovered is of an earlier run

	restored  bool      // the reading is of an earlier run
	lastPairs pairPeak  // of the last reading
	peaks     pairPeaks // of the hour before it

	contrary [Body]int // polls in a row against what Slow says of a phase
	inquiry  inquiry   // what is asked between polls

	throttledAt  time.Time     // when the router last answered 429
	safeInterval time.Duration // the interval to return to soon after a 429
	steadyPolls  int           // successes since the interval last changed, or since a 429

	manual     bool      // the poll in flight was sent by Retry now
	retryAfter time.Time // the end of the router's Retry-After
	offline    bool      // nothing is sent until there is a route to the router
}

// Restored is the state that survives a restart of the program: an open outage, a
// pause, and the pairs. Its zero value is that of a first start.
type Restored struct {
	Outage            time.Time // its beginning; zero if none was open
	OutageStartUnseen bool      `json:"OutageFound"` // see [Outage.StartUnseen]
	OutageUnwatched   bool      `json:",omitempty"`  // see [Outage.Unwatched]
	Recovered         time.Time `json:",omitzero"`   // see [Snapshot.Recovered]
	Pause             time.Time
	PauseStartUnseen  bool      `json:"PauseFound"` // see [Snapshot.PauseStartUnseen]
	LostPairs         LostPairs `json:",omitzero"`
	HadPairs          bool      `json:",omitempty"`
	Pairs             Count     `json:",omitzero"` // of the last reading
	Reading           Reading   `json:",omitzero"` // the last one, of a router that was failing in an outage
}

// Restorable is the state to restore after a snapshot, which goes on from an earlier
// one as long as nothing has settled.
func (s Snapshot) Restorable(earlier Restored) Restored {
	now := earlier
	if s.Status != Connecting {
		now = Restored{Pause: s.Pause, PauseStartUnseen: s.PauseStartUnseen, Pairs: earlier.Pairs}
		if s.Outage.Open() {
			now.Outage, now.OutageStartUnseen, now.OutageUnwatched, now.Recovered = s.Outage.Since, s.Outage.StartUnseen, s.Outage.Unwatched, s.Recovered
		}
		if s.Outage.Open() && s.Failing() {
			now.Reading = s.Reading
		}
		if s.Reading.Known() {
			now.Pairs = Counted(s.Reading.Pairs)
		}
	}
	now.LostPairs, now.HadPairs = s.LostPairs, s.HadPairs
	return now
}

func begin(plan Plan, known Restored) state {
	s := state{safeInterval: plan.Interval}
	s.Interval, s.Pause, s.PauseStartUnseen = plan.Interval, known.Pause.Round(0), known.PauseStartUnseen
	if !known.Outage.IsZero() {
		s.Recovered, s.recoveredEarlier = known.Recovered.Round(0), !known.Recovered.IsZero()
		s.Outage = Outage{Since: known.Outage.Round(0), StartUnseen: known.OutageStartUnseen, Unwatched: known.OutageUnwatched || !s.recoveredEarlier}
	}
	s.LostPairs, s.HadPairs, s.lastPairs.pairs = known.LostPairs, known.HadPairs, known.Pairs.N
	s.Reading, s.restored = known.Reading, known.Reading.Known()
	if s.restored {
		s.lastPairs.at = s.Reading.At
	}
	return s
}

// send starts a poll.
func (s state) send(now time.Time, manual bool) state {
	s.Polling, s.manual = now, manual
	s.NextPoll, s.Wait, s.offline = time.Time{}, 0, false
	return s
}

// succeed settles the poll in flight with a reading.
func (s state) succeed(plan Plan, r Reading, now time.Time) state {
	wall := now.Round(0)
	r.At = wall
	s = s.notePause(plan, r, wall).notePairs(plan, r.Pairs, wall).noteSlow(plan, r)
	before := s.Reading
	s.Reading, s.restored = r, false

	s.Failure, s.Failures, s.Tries, s.outageSteps = Failure{}, 0, 0, 0
	s.failingSince, s.retryAfter, s.RetryBlocked = time.Time{}, time.Time{}, time.Time{}
	s = s.want(plan, before, now).countSuccess(plan, wall).shortenInterval(plan)
	return s.schedule(now, s.Interval)
}

// notePause sets the beginning of a pause to the first paused reading.
func (s state) notePause(plan Plan, r Reading, wall time.Time) state {
	switch {
	case !r.Paused:
		s.Pause, s.PauseStartUnseen = time.Time{}, false
	case s.Pause.IsZero():
		s.Pause, s.PauseStartUnseen = wall, !s.Reading.Known() || wall.Sub(s.Reading.At) > maxReadingGap(s.Interval, plan.Timeout)
	}
	return s
}

// fail settles the poll in flight with a failure.
func (s state) fail(plan Plan, f Failure, now time.Time, u float64) state {
	wall := now.Round(0)
	if !s.Failing() && !s.Outage.Open() {
		s.inquiry.aliveAt = s.inquiry.answeredAt
	}
	s.Failure = f
	s = s.stopNaming()
	s.Tries++
	relapsed := s.Outage.Open() && s.goodPolls > 0
	s = s.dropRecovery()

	throttled := f.Kind == TooManyRequests
	if f.RouterUnknown() { // failures before may have had the same cause
		s.outageSteps, s.failingSince = 0, time.Time{}
	}
	if f.RetryAfter > 0 {
		s.retryAfter = now.Add(min(f.RetryAfter, MaxRetryAfter))
	}
	if !s.manual {
		s.Failures++
		switch {
		case throttled:
			s = s.lengthenInterval(plan)
		case !f.RouterUnknown():
			s = s.countFailure(plan, f, wall)
			if relapsed {
				s.Outage.Relapses++
			}
		}
	}
	if throttled {
		s.steadyPolls, s.throttledAt = 0, wall
		s.inquiry.wanted[Quota] = s.About.Quota == Allowance{}
	}
	wait := plan.failureWait(s.Failures, s.Interval, s.retryAfterLeft(now), u)
	s.RetryBlocked = time.Time{}
	switch {
	case s.manual && throttled && f.RetryAfter > 0:
		s.RetryBlocked = s.retryAfter
	case s.manual && throttled:
		s.RetryBlocked = now.Add(wait)
	}
	return s.schedule(now, wait)
}

// goOffline records that this computer has no route to the router. Nothing is
// sent until there is one, and failures that were not yet an outage are dropped,
// because they were due to this computer's network.
func (s state) goOffline() state {
	s = s.dropFailures().stopNaming()
	s.offline = true
	s.Failure = Failure{Kind: NoNetwork, Layer: LayerLink}
	s.Polling, s.NextPoll, s.Wait = time.Time{}, time.Time{}, 0
	return s
}

// pollSoon schedules the poll after a sleep, or after the network returned: the
// poll in flight and failures under the threshold are not counted; the next poll
// is made after a short random wait, not before the router's Retry-After, and not
// before least, so that waking often does not mean polling often.
func (s state) pollSoon(now time.Time, least time.Duration, u float64) state {
	s = s.dropFailures()
	s.Polling = time.Time{}
	wait := max(time.Duration(float64(resumeSpread)*u), least)
	return s.schedule(now, max(wait, s.retryAfterLeft(now)))
}

// reschedule schedules the next poll at once, or after the router's Retry-After,
// and keeps all counts.
func (s state) reschedule(now time.Time) state {
	return s.schedule(now, s.retryAfterLeft(now))
}

// retryAfterLeft is the rest of the router's Retry-After, the shorter by both
// clocks: the monotonic one stops in a sleep, and the wall clock may have been set
// back. It is never longer than MaxRetryAfter.
func (s state) retryAfterLeft(now time.Time) time.Duration {
	left := min(s.retryAfter.Sub(now), s.retryAfter.Round(0).Sub(now.Round(0)))
	return min(max(left, 0), MaxRetryAfter)
}

func (s state) dropFailures() state {
	if s.goodPolls > 0 { // else what an earlier run saw may still hold
		s = s.dropRecovery()
	}
	if !s.Outage.Open() {
		s.Failures, s.Tries, s.outageSteps, s.failingSince = 0, 0, 0, time.Time{}
	}
	return s
}

func (s state) schedule(now time.Time, wait time.Duration) state {
	s.Polling, s.manual = time.Time{}, false
	s.NextPoll, s.Wait, s.offline = now.Add(wait), wait, false
	return s
}

func (s state) status() Status {
	switch {
	case s.Failure.RouterUnknown():
		return Offline
	case s.Failing() && s.Outage.Open():
		return Down
	case s.Failure.Kind == TooManyRequests:
		return Throttled
	case s.Failing():
		return Retrying
	case s.restored:
		return Connecting
	}
	return s.Reading.Status()
}
