package monitor

import (
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestAfterASleepInAWaitItPollsWithinTwoSeconds(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := watchingWith(t, answering(refused), DefaultPlan(), 0.75)
		w.sleep(10 * time.Minute)
		w.wait(WatchdogInterval)
		assert.Equal(t, 1, w.source.count())
		assert.Zero(t, w.now().Failures, "the run before the sleep is dropped")
		w.pollsAfter(1500 * time.Millisecond)
		assert.Equal(t, Retrying, w.now().Status)
	})
}

func TestAfterASleepInAPollThatPollIsCancelledAndNotCounted(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := watching(t, answering(silent), DefaultPlan())
		w.wait(s)
		w.sleep(72 * time.Hour)
		w.wait(s)
		assert.False(t, w.now().InFlight())
		assert.Zero(t, w.now().Failures)
		assert.Equal(t, Connecting, w.now().Status)
		w.source.set(good)
		w.pollsAfter(s)
		assert.Equal(t, Live, w.now().Status)
	})
}

func TestASleepKeepsAnOpenOutageAndRetryAfter(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := watching(t, answering(refused), DefaultPlan())
		w.pollsAfter(10 * s)
		outage := w.now().Outage
		w.source.set(throttled(60 * s))
		w.pollsAfter(20 * s)
		asked := time.Now()
		w.sleep(3 * s) // the wall clock of this bubble does not see it
		w.wait(WatchdogInterval)
		assert.Equal(t, outage, w.now().Outage)
		w.wait(time.Until(asked.Add(60*s)) - 1)
		assert.Equal(t, 3, w.source.count())
		w.wait(1)
		assert.Equal(t, 4, w.source.count())
	})
}

func TestWakingFiveTimesInTenSecondsCausesOnePoll(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := watchingWith(t, answering(good), DefaultPlan(), 0)
		for range 5 {
			w.sleep(1100 * time.Millisecond)
			w.wait(WatchdogInterval)
		}
		assert.LessOrEqual(t, w.source.count(), 4)
	})
}

func TestClockNoiseIsNoSleep(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := watching(t, answering(refused), DefaultPlan())
		for range 4 {
			w.sleep(time.Second)
			w.wait(WatchdogInterval)
		}
		assert.Equal(t, 1, w.now().Failures)
		assert.Equal(t, 1, w.source.count())
	})
}

func TestWhereResumeIsReportedNoWatchdogTicks(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		source := answering(good)
		w := watching(t, source, DefaultPlan())
		config := w.config(DefaultPlan())
		config.ReportsResume = true
		w.Replace(config)
		synctest.Wait()
		require.Equal(t, 2, source.count())

		w.wait(s)
		w.sleep(10 * time.Minute)
		w.wait(2 * s) // no tick in a healthy wait
		assert.Equal(t, 2, source.count())
		w.Wake()
		synctest.Wait()
		w.pollsAfter(s)

		w.wait(4 * s)
		w.sleep(10 * time.Minute)
		w.pollsAfter(s + s) // a sleep that was not told is found as the poll is due

		w.source.set(refused) // and in trouble the loop looks for itself
		w.pollsAfter(5 * s)
		w.sleep(10 * time.Minute)
		w.wait(WatchdogInterval)
		w.pollsAfter(s)
	})
}

func TestAWakeWithoutASleepIsNothing(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := watching(t, answering(good), DefaultPlan())
		w.wait(s)
		w.Wake() // the clock was merely set
		w.pollsAfter(4 * s)
	})
}
