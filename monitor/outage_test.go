package monitor

import (
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/assert"
)

func TestAnOutageBeginsWithTheFirstFailureAndEndsWithTheFirstSuccessThatHeld(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := watching(t, answering(good), DefaultPlan())
		w.source.set(refused)
		w.pollsAfter(5 * s)
		began := time.Now().Round(0)
		assert.Equal(t, Retrying, w.now().Status)
		assert.False(t, w.now().Outage.Open())
		w.pollsAfter(10 * s)
		assert.Equal(t, Down, w.now().Status)
		assert.Equal(t, Outage{Since: began}, w.now().Outage)

		w.source.set(good)
		w.pollsAfter(20 * s)
		assert.Equal(t, Live, w.now().Status)
		assert.True(t, w.now().Outage.Open(), "one success has not held yet")

		w.source.set(refused) // a relapse is the same outage
		w.pollsAfter(5 * s)
		assert.Equal(t, Down, w.now().Status)
		assert.Equal(t, 1, w.now().Failures)
		assert.Equal(t, Outage{Since: began, Relapses: 1}, w.now().Outage)

		w.source.set(good)
		w.pollsAfter(10 * s)
		back := time.Now().Round(0)
		w.pollsAfter(5 * s)
		assert.Equal(t, Outage{Since: began, Until: back, Relapses: 1}, w.now().Outage)
	})
}

func TestA429IsNoStepTowardsAnOutageAndEndsNone(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := watching(t, answering(throttled(0)), DefaultPlan())
		for range 30 {
			w.wait(w.now().Wait)
			assert.Equal(t, Throttled, w.now().Status)
		}
		w.source.set(refused)
		w.wait(w.now().Wait)
		began := time.Now().Round(0)
		assert.Equal(t, Retrying, w.now().Status)
		w.wait(w.now().Wait)
		assert.Equal(t, Down, w.now().Status)
		assert.Equal(t, began, w.now().Outage.Since, "the 429s before it were no outage")
		w.source.set(throttled(0))
		w.wait(w.now().Wait)
		assert.Equal(t, Down, w.now().Status, "an open outage stays Down")
	})
}

func TestThePauseIsDatedFromItsFirstReadingAlsoThroughAnOutage(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := watching(t, answering(good), DefaultPlan())
		w.source.set(paused)
		w.pollsAfter(5 * s)
		since := time.Now().Round(0)
		assert.Equal(t, Paused, w.now().Status)
		for _, poll := range []func(*watch){
			func(w *watch) { w.source.set(refused) },
			func(w *watch) { w.source.set(paused) },
		} {
			poll(w)
			w.wait(w.now().Wait)
			assert.Equal(t, since, w.now().Pause)
		}
		w.source.set(good)
		w.wait(w.now().Wait)
		assert.Zero(t, w.now().Pause)
	})
}

func TestTheLastReadingStaysThroughAnOutage(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := watching(t, answering(good), DefaultPlan())
		reading := w.now().Reading
		w.source.set(refused)
		w.wait(10 * time.Minute)
		assert.Equal(t, Down, w.now().Status)
		assert.Equal(t, reading, w.now().Reading)
	})
}
