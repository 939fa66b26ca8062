package monitor

import "time"

const (
	// maxRecoveryTime caps how long a router that relapses must stay healthy
	// before its outage ends.
	maxRecoveryTime = 10 * time.Minute
	// maxRelapses keeps the doubling within an int; maxRecoveryTime applies first.
	maxRelapses = 10
	// maxDecisionWait is how long the router's Retry-After may hold up the decision
	// whether it is an outage. With a longer one, the first failure decides.
	maxDecisionWait = time.Minute
)

// countFailure counts a failure towards an outage, and opens it at the threshold, or at
// once if the next poll may not be made soon.
func (s state) countFailure(plan Plan, f Failure, wall time.Time) state {
	if s.outageSteps == 0 {
		answered := later(s.Reading.At, s.throttledAt) // zero if it never answered
		s.failingSince, s.failingStartUnseen = wall, wall.Sub(answered) > maxReadingGap(s.Interval, plan.Timeout)
	}
	s.outageSteps++
	if s.outageSteps < plan.Threshold && f.RetryAfter <= maxDecisionWait || s.Outage.Open() {
		return s
	}
	if !s.Outage.Until.IsZero() && s.failingSince.Sub(s.Outage.Until) < plan.RelapseWithin {
		s.relapses = min(s.relapses+1, maxRelapses)
	} else {
		s.relapses = 0
	}
	s.Outage = Outage{Since: s.failingSince, StartUnseen: s.failingStartUnseen}
	return s
}

// countSuccess counts a success towards the end of an open outage, which is dated
// to the first of the successes that end it.
func (s state) countSuccess(plan Plan, wall time.Time) state {
	if !s.Outage.Open() {
		return s
	}
	s.goodPolls++
	if s.Recovered.IsZero() {
		s.Recovered = wall
	}
	if s.recovered(plan) {
		s.Outage.Until = later(s.Recovered, s.Outage.Since) // the clock may have been set back
		s.Recovered, s.recoveredEarlier = time.Time{}, false
	}
	return s
}

// dropRecovery forgets the successes that did not end the outage. Those of an earlier run
// leave the time between the runs in it.
func (s state) dropRecovery() state {
	s.Outage.Unwatched = s.Outage.Unwatched || s.recoveredEarlier
	s.goodPolls, s.Recovered, s.recoveredEarlier = 0, time.Time{}, false
	return s
}

// recovered reports whether the successes in a row end the open outage. The
// required number doubles with every outage that begins soon after the last one
// ([Plan.RelapseWithin]), so that a flapping router becomes one long outage
// instead of two notices a minute: at most seven outages an hour.
func (s state) recovered(plan Plan) bool {
	enough := s.goodPolls >= plan.RecoverAfter<<s.relapses || time.Duration(s.goodPolls)*s.Interval >= maxRecoveryTime
	return s.goodPolls >= plan.RecoverAfter && enough
}

func later(a, b time.Time) time.Time {
	if a.After(b) {
		return a
	}
	return b
}
