package monitor

import (
	"context"
	"log/slog"
	"math/rand/v2"
	"time"
)

// Router says which router a monitor watches.
type Router struct {
	ID        string // stable over renames
	Name      string
	URL       string // without secrets
	Simulated bool
}

// Config is what a monitor needs. Router, Source, Plan and Publish are
// required; the functions that are nil take the real thing.
type Config struct {
	Router Router
	Source Source
	Plan   Plan
	// Publish takes each new snapshot, on the goroutine of Run. It must not
	// block: the loop waits for it.
	Publish func(Snapshot)
	// Resume is what an earlier run of the program knew; zero for nothing.
	Resume Resume
	// Online tells whether this computer has a way to the router, without
	// sending anything. Nil means always.
	Online func(ctx context.Context) bool
	// Random draws from [0, 1). Nil means math/rand.
	Random func() float64
	// Slept is how long this machine has been asleep since any fixed moment.
	// Nil means the machine's own clocks.
	Slept func() time.Duration
	// WakesTold promises that [Monitor.Wake] is called after each sleep, so
	// that the loop need not look for one while it waits for a healthy poll.
	WakesTold bool
	// Log gets what changes, not every poll. Nil means nowhere.
	Log *slog.Logger
}

// A Monitor watches one router while [Monitor.Run] runs.
type Monitor struct {
	config  Config
	retry   chan struct{}
	look    chan struct{}
	wake    chan struct{}
	replace chan Config
}

// New makes a monitor. It does nothing until Run.
func New(config Config) *Monitor {
	return &Monitor{
		config:  config.withDefaults(),
		retry:   make(chan struct{}, 1),
		look:    make(chan struct{}, 1),
		wake:    make(chan struct{}, 1),
		replace: make(chan Config, 1),
	}
}

func (c Config) withDefaults() Config {
	if c.Online == nil {
		c.Online = func(context.Context) bool { return true }
	}
	if c.Random == nil {
		c.Random = rand.Float64
	}
	if c.Slept == nil {
		c.Slept = slept
	}
	if c.Log == nil {
		c.Log = slog.New(slog.DiscardHandler)
	}
	return c
}

// Retry ends the wait at once. It does nothing while a poll is in flight, or
// while [Snapshot.RetryBlocked] is in the future. It never blocks and may be
// called from any goroutine.
func (m *Monitor) Retry() {
	select {
	case m.retry <- struct{}{}:
	default: // one press is already waiting
	}
}

// Look says that an operator is looking at what is known. Where the last poll
// is older than lookAge a poll is made at once, whose failure counts as little
// as that of Retry now; but never while the router's own wish has not passed.
// It never blocks and may be called from any goroutine.
func (m *Monitor) Look() {
	select {
	case m.look <- struct{}{}:
	default: // one look is already waiting
	}
}

// Wake says that the machine may have been asleep: the clocks tell whether it
// was. It never blocks and may be called from any goroutine.
func (m *Monitor) Wake() {
	select {
	case m.wake <- struct{}{}:
	default: // one call is already waiting
	}
}

// Replace makes the loop go on with another source, plan or name for the same
// router. The poll in flight is cancelled and not counted; the counts and the
// outage stay; the next poll comes at once, or when the router's own wish has
// passed. It never blocks; of several calls at once the last one counts.
func (m *Monitor) Replace(config Config) {
	config = config.withDefaults()
	for {
		select {
		case m.replace <- config:
			return
		case <-m.replace: // superseded before the loop took it
		}
	}
}
