//go:build linux

package soak

import (
	"context"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"routerwatch/monitor/stableroute/simulator"
)

// longestCalm is how long a storm's outage may take to be over: a router that
// relapses must be well for up to ten minutes.
const longestCalm = 12 * time.Minute

// router is a simulated router behind a link of its own.
type router struct {
	t      *testing.T
	name   string
	itself *simulator.Router
	link   *link
	random *rand.Rand

	mu     sync.Mutex     // guards what is wrong with it
	faults map[string]int // how often each was caused
}

func startRouter(t *testing.T, name string, random *rand.Rand) *router {
	t.Helper()
	itself, err := simulator.Start(simulator.Options{Pairs: 12, RetryAfter: time.Second})
	require.NoError(t, err)
	t.Cleanup(itself.Close)
	way := startLink(t, strings.TrimPrefix(itself.URL(), "http://"))
	return &router{t: t, name: name, itself: itself, link: way, random: random, faults: make(map[string]int)}
}

// url is where the program finds it: the link.
func (r *router) url() string { return "http://" + r.link.address }

// live has the router come and go until ctx ends. A calm lasts until the
// operator was told that the router is back, but now and then it is too short
// for that.
func (r *router) live(ctx context.Context, l *ledger) {
	defer r.mend()
	for ctx.Err() == nil {
		if r.random.IntN(6) == 0 {
			pause(ctx, r.between(time.Second, 4*time.Second))
		} else {
			r.calm(ctx, l)
		}
		for storm := time.After(r.between(3*time.Second, 20*time.Second)); ctx.Err() == nil && r.cause(ctx, storm); {
		}
		r.mend()
	}
}

func (r *router) calm(ctx context.Context, l *ledger) {
	for end := time.Now().Add(longestCalm); l.down(r.name) && time.Now().Before(end); {
		if !pause(ctx, lookInterval) {
			return
		}
	}
	for range 1 + r.random.IntN(4) {
		r.change(func() {
			r.itself.SetPairs(int64(r.random.IntN(30)))
			r.itself.SetPaused(r.random.IntN(4) == 0)
		})
		if !pause(ctx, r.between(500*time.Millisecond, 4*time.Second)) {
			break
		}
	}
	r.change(func() { r.itself.SetPaused(false) })
}

// cause has something go wrong for a while. It reports false where the storm
// is over.
func (r *router) cause(ctx context.Context, storm <-chan time.Time) bool {
	r.change(func() {
		if r.random.IntN(2) == 0 {
			r.spoil()
		} else {
			r.fault()
		}
	})
	select {
	case <-storm:
		return false
	case <-ctx.Done():
		return false
	case <-time.After(r.between(500*time.Millisecond, 5*time.Second)):
	}
	r.mend()
	return pause(ctx, r.between(0, 1500*time.Millisecond))
}

// fault is one of the router's own.
func (r *router) fault() {
	all := simulator.Faults()[1:]
	f := all[r.random.IntN(len(all))].Fault
	if f == simulator.RateLimit && r.random.IntN(3) > 0 { // each slows the polls down for minutes
		f = simulator.Error
	}
	r.note(string(f))
	if err := r.itself.SetFault(f); err != nil {
		r.t.Errorf("%s cannot be made to fail: %v", r.name, err)
	}
}

// spoil is a fault of the way to it.
func (r *router) spoil() {
	all := troubles(r.random)
	names := append(slices.Sorted(maps.Keys(all)), "gone")
	name := names[r.random.IntN(len(names))]
	r.note(name)
	if name == "gone" {
		r.link.shut()
		return
	}
	trouble := all[name]
	trouble.upstream = r.random.IntN(2) == 0
	r.link.set(trouble)
}

// refused has every router fail for sure while something is done in which no
// poll may succeed.
func refused(ctx context.Context, routers []*router, do func()) {
	for _, r := range routers {
		r.mu.Lock()
		defer r.mu.Unlock()
		if err := r.itself.SetFault(simulator.Refuse); err != nil {
			r.t.Errorf("%s cannot be made to refuse: %v", r.name, err)
		}
	}
	pause(ctx, pollTimeout+500*time.Millisecond) // what was sent before has settled
	do()
	for _, r := range routers {
		if err := r.itself.SetFault(simulator.None); err != nil {
			r.t.Errorf("%s cannot be mended: %v", r.name, err)
		}
	}
}

// mend takes back all that is wrong with the router and with the way to it.
func (r *router) mend() {
	r.change(func() {
		r.link.set(trouble{})
		if err := r.link.open(); err != nil {
			r.t.Errorf("nobody listens for %s again: %v", r.name, err)
		}
		if err := r.itself.SetFault(simulator.None); err != nil {
			r.t.Errorf("%s cannot be mended: %v", r.name, err)
		}
	})
}

func (r *router) change(how func()) {
	r.mu.Lock()
	defer r.mu.Unlock()
	how()
}

func (r *router) note(fault string) { r.faults[fault]++ }

func (r *router) between(least, most time.Duration) time.Duration {
	return least + time.Duration(r.random.Int64N(int64(most-least)+1))
}
