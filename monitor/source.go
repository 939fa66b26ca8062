package monitor

import (
	"context"
	"time"
)

// A Source makes polls of one router. The monitor calls it from one goroutine
// at a time and never twice at once.
type Source interface {
	// Poll asks the router once. It returns within a moment of ctx's end,
	// with the request really cancelled. A poll that fails returns a *Failure.
	// The monitor sets the reading's At and Latency; the source leaves them.
	Poll(ctx context.Context) (Reading, error)
}

// A Reading is what a successful poll brought: an immutable value.
type Reading struct {
	Pairs  int64 // registered pairs, 0 or more
	Paused bool

	Counters Counters // the other numbers, each of them optional

	Latency time.Duration // from sending the request to the decoded answer
	At      time.Time     // when it settled; zero if there is no reading yet
}

// Known reports whether there is a reading at all.
func (r Reading) Known() bool { return !r.At.IsZero() }

// Status is the status of a router whose last poll brought this reading.
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
// them. A new one is a constant, its name below, and its label in ui/view.
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

// StatisticNames are the router's own names of the statistics, which are their
// keys on the wire too.
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

// A Probe is what one poll found, layer by layer: the test of an address
// before it is watched.
type Probe struct {
	Steps   []ProbeStep // those that went well, in order
	Reading Reading     // of a poll that succeeded
	Failure Failure     // of one that failed; none if it succeeded
}

// A ProbeStep is a layer that a probe got through.
type ProbeStep struct {
	Layer Layer
	Took  time.Duration
	// Addresses are what the name resolved to, or the one address that was
	// connected to.
	Addresses []string
	// Expires is when the router's certificate does.
	Expires time.Time
}
