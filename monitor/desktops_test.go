package monitor

import (
	"context"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// quota is the router's limiter: 60 requests in any 60 s for one address, in
// a sliding window; refused requests are not counted.
type quota struct {
	mu      sync.Mutex
	granted []time.Time
}

const (
	quotaWindow = time.Minute
	quotaSize   = 60
)

func (q *quota) grant(now time.Time) bool {
	q.mu.Lock()
	defer q.mu.Unlock()
	for len(q.granted) > 0 && now.Sub(q.granted[0]) >= quotaWindow {
		q.granted = q.granted[1:]
	}
	if len(q.granted) >= quotaSize {
		return false
	}
	q.granted = append(q.granted, now)
	return true
}

func TestTheQuotaSlides(t *testing.T) {
	start := time.Now()
	at := func(seconds int) time.Time { return start.Add(time.Duration(seconds) * s) }
	q := &quota{}
	for second := range 30 {
		assert.True(t, q.grant(at(second)))
		assert.True(t, q.grant(at(second)))
	}
	assert.False(t, q.grant(at(59)))
	assert.True(t, q.grant(at(60)), "two have left the window, the refused one was not counted")
	assert.True(t, q.grant(at(60)))
	assert.False(t, q.grant(at(60)))
}

// desktops is what some desktops behind one address saw from one moment on.
type desktops struct {
	asked, refused int
	questions      int           // between polls, from the start
	oldest         time.Duration // of the readings that were on the screens
	stale          int           // readings that grew older than 90 s
}

// pairsChangeAfter is how often the pairs of the shared router change, so that each
// desktop wants to ask for their names.
const pairsChangeAfter = 7 * time.Minute

// share runs n real monitors, with the default plan and seeded random numbers,
// behind one quota. They start within the spread, their polls take the latency
// on average, and it measures what they see between two moments.
func share(t *testing.T, seed uint64, n int, spread, latency, from, to time.Duration) (saw desktops) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		ctx, leave := context.WithCancel(t.Context())
		var (
			limiter quota
			running sync.WaitGroup
			mu      sync.Mutex
			start   = time.Now()
			last    = make([]time.Time, n) // good readings
		)
		see := func(i int, now time.Time) {
			if now.Sub(start) > from {
				saw.oldest = max(saw.oldest, now.Sub(last[i]))
				if now.Sub(last[i]) > 90*s {
					saw.stale++
				}
			}
		}
		for i := range n {
			random := rand.New(rand.NewPCG(seed, uint64(i)))
			request := func(ctx context.Context) (Reading, error) {
				granted := limiter.grant(time.Now())
				mu.Lock()
				if time.Since(start) > from {
					saw.asked++
					if !granted {
						saw.refused++
					}
				}
				mu.Unlock()
				select {
				case <-time.After(time.Duration(float64(latency) * (0.5 + random.ExpFloat64()/2))):
				case <-ctx.Done():
					return Reading{}, ctx.Err()
				}
				if !granted {
					return throttled(time.Minute)(ctx)
				}
				pairs := 1 + int64(time.Since(start)/pairsChangeAfter)
				return Reading{Pairs: pairs}, nil
			}
			source := &talker{answers: answering(request)}
			source.instead = func(ctx context.Context, q Question) (Answer, error) {
				mu.Lock()
				saw.questions++
				mu.Unlock()
				reading, err := request(ctx)
				var names []string
				for i := range reading.Pairs {
					names = append(names, fmt.Sprint("pair ", i))
				}
				return Answer{Page: Page{Pairs: names}, Quota: Allowance{quotaSize, quotaWindow}}, err
			}
			last[i] = start
			config := Config{Source: source, Plan: DefaultPlan(), Random: random.Float64, Slept: func() time.Duration { return 0 }, Log: slog.New(slog.DiscardHandler)}
			config.Publish = func(snapshot Snapshot) {
				mu.Lock()
				defer mu.Unlock()
				if at := snapshot.Reading.At; at.After(last[i]) {
					see(i, at)
					last[i] = at
				}
			}
			begins := time.Duration(random.Float64() * float64(spread))
			running.Go(func() {
				time.Sleep(begins)
				New(config).Run(ctx)
			})
		}
		time.Sleep(to)
		mu.Lock()
		for i := range n {
			see(i, time.Now())
		}
		mu.Unlock()
		leave()
		running.Wait()
	})
	return saw
}

// TestTenDesktopsSettleBehindOneAddress is DESIGN.md's promise for a shared
// quota, with pairs that come and that each desktop wants to name, kept for two
// hours after the ten minutes of settling. What follows, when what was learned is
// put to the test, is measured but not promised:
//
//	DESKTOPS_SEEDS=100 DESKTOPS_HOURS=10 go test ./monitor -run TenDesktops -v
func TestTenDesktopsSettleBehindOneAddress(t *testing.T) {
	seeds, hours := size(t, "DESKTOPS_SEEDS", 2), size(t, "DESKTOPS_HOURS", 2)
	for name, tt := range map[string]struct{ spread, latency time.Duration }{
		"started at once":         {0, 100 * time.Millisecond},
		"close to the router":     {5 * s, 20 * time.Millisecond},
		"far away":                {5 * s, 500 * time.Millisecond},
		"started within a minute": {time.Minute, 100 * time.Millisecond},
	} {
		t.Run(name, func(t *testing.T) {
			var all desktops
			for seed := range seeds {
				saw := share(t, uint64(seed), 10, tt.spread, tt.latency, 10*time.Minute, time.Duration(hours)*time.Hour)
				all.asked, all.refused, all.stale = all.asked+saw.asked, all.refused+saw.refused, all.stale+saw.stale
				all.questions += saw.questions
				all.oldest = max(all.oldest, saw.oldest)
				require.Greater(t, saw.asked, 3000)
				assert.Less(t, float64(saw.refused)/float64(saw.asked), 0.05, "seed %d", seed)
				if hours <= 2 {
					assert.LessOrEqual(t, saw.oldest, 90*s, "seed %d", seed)
				}
			}
			assert.Positive(t, all.questions)
			t.Logf("%d seeds: %.2f %% of %d requests were refused, %d questions asked; %d readings grew older than 90 s, the oldest was %v",
				seeds, 100*float64(all.refused)/float64(all.asked), all.asked, all.questions, all.stale, all.oldest.Round(s))
		})
	}
}
