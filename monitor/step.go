package monitor

import "time"

// state is what the loop carries from one event to the next: an immutable
// value, stepped by the pure methods below. Each takes the present time, and
// a random number u in [0, 1) where it schedules; none does anything else.
//
// Times of the past are kept without their monotonic reading, so that ages
// count a sleep; times of the schedule keep it, as the timers do; the router's
// wish keeps both, see wish.
type state struct {
	reading Reading
	failure Failure // why the last poll failed, or NoNetwork while offline

	failures int // scheduled polls that failed in a row: the n of the policy
	tries    int // the same with Retry now's
	counted  int // steps towards an outage: scheduled failures that were no 429

	run      time.Time // when the first counted failure of the run settled
	refused  time.Time // when the router last answered 429
	runFound bool      // nothing is known of the time just before the run
	outage   Outage
	relapses int       // outages, one after another, that began soon after the last
	held     int       // successes in a row while the outage is open
	back     time.Time // when the first of them settled

	cadence time.Duration // the present healthy cadence
	safe    time.Duration // the cadence that it comes back to soon after a 429
	calm    int           // successes since the cadence last changed, or since a 429
	pause   time.Time     // since when the router is known to be paused
	found   bool          // nothing is known of the time just before that

	polling time.Time // when the poll in flight was sent; zero if none
	manual  bool      // it was sent by Retry now
	next    time.Time // when the next poll is due; zero while polling or offline
	wait    time.Duration
	asked   time.Time // until when the router asked us to wait
	blocked time.Time // until when Retry now is disabled
	offline bool      // nothing is sent until there is a way to the router
}

// Resume is what survives a restart of the program: an outage that was open,
// and a pause. Its zero value is a first start.
type Resume struct {
	Outage      time.Time // since when; zero if none was open
	OutageFound bool      // see [Outage.Found]
	Pause       time.Time
	PauseFound  bool // see [Snapshot.PauseFound]
}

func begin(plan Plan, resume Resume) state {
	s := state{cadence: plan.Interval, safe: plan.Interval, pause: resume.Pause.Round(0), found: resume.PauseFound}
	if !resume.Outage.IsZero() {
		s.outage = Outage{Since: resume.Outage.Round(0), Found: resume.OutageFound}
	}
	return s
}

// send starts a poll.
func (s state) send(now time.Time, manual bool) state {
	s.polling, s.manual = now, manual
	s.next, s.wait, s.offline = time.Time{}, 0, false
	return s
}

// succeed settles the poll in flight with a reading.
func (s state) succeed(plan Plan, r Reading, now time.Time) state {
	wall := now.Round(0)
	r.At, r.Latency = wall, now.Sub(s.polling)
	s = s.takePause(plan, r, wall)
	s.reading = r

	s.failure, s.failures, s.tries, s.counted = Failure{}, 0, 0, 0
	s.run, s.asked, s.blocked = time.Time{}, time.Time{}, time.Time{}
	s = s.recover(plan, wall).speedUp(plan)
	return s.schedule(now, s.cadence)
}

// takePause dates the beginning of a pause to the first reading of it.
func (s state) takePause(plan Plan, r Reading, wall time.Time) state {
	switch {
	case !r.Paused:
		s.pause, s.found = time.Time{}, false
	case s.pause.IsZero():
		s.pause, s.found = wall, !s.reading.Known() || wall.Sub(s.reading.At) > gap(s.cadence, plan.Timeout)
	}
	return s
}

// fail settles the poll in flight with a failure.
func (s state) fail(plan Plan, f Failure, now time.Time, u float64) state {
	wall := now.Round(0)
	f.Cause = nil // for the log only, and not comparable
	s.failure = f
	s.tries = increment(s.tries)
	relapsed := s.outage.Open() && s.held > 0
	s.held, s.back = 0, time.Time{}

	throttled := f.Kind == TooManyRequests
	if !s.manual {
		s.failures = increment(s.failures)
		if throttled {
			s = s.slowDown(plan)
		} else {
			s = s.count(plan, wall)
			if relapsed {
				s.outage.Relapses = increment(s.outage.Relapses)
			}
		}
	}
	if throttled {
		s.calm, s.refused = 0, wall
	}
	if f.RetryAfter > 0 {
		s.asked = now.Add(min(f.RetryAfter, MaxRetryAfter))
	}
	wait := plan.failureWait(s.failures, s.cadence, s.wish(now), u)
	s.blocked = time.Time{}
	if s.manual && throttled {
		s.blocked = now.Add(wait)
		if f.RetryAfter > 0 {
			s.blocked = now.Add(min(f.RetryAfter, MaxRetryAfter))
		}
	}
	return s.schedule(now, wait)
}

// lose notes that this computer has no way to the router. Nothing is sent
// until it is found again, and a run of failures that was not yet an outage
// is dropped: it was our network.
func (s state) lose() state {
	s = s.dropRun()
	s.offline = true
	s.failure = Failure{Kind: NoNetwork, Layer: LayerLink}
	s.polling, s.next, s.wait = time.Time{}, time.Time{}, 0
	return s
}

// wake follows a sleep, or the network's return: the poll that was in
// flight is not counted, nor a run of failures under the threshold; the next
// poll comes after a random moment, when the router's wish has passed, and no
// sooner than pace, so that waking often is not polling often.
func (s state) wake(now time.Time, pace time.Duration, u float64) state {
	s = s.dropRun()
	s.polling = time.Time{}
	wait := max(time.Duration(float64(returnSpread)*u), pace)
	return s.schedule(now, max(wait, s.wish(now)))
}

// reschedule has the next poll come at once, or when the router's wish has
// passed, and keeps all counts.
func (s state) reschedule(now time.Time) state {
	return s.schedule(now, s.wish(now))
}

// wish is how much longer the router asked us to wait: what both clocks still
// say. The monotonic one counts no sleep, and the wall clock may have been set
// back; even where both are wrong it is never longer than MaxRetryAfter.
func (s state) wish(now time.Time) time.Duration {
	left := min(s.asked.Sub(now), s.asked.Round(0).Sub(now.Round(0)))
	return min(max(left, 0), MaxRetryAfter)
}

func (s state) dropRun() state {
	s.held, s.back = 0, time.Time{}
	if !s.outage.Open() {
		s.failures, s.tries, s.counted, s.run = 0, 0, 0, time.Time{}
	}
	return s
}

func (s state) schedule(now time.Time, wait time.Duration) state {
	s.polling, s.manual = time.Time{}, false
	s.next, s.wait, s.offline = now.Add(wait), wait, false
	return s
}

func (s state) status() Status {
	switch {
	case s.failure.Kind == NoNetwork:
		return Offline
	case !s.failure.None() && s.outage.Open():
		return Down
	case s.failure.Kind == TooManyRequests:
		return Throttled
	case !s.failure.None():
		return Retrying
	case !s.reading.Known():
		return Connecting
	case s.reading.Paused:
		return Paused
	}
	return Live
}

// increment saturates: a count that runs for years must not turn negative.
func increment(n int) int { return max(n, n+1) }
