package monitor

import (
	"context"
	"math"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"routerwatch/backoff"
)

const s = time.Second

func TestPollsAtOnceThenFiveSecondsAfterEachSettledSuccess(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := watching(t, answering(good), DefaultPlan())
		require.Equal(t, 1, w.source.count())
		for range 50 {
			w.pollsAfter(5 * s)
		}
		assert.Equal(t, Live, w.now().Status)
	})
}

func TestASlowAnswerCountsAndTheWaitStartsWhenItHasSettled(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := watching(t, answering(after(8*s, func(context.Context) (Reading, error) {
			return Reading{Pairs: 4, Latency: 7 * s}, nil
		})), DefaultPlan())
		w.wait(8*s - 1)
		assert.Equal(t, Connecting, w.now().Status)
		assert.True(t, w.now().InFlight())
		w.wait(1)
		assert.Equal(t, Live, w.now().Status, "8 s is slow, not down")
		assert.Equal(t, 7*s, w.now().Reading.Latency, "the router's alone, as the source measured it")
		for range 5 {
			w.pollsAfter(5 * s)
			w.wait(8 * s)
		}
	})
}

func TestFailuresBackOffAsThePolicySays(t *testing.T) {
	rpoms := []time.Duration{8 * s, 16 * s, 32 * s, 60 * s, 60 * s, 60 * s, 60 * s, 60 * s, 60 * s, 60 * s, 300 * s, 300 * s}
	scaled := func(factor float64) []time.Duration {
		waits := make([]time.Duration, len(rpoms))
		for i, wait := range rpoms {
			waits[i] = time.Duration(float64(wait) * factor)
		}
		return waits
	}
	for name, tt := range map[string]struct {
		policy backoff.Policy
		u      float64
		waits  []time.Duration
	}{
		"StableRoute never settles": {backoff.StableRoute(), 0.9, []time.Duration{
			10 * s, 20 * s, 40 * s, 60 * s, 60 * s, 60 * s, 60 * s, 60 * s, 60 * s, 60 * s, 60 * s, 60 * s,
		}},
		"RPOMS with u 0":            {backoff.RPOMS(), 0, scaled(0.75)},
		"RPOMS with u 0.5":          {backoff.RPOMS(), 0.5, scaled(1)},
		"RPOMS with u just under 1": {backoff.RPOMS(), math.Nextafter(1, 0), scaled(1.25)},
		"Default":                   {backoff.Default(), 0.5, append([]time.Duration{10 * s, 20 * s, 40 * s}, rpoms[3:]...)},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				w := watchingWith(t, answering(refused), planWith(tt.policy), tt.u)
				for n, wait := range tt.waits {
					// The least float below 1 loses a nanosecond here and there.
					assert.InDelta(t, wait, w.now().Wait, 100, "failure %d", n+1)
					assert.Equal(t, n+1, w.now().Failures)
					w.pollsAfter(w.now().Wait)
				}
			})
		})
	}
}

func TestTheFirstTenAttemptsOfRPOMSTakeAboutEightMinutes(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := watching(t, answering(refused), planWith(backoff.RPOMS()))
		for w.source.count() < 11 {
			w.wait(s)
		}
		assert.InDelta(t, 8*time.Minute, time.Since(w.start), float64(30*s))
		assert.Equal(t, 5*time.Minute, w.now().Wait, "the 11th failure settles")
	})
}

func TestTheFirstSuccessRestoresTheCadence(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := watching(t, answering(refused), planWith(backoff.StableRoute()))
		for range 11 {
			w.pollsAfter(w.now().Wait)
		}
		w.source.set(good)
		w.pollsAfter(60 * s)
		assert.Equal(t, Live, w.now().Status)
		assert.Zero(t, w.now().Failures)
		for range 3 {
			w.pollsAfter(5 * s)
		}
		w.source.set(refused)
		w.pollsAfter(5 * s)
		w.pollsAfter(10 * s)
	})
}

func TestAFailuresWaitIsNeverShorterThanTheCadence(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		plan := DefaultPlan()
		plan.Interval = 45 * s
		w := watching(t, answering(refused), plan)
		for _, wait := range []time.Duration{45 * s, 45 * s, 45 * s, 60 * s} {
			w.pollsAfter(wait)
		}
	})
}

func TestAPollIsCancelledAtItsLimit(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := watching(t, answering(silent), DefaultPlan())
		w.wait(30*s - 1)
		assert.True(t, w.now().InFlight())
		w.wait(1)
		assert.Equal(t, Failure{Kind: TimedOut, Layer: LayerHTTP, Limit: 30 * s}, w.now().Failure)
		w.pollsAfter(10 * s)
	})
}

func TestRetryAfter(t *testing.T) {
	for name, tt := range map[string]struct {
		asked time.Duration
		u     float64
		wait  time.Duration
	}{
		"shorter than the policy's":       {3 * s, 0.5, 10 * s},
		"longer, never jittered down":     {60 * s, 0, 60 * s},
		"longer, jittered up":             {60 * s, 0.5, 67500 * time.Millisecond},
		"too long is 15 min":              {time.Hour, 0, 15 * time.Minute},
		"negative is absent":              {-5 * s, 0.5, 10 * s},
		"the largest there is, no crash":  {math.MaxInt64, 0, 15 * time.Minute},
		"the smallest there is, no crash": {math.MinInt64, 0.5, 10 * s},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				w := watchingWith(t, answering(throttled(tt.asked)), DefaultPlan(), tt.u)
				w.pollsAfter(tt.wait)
			})
		})
	}
}
