package monitor

import "time"

const (
	// longHold is how long a router that relapses has to be well at most.
	longHold = 10 * time.Minute
	// mostRelapses keeps the doubling in an int; longHold comes sooner.
	mostRelapses = 10
)

// count takes one step towards an outage, and opens it at the threshold.
func (s state) count(plan Plan, wall time.Time) state {
	if s.counted == 0 {
		answered := later(s.reading.At, s.refused) // both are zero where it never did
		s.run, s.runFound = wall, wall.Sub(answered) > gap(s.cadence, plan.Timeout)
	}
	s.counted = increment(s.counted)
	if s.counted < plan.Threshold || s.outage.Open() {
		return s
	}
	if !s.outage.Until.IsZero() && s.run.Sub(s.outage.Until) < plan.Relapse {
		s.relapses = min(s.relapses+1, mostRelapses)
	} else {
		s.relapses = 0
	}
	s.outage = Outage{Since: s.run, Found: s.runFound}
	return s
}

// recover takes one success towards the end of an open outage, which is dated
// to the first of those that held.
func (s state) recover(plan Plan, wall time.Time) state {
	if !s.outage.Open() {
		return s
	}
	s.held = increment(s.held)
	if s.held == 1 {
		s.back = wall
	}
	if s.holds(plan) {
		s.outage.Until = later(s.back, s.outage.Since)
	}
	return s
}

// holds reports whether the successes in a row end the open outage. Their
// number doubles with every outage that begins soon after the one before
// ([Plan.Relapse]), so that a router which comes and goes is soon one outage, and not
// two notices a minute.
func (s state) holds(plan Plan) bool {
	enough := s.held >= plan.Hold<<s.relapses || time.Duration(s.held)*s.cadence >= longHold
	return s.held >= plan.Hold && enough
}

// later is the later of two times: a clock that is set back during an outage
// must not end it before it began.
func later(a, b time.Time) time.Time {
	if a.Before(b) {
		return b
	}
	return a
}
