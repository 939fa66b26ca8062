package backoff

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
	"time"
)

// The names of the policies that come with the program, as [Named] takes them.
const (
	StableRouteName = "stableroute"
	RPOMSName       = "rpoms"
	DefaultName     = "default"
)

// longestAllowed bounds every duration of a policy: beyond a day a monitor
// has given up in all but name.
const longestAllowed = 24 * time.Hour

// StableRoute is the policy of StableRoute's own dashboard: 5 s × 2^n after
// the n-th failure, at most 60 s, without jitter, never settling.
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

// Default starts as gently as StableRoute and settles as RPOMS does.
func Default() Policy {
	p := RPOMS()
	p.First = 10 * time.Second
	return p
}

// Names lists the policies that [Named] knows.
func Names() []string { return []string{DefaultName, StableRouteName, RPOMSName} }

// Named is the policy of that name, whatever its case.
func Named(name string) (Policy, error) {
	switch strings.ToLower(name) {
	case StableRouteName:
		return StableRoute(), nil
	case RPOMSName:
		return RPOMS(), nil
	case DefaultName:
		return Default(), nil
	}
	names := Names()
	slices.Sort(names)
	return Policy{}, fmt.Errorf("there is no policy %q; there are %s", name, strings.Join(names, ", "))
}

// Validate says what is wrong with a policy, in one sentence that names the
// setting, or returns nil. Durations are from 1 ms to 24 h.
func (p Policy) Validate() error {
	switch {
	case p.First < time.Millisecond || p.First > longestAllowed:
		return fmt.Errorf("the first wait is %v; it must be from 1ms to 24h", p.First)
	case p.Longest < p.First || p.Longest > longestAllowed:
		return fmt.Errorf("the longest wait is %v; it must be from the first wait (%v) to 24h", p.Longest, p.First)
	case p.SettleAfter < 0:
		return fmt.Errorf("settle after is %d; it must be 0 (never) or more", p.SettleAfter)
	case p.SettleAfter > 0 && (p.Settled < p.First || p.Settled > longestAllowed):
		return fmt.Errorf("the settled wait is %v; it must be from the first wait (%v) to 24h", p.Settled, p.First)
	case math.IsNaN(p.Jitter) || p.Jitter < 0 || p.Jitter > 1:
		return errors.New("the jitter must be a fraction from 0 to 1, such as 0.25")
	}
	return nil
}
