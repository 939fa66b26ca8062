package monitor

import (
	"context"
	"math/rand/v2"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/assert"
)

// flapping is a source that is up and down in turn, each for about as long as
// notified, and that fails in another way each time.
func flapping(seed uint64, up, down time.Duration) *answers {
	random, start := rand.New(rand.NewPCG(seed, seed)), time.Now()
	faults := []func(context.Context) (Reading, error){refused, silentFor(3 * s), throttled(0), refused}
	var turn int // odd is up
	var change time.Duration
	return answering(func(ctx context.Context) (Reading, error) {
		for ; time.Since(start) >= change; turn++ {
			mean := down
			if turn%2 == 0 {
				mean = up
			}
			change += time.Duration((0.5 + random.Float64()) * float64(mean))
		}
		if turn%2 == 1 {
			return good(ctx)
		}
		return faults[random.IntN(len(faults))](ctx)
	})
}

// silentFor fails after a while of nothing.
func silentFor(d time.Duration) func(context.Context) (Reading, error) {
	return after(d, func(context.Context) (Reading, error) {
		return Reading{}, &Failure{Kind: TimedOut, Layer: LayerHTTP}
	})
}

// notices are what an operator is notified of a run of snapshots.
func notices(snapshots []Snapshot) map[NoticeKind]int {
	count := map[NoticeKind]int{}
	var notified Notified
	for _, snapshot := range snapshots {
		var now []Notice
		notified, now = Decide(notified, snapshot, defaultRules(), snapshot.AsOf)
		for _, notice := range now {
			count[notice.Kind]++
		}
	}
	return count
}

func TestAFlappingRouterCausesFewNotices(t *testing.T) {
	var most int
	for _, up := range []time.Duration{s, 3 * s, 7 * s, 11 * s, 30 * s, 60 * s, 180 * s} {
		for _, down := range []time.Duration{s, 3 * s, 7 * s, 11 * s, 30 * s, 60 * s} {
			synctest.Test(t, func(t *testing.T) {
				w := watching(t, flapping(1, up, down), DefaultPlan())
				w.wait(time.Hour)
				notified := notices(w.snapshots)
				most = max(most, notified[NoticeDown])
				assert.LessOrEqual(t, notified[NoticeDown], 7, "up %v, down %v", up, down)
				assert.LessOrEqual(t, notified[NoticeRecovered], notified[NoticeDown])
				assert.Len(t, notified, min(1, notified[NoticeDown])+min(1, notified[NoticeRecovered]), "nothing else is notified")
			})
		}
	}
	assert.Greater(t, most, 2, "the flapping was none")
}

func TestAlternatingErrorsAreOneOutage(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := watching(t, answering(good), DefaultPlan())
		for range 20 {
			for _, poll := range []func(context.Context) (Reading, error){refused, throttled(0), silent} {
				w.source.set(poll)
				w.wait(w.now().Wait + w.now().Timeout)
			}
		}
		assert.Equal(t, map[NoticeKind]int{NoticeDown: 1}, notices(w.snapshots))
	})
}

func TestARouterThatRelapsesHasToHoldLonger(t *testing.T) {
	outage := func(w *watch) {
		w.source.set(refused)
		w.wait(w.now().Wait)
		w.wait(w.now().Wait)
		assert.Equal(t, Down, w.now().Status)
		w.source.set(good)
		w.wait(w.now().Wait)
	}
	synctest.Test(t, func(t *testing.T) {
		w := watching(t, answering(good), DefaultPlan())
		for _, successes := range []int{2, 4, 8, 16, 32, 64, 120, 120, 120} {
			outage(w)
			assert.Equal(t, Live, w.now().Status, "what is shown waits for nothing")
			back := w.now().Reading.At
			for range successes - 1 {
				assert.True(t, w.now().Outage.Open())
				w.pollsAfter(5 * s)
			}
			assert.Equal(t, back, w.now().Outage.Until, "dated to the first of them")
		}
		w.wait(time.Hour)
		outage(w)
		w.pollsAfter(5 * s)
		assert.False(t, w.now().Outage.Open(), "an hour later it is forgotten")
	})
}
