package monitor

import "time"

// state is what the loop carries from one event to the next: an immutable
// value, stepped by the pure methods below. Each takes the present time, and
// a random number u in [0, 1) where it schedules; none does anything else.
//
// Times of the past are kept without their monotonic reading, so that ages
// count a sleep; times of the schedule keep it, as the timers do; the router's
// Retry-After keeps both, see retryAfterLeft.
type state struct {
	// Snapshot is what will be published; the loop fills in the router, the
	// status, the timeout and the moment.
	Snapshot

	outageSteps        int       // scheduled failures in a row that were no 429
	failingSince       time.Time // when the first of them settled
	failingStartUnseen bool      // nothing is known of the time just before
	relapses           int       // outages, one after another, that began soon after the last
	goodPolls          int       // successes in a row while the outage is open
	recoveredAt        time.Time // when the first of them settled

	throttledAt  time.Time     // when the router last answered 429
	safeInterval time.Duration // the interval that polls come back to soon after a 429
	steadyPolls  int           // successes since the interval last changed, or since a 429

	manual     bool      // the poll in flight was sent by Retry now
	retryAfter time.Time // until when the router asked us to wait
	offline    bool      // nothing is sent until there is a way to the router
}

// Restored is what survives a restart of the program: an outage that was open,
// and a pause. Its zero value is a first start.
type Restored struct {
	Outage            time.Time // since when; zero if none was open
	OutageStartUnseen bool      `json:"OutageFound"` // see [Outage.StartUnseen]
	Pause             time.Time
	PauseStartUnseen  bool `json:"PauseFound"` // see [Snapshot.PauseStartUnseen]
}

func begin(plan Plan, known Restored) state {
	s := state{safeInterval: plan.Interval}
	s.Interval, s.Pause, s.PauseStartUnseen = plan.Interval, known.Pause.Round(0), known.PauseStartUnseen
	if !known.Outage.IsZero() {
		s.Outage = Outage{Since: known.Outage.Round(0), StartUnseen: known.OutageStartUnseen}
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
	r.At, r.Latency = wall, now.Sub(s.Polling)
	s = s.notePause(plan, r, wall)
	s.Reading = r

	s.Failure, s.Failures, s.Tries, s.outageSteps = Failure{}, 0, 0, 0
	s.failingSince, s.retryAfter, s.RetryBlocked = time.Time{}, time.Time{}, time.Time{}
	s = s.countSuccess(plan, wall).shortenInterval(plan)
	return s.schedule(now, s.Interval)
}

// notePause dates the beginning of a pause to the first reading of it.
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
	s.Failure = f
	s.Tries++
	relapsed := s.Outage.Open() && s.goodPolls > 0
	s.goodPolls, s.recoveredAt = 0, time.Time{}

	throttled := f.Kind == TooManyRequests
	if !s.manual {
		s.Failures++
		if throttled {
			s = s.lengthenInterval(plan)
		} else {
			s = s.countFailure(plan, wall)
			if relapsed {
				s.Outage.Relapses++
			}
		}
	}
	if throttled {
		s.steadyPolls, s.throttledAt = 0, wall
	}
	if f.RetryAfter > 0 {
		s.retryAfter = now.Add(min(f.RetryAfter, MaxRetryAfter))
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

// goOffline notes that this computer has no way to the router. Nothing is sent
// until it is found again, and a run of failures that was not yet an outage
// is dropped: it was our network.
func (s state) goOffline() state {
	s = s.dropFailures()
	s.offline = true
	s.Failure = Failure{Kind: NoNetwork, Layer: LayerLink}
	s.Polling, s.NextPoll, s.Wait = time.Time{}, time.Time{}, 0
	return s
}

// pollSoon follows a sleep, or the network's return: the poll that was in
// flight is not counted, nor a run of failures under the threshold; the next
// poll comes after a random moment, not before the router's Retry-After, and no
// sooner than least, so that waking often is not polling often.
func (s state) pollSoon(now time.Time, least time.Duration, u float64) state {
	s = s.dropFailures()
	s.Polling = time.Time{}
	wait := max(time.Duration(float64(resumeSpread)*u), least)
	return s.schedule(now, max(wait, s.retryAfterLeft(now)))
}

// reschedule has the next poll come at once, or after the router's
// Retry-After, and keeps all counts.
func (s state) reschedule(now time.Time) state {
	return s.schedule(now, s.retryAfterLeft(now))
}

// retryAfterLeft is how much longer the router asked us to wait, by both
// clocks: the monotonic one counts no sleep, and the wall clock may have been
// set back. Even where both are wrong it is never longer than MaxRetryAfter.
func (s state) retryAfterLeft(now time.Time) time.Duration {
	left := min(s.retryAfter.Sub(now), s.retryAfter.Round(0).Sub(now.Round(0)))
	return min(max(left, 0), MaxRetryAfter)
}

func (s state) dropFailures() state {
	s.goodPolls, s.recoveredAt = 0, time.Time{}
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
	case s.Failure.Kind == NoNetwork:
		return Offline
	case s.Failing() && s.Outage.Open():
		return Down
	case s.Failure.Kind == TooManyRequests:
		return Throttled
	case s.Failing():
		return Retrying
	}
	return s.Reading.Status()
}
