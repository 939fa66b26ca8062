package monitor

import (
	"context"
	"time"
)

// A Source polls one router. The monitor never calls it concurrently.
type Source interface {
	// Poll polls the router once. Soon after ctx ends it returns, with the
	// request cancelled. If the poll fails, the error is a *Failure. The monitor
	// sets the reading's At.
	Poll(ctx context.Context) (Reading, error)
}

// A Reading is the result of a successful poll: an immutable value.
type Reading struct {
	Pairs  int64 // registered pairs, 0 or more
	Paused bool

	Counters Counters // the router's other numbers, each optional

	Latency time.Duration // from the request to the first byte of its answer
	Path    Path          // how the router was reached

	Certificate Certificate
	// Authorities is what is wrong with the file of further certificate
	// authorities, of which the last whole content was used; empty for nothing.
	Authorities SetupProblem

	At time.Time // when it settled; zero if there is no reading yet
}

// A Path is how a poll reached the router: a comparable value.
type Path struct {
	Phases Phases
	// PassedOver are the addresses that did not let it connect before another one
	// did: "192.0.2.1, 192.0.2.2".
	PassedOver string
	// SmallHello means that the TLS handshake began with a small message, because
	// the usual one was lost on the way.
	SmallHello bool
}

// A Phase is a part of a poll.
type Phase int

// The phases.
const (
	Lookup    Phase = iota // of the name
	Connect                // including a proxy's part
	Handshake              // of TLS
	FirstByte              // of the answer: a reading has it as its Latency
	Body                   // of the answer, after its first byte
	phases                 // their number
)

// Phases holds how long each [Phase] took; 0 for one that was not needed.
type Phases [phases]time.Duration

// Known reports whether there is a reading.
func (r Reading) Known() bool { return !r.At.IsZero() }

// Status is the status of a router whose last poll gave this reading.
func (r Reading) Status() Status {
	switch {
	case !r.Known():
		return Connecting
	case r.Paused:
		return Paused
	}
	return Live
}

// A Statistic is one of the router's optional counters, in the order to show
// them. A new one needs a constant, its name below, and its label in ui/view.
type Statistic int

// The statistics.
const (
	APIKeys Statistic = iota
	Webhooks
	Events
	PairsWithFee
	DistinctAssets
	statistics // their number
)

// Counters holds a count for each [Statistic].
type Counters [statistics]Count

// StatisticNames are the router's own names of the statistics, also used as keys
// in the JSON interface.
func StatisticNames() [statistics]string {
	return [...]string{
		APIKeys: "totalApiKeys", Webhooks: "totalWebhooks", Events: "totalEvents",
		PairsWithFee: "pairsWithFee", DistinctAssets: "distinctAssets",
	}
}

// A Count is a counter that the router may not report.
type Count struct {
	N     int64
	Known bool
}

// Counted is a known count.
func Counted(n int64) Count { return Count{N: n, Known: true} }

// A Probe is the result of a connection test: one poll, layer by layer.
type Probe struct {
	Proxy   Proxy       // through which it was made
	Steps   []ProbeStep // in order
	Reading Reading     // if the poll succeeded
	Failure Failure     // if it failed
}

// A ProbeStep is a layer that succeeded in a probe, or an attempt that was followed
// by another one.
type ProbeStep struct {
	Layer  Layer
	Took   time.Duration
	Failed Kind // empty if it succeeded
	// Addresses are what the name resolved to, or the address of the connection or
	// attempt.
	Addresses []string
	// Expires is when the first certificate of the verified chain ends.
	Expires time.Time
}
