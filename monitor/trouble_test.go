package monitor

import (
	"context"
	"errors"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestAPanicInASourceIsAFailureLikeAnyOther(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := watching(t, answering(func(context.Context) (Reading, error) { panic("boom") }), DefaultPlan())
		assert.Equal(t, SourceBug, w.now().Failure.Kind)
		w.pollsAfter(10 * s)
		assert.Equal(t, Down, w.now().Status)
	})
}

func TestAnErrorThatIsNoFailureIsOne(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := watching(t, answering(func(context.Context) (Reading, error) {
			return Reading{}, errors.New("a plain error")
		}), DefaultPlan())
		assert.Equal(t, Failure{Kind: SourceBug, Layer: LayerProgram}, w.now().Failure)
	})
}

func TestASourceReplacedWhileItsPollIsInFlight(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := watching(t, answering(refused), DefaultPlan())
		w.source.set(after(2*s, refused)) // deaf to its cancellation
		w.wait(10*s + s)
		require.True(t, w.now().InFlight())

		other := answering(good)
		config := w.config(DefaultPlan())
		config.Source = other
		w.Replace(config)
		synctest.Wait()
		assert.Zero(t, other.count(), "never a second poll beside the cancelled one")
		w.wait(s)
		assert.Equal(t, 1, other.count())
		assert.Equal(t, 2, w.source.count())
		assert.Equal(t, Live, w.now().Status)
		w.wait(5 * s)
		assert.Equal(t, 2, other.count())
		assert.Equal(t, 2, w.source.count())
	})
}

func TestASourceReplacedKeepsTheCounts(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := watching(t, answering(refused), DefaultPlan())
		w.pollsAfter(10 * s)
		outage := w.now().Outage
		w.Replace(w.config(DefaultPlan()))
		synctest.Wait()
		assert.Equal(t, 3, w.source.count(), "a changed setting is tried at once")
		assert.Equal(t, 3, w.now().Failures)
		assert.Equal(t, outage, w.now().Outage)
	})
}

func TestStoppingCancelsThePollAndPollsNoMore(t *testing.T) {
	for name, poll := range map[string]func(context.Context) (Reading, error){
		"in a wait": good,
		"in a poll": silent,
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				w := watching(t, answering(poll), DefaultPlan())
				w.wait(s)
				w.leave()
				synctest.Wait()
				select {
				case <-w.gone:
				default:
					t.Fatal("Run has not returned")
				}
				before, published := w.source.count(), w.published()
				w.wait(15 * s)
				assert.Equal(t, before, w.source.count())
				assert.Equal(t, published, w.published())
			})
		})
	}
}

func TestStoppingDoesNotWaitForASourceThatIgnoresCancellation(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := watching(t, answering(after(time.Hour, good)), DefaultPlan())
		w.leave()
		w.wait(s)
		select {
		case <-w.gone:
		default:
			t.Fatal("Run has not returned")
		}
	})
}

func TestASourceThatIgnoresCancellationIsStalledAndNeverPolledTwiceAtOnce(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := watching(t, answering(after(10*time.Minute, good)), DefaultPlan())
		w.wait(30*s + stallGrace)
		assert.Equal(t, Connecting, w.now().Status)
		w.wait(WatchdogInterval)
		assert.Equal(t, Stalled, w.now().Status)
		assert.False(t, w.now().CanRetry(time.Now()))
		w.Retry()
		w.wait(9 * time.Minute)
		assert.Equal(t, 1, w.source.count())
		w.wait(time.Minute)
		assert.Equal(t, Live, w.now().Status, "it answered at last")
		assert.False(t, w.source.crowded)
	})
}

func TestOfflineSendsNothingAndCountsNoOutage(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := watching(t, answering(good), DefaultPlan())
		w.network(false)
		w.wait(5 * s)
		assert.Equal(t, Offline, w.now().Status)
		w.wait(time.Hour)
		assert.Equal(t, 1, w.source.count())
		assert.False(t, w.now().Outage.Open())
		w.network(true)
		w.wait(2*s + s) // the next tick, and a random moment
		assert.Equal(t, 2, w.source.count())
		assert.Equal(t, Live, w.now().Status)
		assert.Zero(t, w.now().Outage)
	})
}

func TestAFailureOfOurOwnNetworkIsNoStepTowardsAnOutage(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := watching(t, answering(refused), DefaultPlan())
		w.network(false)
		w.wait(WatchdogInterval)
		assert.Equal(t, Offline, w.now().Status)
		assert.Zero(t, w.now().Failures, "the failure just before was the network's too")
		w.network(true)
		w.wait(2*s + s)
		assert.Equal(t, Retrying, w.now().Status)
	})
}

func TestOfflineKeepsAnOpenOutage(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := watching(t, answering(refused), DefaultPlan())
		w.pollsAfter(10 * s)
		outage := w.now().Outage
		require.True(t, outage.Open())
		w.network(false)
		w.wait(WatchdogInterval)
		assert.Equal(t, Offline, w.now().Status)
		assert.Equal(t, outage, w.now().Outage)
	})
}
