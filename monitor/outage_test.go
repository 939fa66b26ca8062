package monitor

import (
	"context"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
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

func TestAFailureThatAsksForALongWaitIsAnOutageAtOnce(t *testing.T) {
	unavailable := func(wait time.Duration) func(context.Context) (Reading, error) {
		return func(context.Context) (Reading, error) {
			return Reading{}, &Failure{Kind: RouterError, Layer: LayerHTTP, HTTPStatus: 503, RetryAfter: wait}
		}
	}
	for wait, first := range map[time.Duration]Status{time.Minute: Retrying, time.Minute + s: Down, 2 * time.Minute: Down} {
		synctest.Test(t, func(t *testing.T) {
			plan := DefaultPlan()
			plan.Threshold = 3
			w := watchingWith(t, answering(good), plan, 0)
			w.source.set(unavailable(wait))
			w.pollsAfter(5 * s)
			assert.Equal(t, first, w.now().Status, wait)
			w.source.set(good)
			w.pollsAfter(wait)
			w.pollsAfter(5 * s)
			assert.Equal(t, first == Down, !w.now().Outage.Until.IsZero(), "the router's wish was obeyed, and it is over")
		})
	}
	synctest.Test(t, func(t *testing.T) {
		w := watching(t, answering(throttled(2*time.Minute)), DefaultPlan())
		w.wait(time.Hour)
		assert.Equal(t, Throttled, w.now().Status, "a 429 is no step towards an outage")
	})
	synctest.Test(t, func(t *testing.T) {
		w := watching(t, answering(good), DefaultPlan())
		w.source.set(unavailable(2 * time.Minute))
		w.Retry()
		synctest.Wait()
		assert.Equal(t, Retrying, w.now().Status, "a press does not count")
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

func TestAnOutageOrPauseThatBeganUnseenIsMarked(t *testing.T) {
	begun := func(w *watch) (found bool) {
		w.wait(2 * time.Minute)
		s := w.now()
		if s.Status == Paused {
			return s.PauseStartUnseen
		}
		require.Equal(w.t, Down, s.Status)
		return s.Outage.StartUnseen
	}
	for name, tt := range map[string]struct {
		before func(*watch) // after a first good reading; nil for a start
		found  bool
	}{
		"at the start":             {nil, true},
		"while it was watched":     {func(*watch) {}, false},
		"after the network's loss": {func(w *watch) { w.network(false); w.wait(time.Hour); w.network(true) }, true},
	} {
		for kind, poll := range map[string]func(context.Context) (Reading, error){"a pause": paused, "an outage": refused} {
			t.Run(kind+" "+name, func(t *testing.T) {
				synctest.Test(t, func(t *testing.T) {
					if tt.before == nil {
						assert.Equal(t, tt.found, begun(watching(t, answering(poll), DefaultPlan())))
						return
					}
					w := watching(t, answering(good), DefaultPlan())
					tt.before(w)
					w.source.set(poll)
					assert.Equal(t, tt.found, begun(w))
				})
			})
		}
	}
}

func TestA429ShowsThatARouterLivesAndNotWhetherItIsPaused(t *testing.T) {
	for poll, found := range map[string]bool{"refused": false, "paused": true} {
		synctest.Test(t, func(t *testing.T) {
			w := watching(t, answering(good), DefaultPlan())
			w.source.set(throttled(0))
			w.wait(5 * s)
			for range 5 {
				w.wait(w.now().Wait)
			}
			require.Equal(t, Throttled, w.now().Status)
			w.source.set(map[string]func(context.Context) (Reading, error){"refused": refused, "paused": paused}[poll])
			for range 2 {
				w.wait(w.now().Wait)
			}
			assert.Equal(t, found, w.now().Outage.StartUnseen || w.now().PauseStartUnseen, poll)
		})
	}
}

func TestAnOutageThatBeganInASleepIsMarkedUnseen(t *testing.T) {
	plan, now := DefaultPlan(), time.Now()
	well := begin(plan, Restored{}).send(now, false).succeed(plan, Reading{}, now)
	for slept, found := range map[time.Duration]bool{0: false, time.Hour: true} {
		woken := ahead(now.Add(plan.Interval), slept)
		s := well.pollSoon(woken, plan.Interval, 0).send(woken, false)
		assert.Equal(t, found, s.succeed(plan, Reading{Paused: true}, woken).PauseStartUnseen, slept)
		for range plan.Threshold {
			s = s.send(woken, false).fail(plan, Failure{Kind: Refused}, woken, 0)
		}
		assert.Equal(t, found, s.Outage.StartUnseen, slept)
	}
}

func TestARestartGoesOnWithWhatWasSeenToBegin(t *testing.T) {
	now := time.Now()
	for _, found := range []bool{false, true} {
		s := begin(DefaultPlan(), Restored{Outage: now.Add(-time.Hour), OutageStartUnseen: found, Pause: now.Add(-time.Hour), PauseStartUnseen: found})
		failed := s.send(now, false).fail(DefaultPlan(), Failure{Kind: Refused}, now, 0)
		assert.Equal(t, Outage{Since: now.Add(-time.Hour).Round(0), StartUnseen: found, Unwatched: true}, failed.Outage)
		paused := s.send(now, false).succeed(DefaultPlan(), Reading{Paused: true}, now)
		assert.Equal(t, now.Add(-time.Hour).Round(0), paused.Pause)
		assert.Equal(t, found, paused.PauseStartUnseen)
	}
}

// What answered before the program was quit, and answers when it is started again, ended
// the outage then. If it fails in between, the outage goes on.
func TestARecoveryOutlivesARestart(t *testing.T) {
	plan, start := DefaultPlan(), time.Now()
	at := func(seconds int) time.Time { return start.Add(time.Duration(seconds) * time.Second) }
	fail := func(s state, seconds int) state {
		return s.send(at(seconds), false).fail(plan, Failure{Kind: Refused}, at(seconds), 0)
	}
	succeed := func(s state, seconds int) state {
		return s.send(at(seconds), false).succeed(plan, Reading{}, at(seconds))
	}
	var known Restored
	restart := func(s state) state {
		published := s.Snapshot
		published.Status = s.status()
		known = published.Restorable(known)
		return begin(plan, known)
	}
	quit := succeed(fail(fail(succeed(begin(plan, Restored{}), 0), 5), 10), 15)
	require.True(t, quit.Outage.Open())
	again := restart(quit)
	for name, tt := range map[string]struct {
		last      state
		until     int
		unwatched bool
	}{
		"healthy":                          {succeed(succeed(again, 60), 65), 15, false},
		"without a network at first":       {succeed(succeed(again.goOffline(), 60), 65), 15, false},
		"restarted twice":                  {succeed(succeed(restart(again), 60), 65), 15, false},
		"and quit again before it is over": {succeed(succeed(restart(succeed(again, 60)), 90), 95), 15, false},
		"failing":                          {succeed(succeed(fail(again, 60), 65), 70), 65, true},
		"failing after one success":        {succeed(succeed(fail(succeed(again, 60), 65), 70), 75), 70, true},
		"quit while it failed":             {succeed(succeed(restart(fail(quit, 20)), 60), 65), 60, true},
	} {
		assert.Equal(t, at(tt.until).Round(0), tt.last.Outage.Until, name)
		assert.Equal(t, tt.unwatched, tt.last.Outage.Unwatched, name)
		assert.Zero(t, tt.last.Recovered, name)
		tt.last.Status = Live
		_, notices := Decide(Notified{Started: true, Outage: tt.last.Outage.Since}, tt.last.Snapshot, Rules{Notifications: DefaultNotifications()}, at(100))
		require.Len(t, notices, 1, name)
		assert.Equal(t, time.Duration(tt.until-5)*time.Second, notices[0].Duration, name)
		assert.Equal(t, tt.unwatched, notices[0].AtLeast, name)
	}
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
