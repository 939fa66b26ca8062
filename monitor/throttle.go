package monitor

import "time"

// A router's quota (60 requests a minute for one address) is shared by every
// desktop behind that address, and none can see the others: each finds its share
// from its own 429s. The interval doubles at a 429, so that the quota is not
// exceeded for long, and returns quickly to just above the refused interval, so
// that readings stay fresh. Shorter intervals are not tried again for a while
// ([Plan.RememberThrottle]), and then in steps of a tenth, rounded to seconds: a
// desktop that tries takes requests from another, which is then refused. If all
// of them tried every few minutes, one would always be refused twice and show a
// reading from three minutes ago.
const (
	// maxThrottledInterval caps the interval that 429s can lead to.
	maxThrottledInterval = time.Minute
	// intervalStep is how much the interval shortens after every
	// steadyPollsPerStep successes, until it is the safe one again.
	intervalStep       = 5 * time.Second
	steadyPollsPerStep = 12
	// provenTime is how long an interval must work to count as safe: a 429 after
	// that is caused by another desktop.
	provenTime = 10 * time.Minute
)

// lengthenInterval adjusts the interval after a 429.
func (s state) lengthenInterval(plan Plan) state {
	if plan.RememberThrottle == 0 {
		return s
	}
	doubled := max(s.Interval, min(2*s.Interval, maxThrottledInterval))
	switch {
	case s.Interval < s.safeInterval: // a trial that failed
		s.Interval = s.safeInterval
	case s.Interval == s.safeInterval && s.steadyTime() < provenTime:
		s.Interval, s.safeInterval = doubled, min(s.Interval+intervalStep, doubled)
	default:
		s.Interval = doubled
	}
	return s
}

// shortenInterval adjusts the interval after a success.
func (s state) shortenInterval(plan Plan) state {
	if s.Interval == plan.Interval && s.safeInterval == plan.Interval {
		return s
	}
	s.steadyPolls++
	remembered := s.Interval == s.safeInterval && s.steadyTime() < plan.RememberThrottle
	if s.steadyPolls < steadyPollsPerStep || remembered {
		return s
	}
	switch {
	case s.Interval > s.safeInterval:
		s.Interval = max(s.Interval-intervalStep, s.safeInterval)
	case s.Interval > plan.Interval:
		step := max((s.Interval / 10).Truncate(time.Second), time.Second)
		s.Interval = max(s.Interval-step, plan.Interval)
	default: // the trial succeeded: forget the 429s
		s.safeInterval = plan.Interval
	}
	s.steadyPolls = 0
	return s
}

// steadyTime is about how long polls at the present interval have succeeded. It
// is not counted for an interval that no 429 has lengthened.
func (s state) steadyTime() time.Duration { return time.Duration(s.steadyPolls) * s.Interval }

// replan changes to another plan, and keeps what was learned from 429s.
func (s state) replan(before, after Plan) state {
	if s.safeInterval == before.Interval {
		s.safeInterval = after.Interval
	}
	if s.Interval == before.Interval {
		s.Interval = after.Interval
	}
	s.safeInterval, s.Interval = max(s.safeInterval, after.Interval), max(s.Interval, after.Interval)
	return s
}
