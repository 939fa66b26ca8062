// Package backoff says how long to wait after a failed attempt.
//
// It is arithmetic and nothing else: no clock, context, log, state or
// randomness of its own. The caller counts the failures and draws the random
// number, so that a test can assert every wait exactly.
package backoff

import (
	"errors"
	"fmt"
	"math"
	"strings"
	"time"
)

// DefaultName is the name of the [Default] policy.
const DefaultName = "default"

// MinAllowed and MaxAllowed bound every duration of a policy. A monitor that
// waits more than a day has in effect given up.
const (
	MinAllowed = time.Millisecond
	MaxAllowed = 24 * time.Hour
)

// minWait is the floor of every wait, unless the policy's first wait is shorter:
// no jitter and no odd setting makes a client hammer a failing router.
const minWait = time.Second

// A Policy describes the waits between attempts: they double from First up to
// Longest and, where SettleAfter is set, settle at Settled after that many
// failures in a row. It never gives up.
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
// and any other u outside [0, 1) as the nearest number inside. The jitter comes
// after the caps: of 60 s with a jitter of 25 %, 75 s can become.
func (p Policy) Delay(n int, u float64) time.Duration {
	if math.IsNaN(u) {
		u = 0.5
	}
	u = min(max(u, 0), math.Nextafter(1, 0))
	wait := p.unjittered(n)
	spread := time.Duration(float64(wait) * p.Jitter * (2*u - 1))
	return max(wait+spread, p.floor())
}

// unjittered is min(First × 2^(n−1), Longest), or Settled past SettleAfter.
func (p Policy) unjittered(n int) time.Duration {
	if p.SettleAfter > 0 && n > p.SettleAfter {
		return p.Settled
	}
	doubled := math.Ldexp(float64(p.First), min(max(n, 1), 64)-1) // exact: a day is less than 2^53 ns
	return time.Duration(min(doubled, float64(p.Longest)))
}

func (p Policy) floor() time.Duration { return min(minWait, p.First) }

// StableRoute is the policy of StableRoute's own dashboard: 5 s × 2^n after
// the n-th failure, at most 60 s, no jitter, never settles.
func StableRoute() Policy {
	return Policy{First: 10 * time.Second, Longest: time.Minute}
}

// RPOMS is the policy of an unattended wall screen: 8 s × 2^(n−1) after the
// n-th failure, at most 60 s, and 5 min after the tenth; all ±25 %.
func RPOMS() Policy {
	return Policy{
		First: 8 * time.Second, Longest: time.Minute,
		SettleAfter: 10, Settled: 5 * time.Minute, Jitter: 0.25,
	}
}

// Default is RPOMS with StableRoute's first wait.
func Default() Policy {
	p := RPOMS()
	p.First = 10 * time.Second
	return p
}

// policies are the built-in policies, in the order of [Names]. A new policy is
// a row here.
func policies() []namedPolicy {
	return []namedPolicy{{DefaultName, Default()}, {"stableroute", StableRoute()}, {"rpoms", RPOMS()}}
}

type namedPolicy struct {
	name string
	Policy
}

// Names lists the names that [Named] accepts, in the order to offer them.
func Names() []string {
	var names []string
	for _, p := range policies() {
		names = append(names, p.name)
	}
	return names
}

// Named is the policy of that name, ignoring case.
func Named(name string) (Policy, error) {
	for _, p := range policies() {
		if strings.EqualFold(p.name, name) {
			return p.Policy, nil
		}
	}
	return Policy{}, fmt.Errorf("no policy %q, only %s", name, strings.Join(Names(), ", "))
}

// A WaitError reports a wait of a policy that is out of its range, from Least to
// [MaxAllowed].
type WaitError struct {
	Name         string // "first wait", "longest wait" or "settled wait"
	Given, Least time.Duration
}

// Error is for logs. Operators read ui/view's sentence.
func (e *WaitError) Error() string { return fmt.Sprintf("%s %v", e.Name, e.Given) }

// Validate returns an error if the policy is invalid. For a wait out of its
// range that is a *[WaitError].
func (p Policy) Validate() error {
	switch {
	case p.First < MinAllowed || p.First > MaxAllowed:
		return &WaitError{"first wait", p.First, MinAllowed}
	case p.Longest < p.First || p.Longest > MaxAllowed:
		return &WaitError{"longest wait", p.Longest, p.First}
	case p.SettleAfter > 0 && (p.Settled < p.First || p.Settled > MaxAllowed):
		return &WaitError{"settled wait", p.Settled, p.First}
	case p.SettleAfter < 0:
		return errors.New("negative count of failures to settle after")
	case math.IsNaN(p.Jitter) || p.Jitter < 0 || p.Jitter > 1:
		return errors.New("jitter outside 0 to 1")
	}
	return nil
}
