package monitor

import "time"

// A router's quota (60 requests a minute for one address) is shared by every
// desktop behind that address, and none can see the others: each finds its
// share from its own 429s. The cadence doubles at a 429, so that a quota is
// not overdrawn for long, and comes back quickly to just above where it was
// refused, so that readings stay fresh. What was refused is not asked for
// again for a while ([Plan.Remember]), and then in steps of a tenth, but whole
// seconds: a desktop that tries takes
// requests from another, which is refused in its place. With all of them
// trying every few minutes there would always be one that is refused twice
// and shows a reading of three minutes ago.
const (
	// throttledCadence caps the healthy cadence that 429s can lead to.
	throttledCadence = time.Minute
	// cadenceStep is how much the cadence shortens after every calmPolls
	// successes, until it is back at the safe one.
	cadenceStep = 5 * time.Second
	calmPolls   = 12
	// proven is how long a cadence has to go well for a 429 to be somebody
	// else's doing: it is safe to come back to.
	proven = 10 * time.Minute
)

// slowDown follows a 429.
func (s state) slowDown(plan Plan) state {
	if plan.Remember == 0 {
		return s
	}
	doubled := max(s.cadence, min(2*s.cadence, throttledCadence))
	switch {
	case s.cadence < s.safe: // a trial that failed
		s.cadence = s.safe
	case s.cadence == s.safe && s.calmTime() < proven:
		s.cadence, s.safe = doubled, min(s.cadence+cadenceStep, doubled)
	default:
		s.cadence = doubled
	}
	return s
}

// speedUp follows a success.
func (s state) speedUp(plan Plan) state {
	if s.cadence == plan.Interval && s.safe == plan.Interval {
		return s
	}
	s.calm = increment(s.calm)
	remembered := s.cadence == s.safe && s.calmTime() < plan.Remember
	if s.calm < calmPolls || remembered {
		return s
	}
	switch {
	case s.cadence > s.safe:
		s.cadence = max(s.cadence-cadenceStep, s.safe)
	case s.cadence > plan.Interval:
		step := max((s.cadence / 10).Truncate(time.Second), time.Second)
		s.cadence = max(s.cadence-step, plan.Interval)
	default: // the trial succeeded: all is as it was before the first 429
		s.safe = plan.Interval
	}
	s.calm = 0
	return s
}

// calmTime is about how long the cadence has gone well: of a cadence that no
// 429 has lengthened it is not counted.
func (s state) calmTime() time.Duration { return time.Duration(s.calm) * s.cadence }

// replan takes over another plan. What 429s have taught stays.
func (s state) replan(before, after Plan) state {
	if s.safe == before.Interval {
		s.safe = after.Interval
	}
	if s.cadence == before.Interval {
		s.cadence = after.Interval
	}
	s.safe, s.cadence = max(s.safe, after.Interval), max(s.cadence, after.Interval)
	return s
}
