package settings

import (
	"errors"
	"unicode/utf8"
)

// errNoID is what is wrong with the id of a router.
var errNoID = errors.New("its id must be 1 to 64 letters, digits, hyphens or underscores")

// Validate says what is wrong with the first setting that is not allowed, as
// a *[Problem], or returns nil. The address of a router is checked by
// checkURL, or by [CheckURL] where that is nil.
func (s Settings) Validate(checkURL func(string) error) error {
	if checkURL == nil {
		checkURL = CheckURL
	}
	seen := make(map[string]bool, len(s.Routers))
	for i, r := range s.Routers {
		err := r.validate(checkURL)
		if err == nil && seen[r.ID] {
			err = errors.New("another router has the same id")
		}
		if err != nil {
			return &Problem{Key: routerKey(i, r.Name), Reason: err.Error()}
		}
		seen[r.ID] = true
	}
	if p := s.Poll.problem(); p != nil {
		return p
	}
	if p := s.Backoff.problem(); p != nil {
		return p
	}
	if p := firstProblem(checked{"network.proxy", CheckProxy(s.Network.Proxy)}); p != nil {
		return p
	}
	return nil
}

func (r Router) validate(checkURL func(string) error) error {
	if !validID(r.ID) {
		return errNoID
	}
	if err := CheckName(r.Name); err != nil {
		return err
	}
	if !utf8.ValidString(r.URL) {
		return errors.New("the address is not valid text")
	}
	return checkURL(r.URL)
}

func (p Poll) problem() *Problem {
	return firstProblem(
		checked{"poll.interval", IntervalRange().Check(p.Interval)},
		checked{"poll.timeout", TimeoutRange().Check(p.Timeout)},
		checked{"poll.threshold", ThresholdRange().Check(p.Threshold)},
		checked{"poll.recover_after", RecoverAfterRange().Check(p.RecoverAfter)},
	)
}

func (b Backoff) problem() *Problem {
	_, err := b.Build()
	return firstProblem(
		checked{"backoff.first_wait", WaitRange().Check(b.FirstWait.Or(WaitRange().Min))},
		checked{"backoff.longest_wait", WaitRange().Check(b.LongestWait.Or(WaitRange().Min))},
		checked{"backoff.settle_after", SettleAfterRange().Check(b.SettleAfter.Value)},
		checked{"backoff.settled_wait", WaitRange().Check(b.SettledWait.Or(WaitRange().Min))},
		checked{"backoff.jitter", JitterRange().Check(b.Jitter.Value)},
		checked{"backoff", err},
	)
}

// A checked setting has a key, and an error if it is not allowed.
type checked struct {
	key string
	err error
}

func firstProblem(checks ...checked) *Problem {
	for _, c := range checks {
		if c.err != nil {
			return &Problem{Key: c.key, Reason: c.err.Error()}
		}
	}
	return nil
}
