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

	// The other counters are optional.
	APIKeys        Count
	Webhooks       Count
	Events         Count
	PairsWithFee   Count
	DistinctAssets Count

	Latency time.Duration // from sending the request to the decoded answer
	At      time.Time     // when it settled; zero if there is no reading yet
}

// Known reports whether there is a reading at all.
func (r Reading) Known() bool { return !r.At.IsZero() }

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
