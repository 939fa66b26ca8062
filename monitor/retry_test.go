package monitor

import (
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/assert"
)

func TestRetryNowEndsTheWait(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := watching(t, answering(refused), DefaultPlan())
		w.wait(3 * s)
		w.source.set(good)
		w.Retry()
		synctest.Wait()
		assert.Equal(t, 2, w.source.count())
		assert.Equal(t, Live, w.now().Status)
		w.pollsAfter(5 * s)
	})
}

func TestRetryNowDoesNothingWhileAPollIsInFlight(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := watching(t, answering(after(3*s, refused)), DefaultPlan())
		w.wait(s)
		assert.False(t, w.now().CanRetry(time.Now()))
		for range 10 {
			w.Retry()
			synctest.Wait()
		}
		w.wait(2 * s)
		assert.Equal(t, 1, w.source.count())
		assert.True(t, w.now().CanRetry(time.Now()))
		w.pollsAfter(10 * s)
	})
}

func TestTenPressesAtOnceAreOnePoll(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := watching(t, answering(after(s, refused)), DefaultPlan())
		w.wait(4 * s)
		for range 10 {
			w.Retry()
		}
		w.wait(2 * s)
		assert.Equal(t, 2, w.source.count())
	})
}

func TestTenFailedPressesAreNotTenFailures(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := watching(t, answering(refused), DefaultPlan())
		for range 10 {
			w.wait(s)
			w.Retry()
			synctest.Wait()
			assert.Equal(t, Retrying, w.now().Status)
			assert.Equal(t, 10*s, w.now().Wait)
			assert.Equal(t, 1, w.now().Failures)
		}
		assert.Equal(t, 11, w.now().Tries)
		w.pollsAfter(10 * s)
		assert.Equal(t, Down, w.now().Status)
		assert.Equal(t, 20*s, w.now().Wait)
	})
}

func TestAFailedPressOnAHealthyRouterKeepsTheCadence(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := watching(t, answering(good), DefaultPlan())
		w.wait(s)
		w.source.set(refused)
		w.Retry()
		synctest.Wait()
		assert.Equal(t, Retrying, w.now().Status)
		w.pollsAfter(5 * s)
		assert.Equal(t, 10*s, w.now().Wait)
	})
}

func TestAPressAnsweredByA429DisablesRetryUntilTheRoutersTime(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := watchingWith(t, answering(throttled(60*s)), DefaultPlan(), 0)
		assert.True(t, w.now().CanRetry(time.Now()), "one press is allowed")
		w.wait(20 * s)
		w.Retry()
		synctest.Wait()
		assert.Equal(t, 2, w.source.count())
		w.wait(60*s - 1)
		w.Retry()
		synctest.Wait()
		assert.False(t, w.now().CanRetry(time.Now()))
		assert.Equal(t, 2, w.source.count())
		w.wait(1)
		assert.Equal(t, 3, w.source.count(), "the poll that was due")
		assert.True(t, w.now().CanRetry(time.Now()))
	})
}

func TestAPressThatFailsOtherwiseDoesNotEndRetryAfter(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := watchingWith(t, answering(throttled(60*s)), DefaultPlan(), 0)
		w.wait(20 * s)
		w.source.set(refused)
		w.Retry()
		synctest.Wait()
		w.pollsAfter(40 * s)
	})
}
