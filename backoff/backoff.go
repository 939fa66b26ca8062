// Package backoff says how long to wait after a failed attempt.
//
// It is arithmetic and nothing else: no clock, context, log, state or
// randomness of its own. The caller counts the failures and draws the random
// number, so that a test can assert every wait exactly.
package backoff

import (
	"math"
	"time"
)

// minWait is the shortest wait of a policy whose first wait is not shorter:
// no jitter and no odd setting makes a client hammer a router that is ill.
const minWait = time.Second

// A Policy describes the waits between attempts: they double from First up to
// Longest and, where SettleAfter is set, settle at Settled after that many
// failures in a row. It never says "give up".
//
// A Policy is a comparable value. Its zero value waits for nothing and is not
// valid; see [Policy.Validate].
type Policy struct {
	// First is the wait after the first failure, before jitter.
	First time.Duration
	// Longest caps the doubling, before jitter.
	Longest time.Duration
	// SettleAfter is the number of failures in a row after which every
	// further wait is Settled. Zero means never.
	SettleAfter int
	// Settled is the wait after more than SettleAfter failures, before jitter.
	Settled time.Duration
	// Jitter spreads every wait evenly over ±Jitter of itself, as a fraction
	// from 0 (none) to 1 (anything between the floor and twice the wait).
	Jitter float64
}

// Delay is the wait after the n-th failure in a row. The random number u, in
// [0, 1), places it inside the jitter: 0 is the shortest wait, 0.5 the wait
// without jitter.
//
//	n             1   2   3   4   5  …  10   11  …
//	StableRoute  10  20  40  60  60  …  60   60  …   seconds, no jitter
//	RPOMS         8  16  32  60  60  …  60  300  …   seconds, ±25 %
//	Default      10  20  40  60  60  …  60  300  …   seconds, ±25 %
//
// Delay is total: an n below 1 counts as 1, a u that is not a number as 0.5,
// and any other u outside [0, 1) as the nearest number inside. The wait of a
// valid policy is always within [Policy.Bounds].
func (p Policy) Delay(n int, u float64) time.Duration {
	switch {
	case math.IsNaN(u):
		u = 0.5
	case u < 0:
		u = 0
	case u >= 1:
		u = math.Nextafter(1, 0)
	}
	wait := p.unjittered(n)
	spread := time.Duration(float64(wait) * p.Jitter * (2*u - 1))
	return max(wait+spread, p.floor())
}

// Bounds are the shortest and the longest wait that [Policy.Delay] can give
// after the n-th failure, whatever the random number. The longest includes
// the jitter: a cap of 60 s with a jitter of 25 % can last 75 s.
func (p Policy) Bounds(n int) (shortest, longest time.Duration) {
	wait := p.unjittered(n)
	spread := time.Duration(float64(wait) * p.Jitter)
	return max(wait-spread, p.floor()), max(wait+spread, p.floor())
}

// unjittered is min(First × 2^(n−1), Longest), or Settled past SettleAfter.
func (p Policy) unjittered(n int) time.Duration {
	if p.SettleAfter > 0 && n > p.SettleAfter {
		return p.Settled
	}
	wait := p.First
	for i := 1; i < n && wait < p.Longest; i++ {
		if wait > p.Longest/2 { // doubling would pass the cap, or overflow
			return p.Longest
		}
		wait *= 2
	}
	return min(wait, p.Longest)
}

func (p Policy) floor() time.Duration { return min(minWait, p.First) }
