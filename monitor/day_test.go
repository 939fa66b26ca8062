package monitor

import (
	"context"
	"math/rand/v2"
	"slices"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"go.uber.org/goleak"
)

// TestADayOfAFewRouters runs the real loop of some routers through a day of
// the weather that the pure step is walked through, and looks at every
// snapshot it publishes. The bubble ends only if every goroutine has; goleak
// looks for those outside.
func TestADayOfAFewRouters(t *testing.T) {
	defer goleak.VerifyNone(t, goleak.IgnoreCurrent())
	outages := 0
	for seed := range uint64(size(t, "DAY_ROUTERS", 5)) {
		synctest.Test(t, func(t *testing.T) {
			random := rand.New(rand.NewPCG(seed, 24))
			source := answering(skies(seed))
			w := watching(t, source, DefaultPlan())
			for time.Since(w.start) < 24*time.Hour {
				w.wait(time.Duration(random.ExpFloat64() * float64(2*time.Minute)))
				switch random.IntN(40) {
				case 0:
					w.sleep(time.Duration(random.Int64N(int64(3 * time.Hour))))
				case 1:
					w.network(false)
				case 2:
					w.Replace(w.config(DefaultPlan()))
				case 3, 4, 5, 6:
					w.Refresh()
				case 7, 8, 9, 10, 11, 12:
					w.Retry()
				default:
					w.network(true)
				}
				outages += w.examine()
			}
			w.wait(0)
			assert.False(t, source.crowded, "two polls were in flight at once")
			assert.Greater(t, source.count(), 500)
		})
	}
	assert.Greater(t, outages, 20, "quiet days prove little")
}

// skies answers as the weather is. It heeds its context, sometimes late.
func skies(seed uint64) func(context.Context) (Reading, error) {
	random, start := rand.New(rand.NewPCG(seed, 25)), time.Now()
	sky := &weather{random: random}
	return func(ctx context.Context) (Reading, error) {
		e := sky.event(time.Since(start))
		if random.IntN(100) == 0 {
			e.took = time.Minute
		}
		select {
		case <-time.After(e.took):
		case <-ctx.Done():
			time.Sleep(time.Duration(random.Int64N(int64(100 * time.Millisecond))))
			return Reading{}, ctx.Err()
		}
		switch {
		case random.IntN(500) == 0:
			panic("boom")
		case !e.failure.None():
			return Reading{}, &e.failure
		}
		return e.reading, nil
	}
}

// examine looks at every snapshot since the last time, and forgets all but
// the newest. It returns the number of outages that were notified.
func (w *watch) examine() (notified int) {
	w.t.Helper()
	w.mu.Lock()
	defer w.mu.Unlock()
	for i, now := range w.snapshots[1:] {
		before := w.snapshots[i]
		if broken := broken(before, now); broken != "" {
			require.Fail(w.t, broken, "from %+v\nto %+v", before, now)
		}
		if now.Outage.Open() && !before.Outage.Open() {
			notified++
		}
	}
	w.snapshots = slices.Clone(w.snapshots[len(w.snapshots)-1:])
	return notified
}

// broken names the promise that a snapshot does not keep after another.
func broken(before, now Snapshot) string {
	policy := DefaultPlan().Policy
	low, high := policy.Delay(now.Failures, 0), policy.Delay(now.Failures, 1)
	failed := now.Failing() && now.Failures == before.Failures+1 && !now.InFlight() && now.Status != Offline
	scheduled := now.InFlight() != !now.NextPoll.IsZero()
	opened := now.Outage.Open() && !before.Outage.Open()
	for _, promise := range []struct {
		kept bool
		text string
	}{
		{now.AsOf.Compare(before.AsOf) >= 0, "snapshots come in order"},
		{scheduled || now.Status == Offline, "a poll is in flight, or due, or there is no network"},
		{!failed || now.Wait >= max(low, now.Interval), "a failure waits as long as the policy and the cadence say"},
		{now.Wait <= max(high, MaxRetryAfter*5/4), "no wait is endless"},
		{now.Failing() || now.InFlight() || now.Wait <= max(now.Interval, resumeSpread), "a healthy router is polled at the cadence"},
		{now.Failures <= now.Tries && now.Failures >= 0, "counts are counts"},
		{5*s <= now.Interval && now.Interval <= time.Minute, "the cadence has bounds"},
		{!opened || now.Status == Down && (now.Failures >= 2 || now.Failure.RetryAfter > time.Minute), "an outage opens at the threshold, or when the router asks for a longer time"},
		{now.Outage.Since.Equal(before.Outage.Since) || opened, "an outage keeps its beginning"},
		{now.Outage.Until.IsZero() || !now.Outage.Until.Before(now.Outage.Since), "an outage ends after it began"},
		{now.Status != Stalled, "the loop is never stuck"},
		{now == now.WithStall(now.AsOf), "nor late"},
	} {
		if !promise.kept {
			return "not kept: " + promise.text
		}
	}
	return ""
}
