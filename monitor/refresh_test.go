package monitor

import (
	"context"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestRefreshPollsWhereTheLastPollIsOld(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := watching(t, answering(refused), DefaultPlan())
		for range 3 {
			w.wait(w.now().Wait)
		}
		require.Equal(t, 60*s, w.now().Wait)
		for _, tt := range []struct {
			wait  time.Duration
			polls int
		}{{30*s - 1, 4}, {1, 5}, {15 * s, 5}, {15*s - 1, 5}, {1, 6}} {
			w.wait(tt.wait)
			w.Refresh()
			synctest.Wait()
			assert.Equal(t, tt.polls, w.source.count())
		}
		assert.Equal(t, 4, w.now().Failures, "a look's failure is no step")
	})
}

func TestRefreshOfAHealthyRouterDoesNothing(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := watching(t, answering(good), DefaultPlan())
		w.wait(4 * s)
		w.Refresh()
		synctest.Wait()
		assert.Equal(t, 1, w.source.count())
	})
}

func TestRefreshWaitsForRetryAfter(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := watchingWith(t, answering(throttled(100*s)), DefaultPlan(), 0.99)
		w.wait(100*s - 1)
		w.Refresh()
		synctest.Wait()
		assert.Equal(t, 1, w.source.count())
		w.wait(1) // Retry-After has passed, the jittered wait has not
		w.Refresh()
		synctest.Wait()
		assert.Equal(t, 2, w.source.count())
	})
}

func TestAnOutageGoesOnThroughARestart(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		since := time.Now().Add(-time.Hour).Round(0)
		source := answering(refused)
		w := watching(t, source, DefaultPlan())
		w.leave()
		<-w.gone
		config := w.config(DefaultPlan())
		config.Restored = Restored{Outage: since}
		w.Monitor = New(config)
		ctx, leave := context.WithCancel(t.Context())
		defer leave()
		w.gone = make(chan struct{})
		go func() {
			defer close(w.gone)
			w.Run(ctx)
		}()
		synctest.Wait()
		assert.Equal(t, Down, w.now().Status, "the first failure is not a new run")
		assert.Equal(t, Outage{Since: since, Unwatched: true}, w.now().Outage)
		source.set(good)
		w.wait(w.now().Wait)
		back := time.Now().Round(0)
		w.pollsAfter(5 * s)
		assert.Equal(t, Outage{Since: since, Until: back, Unwatched: true}, w.now().Outage)
		leave()
		<-w.gone
	})
}
