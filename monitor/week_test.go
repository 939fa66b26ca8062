package monitor

import (
	"context"
	"math/rand/v2"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestOneRequestInFlightForAWeek lets a week of random latencies, faults,
// presses, sleeps and replaced sources pass, and counts concurrent polls.
func TestOneRequestInFlightForAWeek(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		random, operator := rand.New(rand.NewPCG(1, 2)), rand.New(rand.NewPCG(3, 4))
		faults := []func(context.Context) (Reading, error){
			good, good, good, good, paused, refused, throttled(60 * s), silent,
			func(context.Context) (Reading, error) { panic("boom") },
		}
		source := answering(func(ctx context.Context) (Reading, error) {
			late := time.Duration(random.ExpFloat64() * float64(4*s))
			select {
			case <-time.After(late):
			case <-ctx.Done():
				time.Sleep(time.Duration(random.Int64N(int64(200 * time.Millisecond)))) // not at once
				return Reading{}, ctx.Err()
			}
			return faults[random.IntN(len(faults))](ctx)
		})
		w := watching(t, source, DefaultPlan())
		for time.Since(w.start) < 7*24*time.Hour {
			w.wait(time.Duration(operator.ExpFloat64() * float64(time.Minute)))
			switch operator.IntN(12) {
			case 0:
				w.sleep(time.Duration(operator.Int64N(int64(time.Hour))))
			case 1:
				w.Replace(w.config(DefaultPlan()))
			default:
				w.Retry()
			}
			last := w.now()
			require.False(t, last.Overdue().IsZero(), "something is always scheduled")
		}
		assert.False(t, source.crowded, "two polls were in flight at once")
		assert.Greater(t, source.count(), 10_000)
	})
}
