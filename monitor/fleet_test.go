package monitor

import (
	"context"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/assert"

	"routerwatch/backoff"
)

const (
	fleetOutage  = time.Hour
	fleetLatency = 50 * time.Millisecond
	// fleetAfter is longer than the longest wait of any policy.
	fleetAfter = 7 * time.Minute
)

// fleet is many real monitors of one router that goes away for an hour.
type fleet struct {
	policy  backoff.Policy
	clients int
	// looking is the share of operators who look at their window every now
	// and then, glance on average.
	looking float64
	glance  time.Duration
}

// toll is what an outage costs: the router in requests, the operators in time.
type toll struct {
	requests       float64 // per client, while the router was away
	peakAway       int     // in any one second while it was
	peakBack       int     // after it was back, of clients that did not know yet
	median, latest time.Duration
	lookers        time.Duration // the median for those who look
	looked         float64       // requests of a client whose operator looks
}

// endure runs the fleet through the outage, in virtual time.
func (f fleet) endure(t *testing.T) (cost toll) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		ctx, leave := context.WithCancel(t.Context())
		var (
			running sync.WaitGroup
			mu      sync.Mutex
			random  = rand.New(rand.NewPCG(1, uint64(f.clients)))
			falls   = time.Now().Add(time.Minute)
			rises   = falls.Add(fleetOutage)
			away    = make([]int, fleetOutage/time.Second)
			back    = make([]int, fleetAfter/time.Second)
			asked   = make([]int, f.clients) // while the router was away
			seen    = make([]time.Duration, f.clients)
		)
		plan := DefaultPlan()
		plan.Policy = f.policy
		ask := func(client int) (up bool) {
			mu.Lock()
			defer mu.Unlock()
			now := time.Now()
			switch {
			case now.Before(falls):
				return true
			case now.Before(rises):
				away[now.Sub(falls)/time.Second]++
				asked[client]++
				return false
			case seen[client] == 0:
				back[now.Sub(rises)/time.Second]++
				seen[client] = now.Sub(rises) + fleetLatency
			}
			return true
		}
		lookers := int(f.looking * float64(f.clients))
		for client := range f.clients {
			luck := rand.New(rand.NewPCG(random.Uint64(), uint64(client)))
			monitor := New(Config{
				Plan: plan, Random: luck.Float64, Publish: func(Snapshot) {}, Slept: func() time.Duration { return 0 }, Log: slog.New(slog.DiscardHandler),
				Source: answering(func(ctx context.Context) (Reading, error) {
					up := ask(client)
					time.Sleep(fleetLatency)
					if up {
						return good(ctx)
					}
					return refused(ctx)
				}),
			})
			begins := time.Duration(random.Int64N(int64(plan.Interval)))
			running.Go(func() {
				time.Sleep(begins)
				monitor.Run(ctx)
			})
			if client < lookers {
				eyes := rand.New(rand.NewPCG(random.Uint64(), uint64(client)))
				running.Go(func() {
					for ctx.Err() == nil {
						select {
						case <-time.After(time.Duration(eyes.ExpFloat64() * float64(f.glance))):
							monitor.Refresh()
						case <-ctx.Done():
						}
					}
				})
			}
		}
		time.Sleep(time.Until(rises) + fleetAfter - time.Second)
		leave()
		running.Wait()

		cost = toll{
			requests: mean(asked), peakAway: slices.Max(away), peakBack: slices.Max(back),
			median: quantile(seen, 0.5), latest: quantile(seen, 0.95),
		}
		if lookers > 0 {
			cost.lookers, cost.looked = quantile(seen[:lookers], 0.5), mean(asked[:lookers])
		}
	})
	return cost
}

func mean(counts []int) float64 {
	sum := 0
	for _, n := range counts {
		sum += n
	}
	return float64(sum) / float64(len(counts))
}

func quantile(times []time.Duration, share float64) time.Duration {
	sorted := slices.Sorted(slices.Values(times))
	return sorted[int(share*float64(len(sorted)-1))]
}

// fixed is the policy of a client that knows no backoff.
func fixed() backoff.Policy { return backoff.Policy{First: 5 * s, Longest: 5 * s} }

// TestAFleetIsKindToAFailingRouter compares the policies on a few clients.
// The table of the README comes from a thousand: make bench-fleet.
func TestAFleetIsKindToAFailingRouter(t *testing.T) {
	clients := size(t, "FLEET_CLIENTS", 50)
	lookers := float64(size(t, "FLEET_LOOKERS", 10)) / 100
	glance := time.Duration(size(t, "FLEET_GLANCE", 60)) * s
	var table strings.Builder
	row := func(name string, cost toll) {
		fmt.Fprintf(&table, "| %s | %.0f | %d | %d | %.1f s | %.1f s |\n",
			name, cost.requests, cost.peakAway, cost.peakBack, cost.median.Seconds(), cost.latest.Seconds())
	}
	table.WriteString("| policy | requests per client in the outage | peak per second in it | peak per second of those coming back | recovery seen, median | 95 % |\n")
	table.WriteString("|---|---|---|---|---|---|\n")
	for _, tt := range []struct {
		name     string
		policy   backoff.Policy
		requests float64
		median   time.Duration
		slack    time.Duration // of the median
	}{
		{"every 5 s", fixed(), 713, 2600 * time.Millisecond, s},
		{"`StableRoute`", backoff.StableRoute(), 62, 16 * s, 3 * s},
		{"`RPOMS`", backoff.RPOMS(), 21, 151 * s, 50 * s},
		{"`Default`", backoff.Default(), 21, 154 * s, 50 * s},
	} {
		cost := fleet{policy: tt.policy, clients: clients}.endure(t)
		row(tt.name, cost)
		assert.InDelta(t, tt.requests, cost.requests, 1+tt.requests/100, tt.name)
		assert.InDelta(t, tt.median, cost.median, float64(tt.slack), tt.name)
		if tt.policy.Jitter > 0 {
			assert.LessOrEqual(t, cost.peakBack, max(3, clients/100), "%s: they come back in turn", tt.name)
		}
	}
	cost := fleet{policy: backoff.Default(), clients: clients, looking: lookers, glance: glance}.endure(t)
	row(fmt.Sprintf("`Default`, %.0f %% look about every %v", 100*lookers, glance), cost)
	assert.Less(t, cost.lookers, 2*time.Minute, "who looks sees it sooner")
	t.Logf("%d clients, an hour's outage\n%s\nWho looks: %.0f requests, recovery seen after a median of %.1f s.",
		clients, table.String(), cost.looked, cost.lookers.Seconds())
}
