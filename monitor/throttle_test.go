package monitor

import (
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// refuseOnce has the next poll be answered by a 429, and the one after not.
func (w *watch) refuseOnce() {
	w.source.set(throttled(0))
	w.wait(w.now().Wait)
	assert.Equal(w.t, Throttled, w.now().Status)
	w.source.set(good)
	w.wait(w.now().Wait)
}

// keeps asserts that so many polls come at that cadence.
func (w *watch) keeps(cadence time.Duration, polls int) {
	w.t.Helper()
	for range polls {
		require.Equal(w.t, cadence, w.now().Interval)
		w.pollsAfter(cadence)
	}
}

func TestA429DoublesTheCadenceUpToAMinute(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := watching(t, answering(good), DefaultPlan())
		for _, cadence := range []time.Duration{10 * s, 20 * s, 40 * s, 60 * s, 60 * s} {
			w.refuseOnce()
			w.keeps(cadence, 2)
		}
	})
}

func TestTheCadenceComesBackSoonToWhereItWasNotRefused(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := watching(t, answering(good), DefaultPlan())
		w.refuseOnce() // at 5 s: 10 s are safe
		w.refuseOnce() // at 10 s: 15 s are
		w.refuseOnce() // at 20 s, on the way back: this tells nothing new
		w.refuseOnce()
		w.keeps(60*s, 11)
		for cadence := 55 * s; cadence > 15*s; cadence -= 5 * s {
			w.keeps(cadence, 12)
		}
		w.keeps(15*s, 2*60*60/15)
		for cadence := 14 * s; cadence > 5*s; cadence -= s {
			w.keeps(cadence, 12)
		}
		w.keeps(5*s, 100)
		w.refuseOnce()
		w.keeps(10*s, 2*60*60/10-1) // as the first time
		w.keeps(9*s, 1)
	})
}

func TestATrialThatFailsEndsWhereItBegan(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := watching(t, answering(good), DefaultPlan())
		w.refuseOnce()
		w.keeps(10*s, 2*60*60/10-1)
		w.keeps(9*s, 12)
		w.keeps(8*s, 3)
		w.refuseOnce()
		w.keeps(10*s, 2*60*60/10-1)
		w.keeps(9*s, 1)
	})
}

func TestA429AfterTenGoodMinutesIsSomebodyElsesDoing(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := watching(t, answering(good), DefaultPlan())
		w.refuseOnce()
		w.keeps(10*s, 59)
		w.refuseOnce()
		w.keeps(20*s, 11)
		w.keeps(15*s, 12)
		w.keeps(10*s, 58)
		w.refuseOnce() // a poll too soon
		w.keeps(20*s, 11)
		w.keeps(15*s, 12)
		w.keeps(15*s, 12)
	})
}

func TestALongCadenceIsTriedInLongerSteps(t *testing.T) {
	trying := state{Snapshot: Snapshot{Interval: time.Minute}, safeInterval: time.Minute, steadyPolls: 2 * 60}
	var tried []time.Duration
	for trying.Interval > 8*s {
		trying.steadyPolls += steadyPollsPerStep
		if next := trying.shortenInterval(DefaultPlan()); next.Interval != trying.Interval {
			trying = next
			tried = append(tried, next.Interval)
		}
	}
	assert.Equal(t, []time.Duration{
		54 * s, 49 * s, 45 * s, 41 * s, 37 * s, 34 * s, 31 * s, 28 * s, 26 * s, 24 * s, 22 * s, 20 * s,
		18 * s, 17 * s, 16 * s, 15 * s, 14 * s, 13 * s, 12 * s, 11 * s, 10 * s, 9 * s, 8 * s,
	}, tried)
}

func TestAnotherFailureIsNoRefusal(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := watching(t, answering(good), DefaultPlan())
		w.refuseOnce()
		w.keeps(10*s, 2*60*60/10-2)
		w.source.set(refused)
		w.wait(10 * s)
		w.source.set(good)
		w.wait(10 * s)
		w.keeps(9*s, 1)
	})
}

func TestARefusedPressDoesNotSlowTheCadence(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := watching(t, answering(good), DefaultPlan())
		w.source.set(throttled(0))
		w.Retry()
		synctest.Wait()
		assert.Equal(t, 5*s, w.now().Interval)
	})
}

func TestAnotherIntervalIsTakenOver(t *testing.T) {
	for name, tt := range map[string]struct {
		refusals int
		before   time.Duration
		after    time.Duration
		want     time.Duration
	}{
		"longer":                        {0, 5 * s, 30 * s, 30 * s},
		"shorter":                       {0, 30 * s, 5 * s, 5 * s},
		"shorter, after a 429":          {1, 30 * s, 5 * s, 60 * s},
		"longer than a 429 has made it": {1, 5 * s, 30 * s, 30 * s},
		"longer than any 429 makes it":  {2, 5 * s, 300 * s, 300 * s},
		"still shorter than 429s did":   {2, 5 * s, 10 * s, 20 * s},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				plan := DefaultPlan()
				plan.Interval = tt.before
				w := watching(t, answering(good), plan)
				for range tt.refusals {
					w.refuseOnce()
				}
				plan.Interval = tt.after
				w.Replace(w.config(plan))
				synctest.Wait()
				w.keeps(tt.want, 3)
			})
		})
	}
}

func TestTheCadenceIsNeverShorterThanTheSetting(t *testing.T) {
	for _, interval := range []time.Duration{100 * time.Millisecond, 7 * s, 45 * s, time.Minute, time.Hour} {
		plan := DefaultPlan()
		plan.Interval = interval
		step := begin(plan, Restored{})
		for range 5 {
			step = step.lengthenInterval(plan)
			assert.GreaterOrEqual(t, step.safeInterval, interval)
			assert.GreaterOrEqual(t, step.Interval, step.safeInterval)
			assert.LessOrEqual(t, step.Interval, max(interval, time.Minute))
		}
		for range 50_000 {
			step = step.shortenInterval(plan)
			if step.Interval < interval {
				require.FailNow(t, "too short", "%v", step.Interval)
			}
		}
		assert.Equal(t, interval, step.Interval)
		assert.Equal(t, interval, step.safeInterval)
	}
}
