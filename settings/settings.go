// Package settings reads, checks and writes settings.toml: the routers that
// are watched and how.
//
// [Sections] is the table of every key: its name, default, range, flag and
// words. Reading, writing, the command line and the dialog are driven by it.
//
// Its invariant: nothing that a person wrote is lost. An invalid value is
// reported and replaced by its default while the rest is kept; a file is copied
// aside before a value that could not be read is overwritten; unknown keys
// survive a save. Secrets are never in the file.
package settings

import (
	"cmp"
	"slices"
	"time"
	"unicode/utf8"

	"routerwatch/backoff"
	"routerwatch/monitor"
)

// Settings is the content of settings.toml. Copies share the list of routers:
// see [Settings.Clone]. Encoding to JSON and back gives an equal value.
type Settings struct {
	Routers       []Router
	Poll          Poll
	Backoff       Backoff
	Notifications monitor.Notifications
	Tray          Tray
	Window        Window
	History       History
	Network       Network
}

// A Router is one StableRoute API to watch.
type Router struct {
	ID   string // unchanged by a new name or address; see [NewID]
	Name string // chosen by the operator; see [CheckName]
	URL  string // the base URL, as the operator wrote it

	Token         bool // its token is in the system's keyring, under the id
	InsecureToken bool // the token may be sent over plain http to another computer
}

// Poll says how a healthy router is polled, and when it counts as down.
type Poll struct {
	Interval     time.Duration // from the end of a poll to the start of the next
	Timeout      time.Duration // how long a poll may take
	Threshold    int           // failures in a row that are an outage
	RecoverAfter int           // successes in a row that end an outage
	LostPairs    int           // per cent of the pairs; a larger loss is marked
	Details      bool          // ask between polls for what the statistics do not say
}

// Backoff names a policy and overrides some of its values. Its zero value is
// the unchanged default policy.
type Backoff struct {
	Policy      string // as [backoff.Named] takes it; empty is the default policy
	FirstWait   Override[time.Duration]
	LongestWait Override[time.Duration]
	SettleAfter Override[int] // failures in a row; 0 means never
	SettledWait Override[time.Duration]
	Jitter      Override[float64] // a fraction, 0 to 1
}

// Tray says what the tray icon shows.
type Tray struct {
	Count bool // the pair count, in the icon of a live router
}

// Window says how the window looks.
type Window struct {
	Theme string // "light", "dark", or "system" for that of the desktop
}

// History says how much is kept of what happened.
type History struct {
	MinutesKept int // days for which each minute is kept
}

// DefaultMinutesKept is the default of history.minutes_kept, in days.
const DefaultMinutesKept = 35

// Network says how routers are reached. Its zero value follows the environment
// and the system.
type Network struct {
	Proxy  string // see [CheckProxy]; empty uses the environment's
	CAFile string // certificates of further authorities to trust, in PEM; empty for none
}

// An Override replaces one value of the named policy where it is set. Its
// zero value is not set: the policy's own value applies.
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

// Build is the named policy with the overrides applied. The error is one of
// [backoff.Named] or [backoff.Policy.Validate].
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
	return p, p.Validate()
}

// Plan is the polling plan of these settings.
func (s Settings) Plan() (monitor.Plan, error) {
	policy, err := s.Backoff.Build()
	if err != nil {
		return monitor.Plan{}, err
	}
	plan := monitor.DefaultPlan()
	plan.Interval, plan.Timeout, plan.Policy = s.Poll.Interval, s.Poll.Timeout, policy
	plan.Threshold, plan.RecoverAfter, plan.Ask = s.Poll.Threshold, s.Poll.RecoverAfter, s.Poll.Details
	plan.LostShare = s.Poll.LostPairs
	plan.CertificateDays = s.Notifications.CertificateDays
	return plan, nil
}

// Defaults are the settings of a first start: no routers, and every key's
// default.
func Defaults() Settings {
	var s Settings
	for _, key := range Keys() {
		if key.Default != "" {
			_ = key.set(&s, key.Default) // every default is valid; a test checks it
		}
	}
	return s
}

// Clone is a copy that shares nothing with s.
func (s Settings) Clone() Settings {
	s.Routers = slices.Clone(s.Routers)
	return s
}

// Equal reports whether the settings are the same.
func (s Settings) Equal(other Settings) bool {
	return slices.Equal(s.Routers, other.Routers) && s.Poll == other.Poll && s.Backoff == other.Backoff &&
		s.Notifications == other.Notifications && s.Tray == other.Tray && s.Window == other.Window &&
		s.History == other.History && s.Network == other.Network
}

// Validate returns a *[Problem] for the first invalid setting, or nil.
func (s Settings) Validate() error {
	for i, r := range s.Routers {
		_, err := monitor.ParseAddress(r.URL)
		switch name := CheckName(r.Name); {
		case !validID(r.ID):
			err = &ValueError{Wrong: BadID}
		case slices.ContainsFunc(s.Routers[:i], func(other Router) bool { return other.ID == r.ID }):
			err = &ValueError{Wrong: IDTaken}
		case name != nil:
			err = name
		case !utf8.ValidString(r.URL):
			err = &ValueError{Wrong: AddressNotText}
		}
		if err != nil {
			return &Problem{Key: routerKey(i, r.Name), Reason: err}
		}
	}
	for _, key := range Keys() {
		if v := key.get(&s); v != nil {
			if err := key.set(&s, textOf(v)); err != nil {
				return &Problem{Key: key.Name, Reason: err}
			}
		}
	}
	if _, err := s.Backoff.Build(); err != nil {
		return &Problem{Key: "backoff", Reason: err}
	}
	return nil
}

// Twice says what r has in common with another of the routers, each as a *[ValueError]:
// the address, and the name. Neither is forbidden.
func Twice(routers []Router, r Router) (same []error) {
	for _, other := range routers {
		if other.ID != r.ID && SameAddress(other.URL, r.URL) {
			same = append(same, &ValueError{Wrong: AddressTwice, Given: quote(other.Name)})
			break
		}
	}
	if slices.ContainsFunc(routers, func(other Router) bool { return other.ID != r.ID && other.Name == r.Name }) {
		same = append(same, &ValueError{Wrong: NameTwice})
	}
	return same
}
