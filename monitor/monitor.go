// Package monitor watches routers: it polls one gently, interprets its answers,
// and publishes immutable snapshots.
//
// Its four concepts are a [Snapshot] (all that is known at one moment), the step
// (a pure function from a state and a result to the next state), a [Source]
// (which makes the poll) and [Monitor.Run] (the loop: poll, step, publish, wait).
// The invariant: never more than one request in flight.
package monitor

import (
	"context"
	"log/slog"
	"time"

	"routerwatch/internal/latest"
)

// Router says which router a monitor watches.
type Router struct {
	ID        string // unchanged by a new name; see settings.Router
	Name      string // chosen by the operator
	URL       string // the base URL, without credentials, query or fragment
	Simulated bool   // it is the built-in simulation
	Proxy     Proxy  // the proxy that it is polled through
}

// A Proxy says which proxy a router is polled through, and why. It contains no
// secret. The zero value is none, because nothing names one.
type Proxy struct {
	Address string // scheme://host:port, or empty for none
	From    string // the variable that decided, [ProxySetting] or [ProxyLoopback]; empty if none did
	Exempt  string // the entry of NO_PROXY that applies to the router
	Ignored string // what was not understood in the variables
}

// What decides on a router's proxy, other than a variable.
const (
	ProxySetting  = "network.proxy"
	ProxyLoopback = "loopback" // the router is on this computer
)

// Config configures a monitor. All but Restored, Online and ReportsResume are
// required.
type Config struct {
	Router Router
	Source Source
	Plan   Plan
	// Publish receives each new snapshot, on the goroutine of Run. It must not
	// block: the loop waits for it.
	Publish func(Snapshot)
	// Restored is the state saved by an earlier run of the program, or zero.
	Restored Restored
	// Online reports whether this computer has a route to the router, without
	// sending anything. Nil means always.
	Online func(ctx context.Context) bool
	// Random draws from [0, 1).
	Random func() float64
	// Slept is how long this machine has been asleep since some fixed moment.
	Slept func() time.Duration
	// ReportsResume promises a call of [Monitor.Wake] after each sleep, so that
	// the watchdog need not tick while the loop waits for a healthy poll.
	ReportsResume bool
	// Log gets what changes, not every poll.
	Log *slog.Logger
}

// A Monitor watches one router while [Monitor.Run] runs. Its methods never
// block and may be called from any goroutine.
type Monitor struct {
	config Config
	calls  *latest.Box[string, func(*loop)] // what the loop is to do, by its name
}

// New makes a monitor. It does nothing until Run.
func New(config Config) *Monitor {
	return &Monitor{config: config, calls: latest.New[string, func(*loop)]()}
}

// Retry polls at once. It does nothing while a poll is in flight, or while
// [Snapshot.RetryBlocked] is in the future.
func (m *Monitor) Retry() { m.calls.Put("retry", (*loop).retry) }

// Refresh polls at once if the last poll is older than refreshAge, when the
// operator opens a window or menu. Its failure is counted like that of Retry. It
// never polls before the router's Retry-After has passed.
func (m *Monitor) Refresh() { m.calls.Put("refresh", (*loop).refresh) }

// Acknowledge ends the mark of lost pairs.
func (m *Monitor) Acknowledge() { m.calls.Put("acknowledge", (*loop).acknowledge) }

// Wake reports that the machine may have been asleep; the loop checks the clocks.
func (m *Monitor) Wake() { m.calls.Put("wake", (*loop).watchdogTick) }

// Replace gives the loop another source, plan or name for the same router. The
// poll in flight is cancelled and not counted; the counts and the outage stay;
// the next poll is made at once, or when the router's Retry-After has passed. Of
// several pending calls the last one wins.
func (m *Monitor) Replace(config Config) {
	m.calls.Put("replace", func(l *loop) { l.replaceWith(config) })
}
