// Package settings reads, checks and writes settings.toml: the routers that
// are watched and how.
//
// Its invariant: nothing that a person wrote is lost. A value that cannot be
// used is reported and replaced by its default while the rest is kept; a file
// is copied aside before anything in it that was not understood is written
// over; keys of a newer version survive a save. Secrets are never in the file.
package settings

import (
	"cmp"
	"slices"
	"strings"
	"time"

	"routerwatch/backoff"
)

// Settings are what settings.toml holds: a value that one owner changes and
// hands on. Two copies share the list of routers: see [Settings.Clone].
type Settings struct {
	Routers       []Router
	Poll          Poll
	Backoff       Backoff
	Notifications Notifications
	Tray          Tray
	Network       Network
}

// A Router is one StableRoute API to watch.
type Router struct {
	ID   string // stable over renames and moves; see [NewID]
	Name string // what the operator calls it; see [CheckName]
	URL  string // the base URL, as the operator wrote it

	Token         bool // its token is in the system's keyring, under the id
	InsecureToken bool // the token may travel over plain http to another computer
}

// Poll says how a healthy router is polled, and when it counts as down.
type Poll struct {
	Interval     time.Duration // from the end of a poll to the start of the next
	Timeout      time.Duration // how long a poll may take
	Threshold    int           // failures in a row that are an outage
	RecoverAfter int           // successes in a row that end an outage
}

// Backoff names a policy and replaces some of its values. Its zero value is
// the default policy as it is.
type Backoff struct {
	Policy      string // as [backoff.Named] takes it; empty is the default policy
	FirstWait   Override[time.Duration]
	LongestWait Override[time.Duration]
	SettleAfter Override[int] // failures in a row; 0 is never
	SettledWait Override[time.Duration]
	Jitter      Override[float64] // a fraction, 0 to 1
}

// Notifications says what interrupts the operator.
type Notifications struct {
	Down         bool // an outage, and its end
	Paused       bool // paused, and resumed
	PairsZero    bool // the pair count fell to zero
	PairsChanged bool // the pair count changed otherwise
}

// Tray says what the tray icon shows.
type Tray struct {
	Count bool // the pair count, in the icon of a live router
}

// Network says how routers are reached. Its zero value is as the environment
// and the system have it.
type Network struct {
	Proxy  string // see [CheckProxy]; empty for the environment's
	CAFile string // certificates of further authorities to trust, in PEM; empty for none
}

// Defaults are the settings of a first start: no routers, and every other
// value as the package documents it.
func Defaults() Settings {
	return Settings{
		Poll:          Poll{Interval: 5 * time.Second, Timeout: 30 * time.Second, Threshold: 2, RecoverAfter: 2},
		Backoff:       Backoff{Policy: backoff.DefaultName},
		Notifications: Notifications{Down: true, Paused: true, PairsZero: true},
		Tray:          Tray{Count: true},
	}
}

// Clone is a copy that shares nothing with s.
func (s Settings) Clone() Settings {
	s.Routers = slices.Clone(s.Routers)
	return s
}

// Equal reports whether both say the same.
func (s Settings) Equal(other Settings) bool {
	return slices.Equal(s.Routers, other.Routers) && s.Poll == other.Poll && s.Backoff == other.Backoff &&
		s.Notifications == other.Notifications && s.Tray == other.Tray && s.Network == other.Network
}

// tidy is s as a file gives it back.
func (s Settings) tidy() Settings {
	s = s.Clone()
	for i := range s.Routers {
		s.Routers[i].Name = TidyName(s.Routers[i].Name)
		s.Routers[i].URL = strings.TrimSpace(s.Routers[i].URL)
	}
	s.Network.Proxy = strings.TrimSpace(s.Network.Proxy)
	s.Network.CAFile = strings.TrimSpace(s.Network.CAFile)
	s.Backoff.Policy = cmp.Or(strings.ToLower(s.Backoff.Policy), backoff.DefaultName)
	return s
}
