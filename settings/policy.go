package settings

import (
	"cmp"

	"routerwatch/backoff"
)

// An Override replaces one value of the named policy where it is set. Its
// zero value is not set: the policy's own value counts.
type Override[T any] struct {
	Value T
	Set   bool
}

// Use is an override that is set to v.
func Use[T any](v T) Override[T] { return Override[T]{Value: v, Set: true} }

// Or is the override's value where it is set, and v where it is not.
func (o Override[T]) Or(v T) T {
	if o.Set {
		return o.Value
	}
	return v
}

// Build is the named policy with the overrides. Its error is one sentence
// that names the value and its allowed range.
func (b Backoff) Build() (backoff.Policy, error) {
	p, err := backoff.Named(cmp.Or(b.Policy, backoff.DefaultName))
	if err != nil {
		return backoff.Policy{}, err
	}
	p.First = b.FirstWait.Or(p.First)
	p.Longest = b.LongestWait.Or(p.Longest)
	p.SettleAfter = b.SettleAfter.Or(p.SettleAfter)
	p.Settled = b.SettledWait.Or(p.Settled)
	p.Jitter = b.Jitter.Or(p.Jitter)
	if err := p.Validate(); err != nil {
		return backoff.Policy{}, err
	}
	return p, nil
}
