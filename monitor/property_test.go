package monitor

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"pgregory.net/rapid"

	"routerwatch/backoff"
)

// TestTheStepKeepsItsPromises lets rapid look for a short chain of events that
// breaks a promise; it shrinks what it finds. More of them: -rapid.checks.
func TestTheStepKeepsItsPromises(t *testing.T) {
	for range 5 { // times the 100 chains that are rapid's own default
		rapid.Check(t, stepThroughAnything)
	}
}

func FuzzTheStep(f *testing.F) { f.Fuzz(rapid.MakeFuzz(stepThroughAnything)) }

// stepThroughAnything draws a plan and a chain of events.
func stepThroughAnything(t *rapid.T) {
	durations := func(least, most time.Duration) *rapid.Generator[time.Duration] {
		return rapid.Map(rapid.Int64Range(int64(least), int64(most)), func(n int64) time.Duration { return time.Duration(n) })
	}
	share := rapid.Float64Range(0, math.Nextafter(1, 0))
	failures := rapid.Custom(func(t *rapid.T) Failure {
		return Failure{
			Kind:       rapid.SampledFrom([]Kind{Refused, TimedOut, TooManyRequests, RouterError, BadField}).Draw(t, "kind"),
			RetryAfter: rapid.OneOf(rapid.Just(time.Duration(0)), durations(-time.Hour, 2*time.Hour), durations(math.MinInt64, math.MaxInt64)).Draw(t, "asked"),
		}
	})
	events := rapid.Custom(func(t *rapid.T) event {
		e := event{
			what: happening(rapid.IntRange(0, int(happenings)-1).Draw(t, "what")),
			u:    share.Draw(t, "u"), inWait: share.Draw(t, "in wait"),
			reading: Reading{Pairs: rapid.Int64Range(0, 4).Draw(t, "pairs"), Paused: rapid.Bool().Draw(t, "paused")},
		}
		if rapid.Bool().Draw(t, "fails") {
			e.failure = failures.Draw(t, "failure")
		}
		e.took = durations(0, 72*time.Hour).Draw(t, "took")
		if e.what == clockSet {
			e.took = durations(-20*365*24*time.Hour, 20*365*24*time.Hour).Draw(t, "set by")
		}
		return e
	})
	plans := rapid.Custom(func(t *rapid.T) Plan {
		return Plan{
			Interval:     rapid.OneOf(rapid.Just(5*s), durations(s, time.Hour)).Draw(t, "interval"),
			Timeout:      durations(s, 2*time.Minute).Draw(t, "timeout"),
			Policy:       rapid.SampledFrom([]backoff.Policy{backoff.Default(), backoff.RPOMS(), backoff.StableRoute()}).Draw(t, "policy"),
			Threshold:    rapid.IntRange(1, 5).Draw(t, "threshold"),
			RecoverAfter: rapid.IntRange(1, 5).Draw(t, "hold"),
			LostShare:    rapid.IntRange(1, 100).Draw(t, "share"),
		}
	})
	w := newWalk(t, plans.Draw(t, "plan"))
	for range rapid.IntRange(1, 100).Draw(t, "events") {
		w.happen(events.Draw(t, "event"))
	}
}

// TestThirtyDaysOfAHundredRouters walks each of a hundred routers through
// thirty days of weather: hours of health, of failures, of refusals and of all
// at once, with an operator who presses Retry, a lid that closes, a network
// that goes, and a clock that is set. THIRTY_DAYS_ROUTERS sets another number.
func TestThirtyDaysOfAHundredRouters(t *testing.T) {
	events, outages := 0, 0
	for seed := range size(t, "THIRTY_DAYS_ROUTERS", 100) {
		random := rand.New(rand.NewPCG(uint64(seed), 30))
		plan := anyPlan(random)
		if seed > 0 { // the first is polled every 5 s, half a million times
			plan.Interval = []time.Duration{2 * time.Minute, 5 * time.Minute, 10 * time.Minute, time.Hour}[random.IntN(4)]
		}
		w := newWalk(t, plan)
		sky := &weather{random: random}
		for w.clocks.awake < 30*24*time.Hour {
			w.happen(sky.event(w.clocks.awake))
			events++
		}
		outages += w.outages
	}
	t.Logf("%d events, %d outages", events, outages)
	assert.Greater(t, outages, 1000, "quiet days prove little")
}

// anyPlan is a plan as an operator may set it, polling every 5 s.
func anyPlan(random *rand.Rand) Plan {
	policies := []backoff.Policy{backoff.Default(), backoff.RPOMS(), backoff.StableRoute()}
	plan := DefaultPlan()
	plan.Policy = policies[random.IntN(len(policies))]
	plan.Threshold, plan.RecoverAfter = 1+random.IntN(4), 1+random.IntN(4)
	return plan
}

// weather makes events whose kind lasts for hours.
type weather struct {
	random *rand.Rand
	until  time.Duration
	fails  float64 // how likely a poll is to fail
	busy   float64 // and its failure to be a 429
}

func (w *weather) event(awake time.Duration) event {
	r := w.random
	if awake >= w.until {
		w.until = awake + time.Duration(r.ExpFloat64()*float64(3*time.Hour))
		w.fails = []float64{0, 0, 0.02, 0.5, 1}[r.IntN(5)]
		w.busy = []float64{0, 0, 0.5, 1}[r.IntN(4)]
	}
	e := event{u: r.Float64(), inWait: r.Float64(), took: time.Duration(r.ExpFloat64() * float64(3*s))}
	e.reading = Reading{Pairs: r.Int64N(5), Paused: r.IntN(50) == 0}
	if r.Float64() < w.fails {
		e.failure = Failure{Kind: RouterError}
		if r.Float64() < w.busy {
			e.failure.Kind = TooManyRequests
		}
		if r.IntN(3) == 0 {
			e.failure.RetryAfter = time.Duration(r.ExpFloat64() * float64(2*time.Minute))
		}
	}
	switch r.IntN(200) {
	case 0, 1, 2, 3, 4:
		e.what = pressed
	case 5:
		e.what, e.took = sleptInWait, time.Duration(r.ExpFloat64()*float64(8*time.Hour))
	case 6:
		e.what, e.took = sleptInPoll, time.Duration(r.ExpFloat64()*float64(time.Minute))
	case 7:
		e.what, e.took = lost, time.Duration(r.ExpFloat64()*float64(10*time.Minute))
	case 8:
		e.what, e.took = lostInPoll, time.Duration(r.ExpFloat64()*float64(time.Minute))
	case 9:
		e.what, e.took = clockSet, time.Duration(r.NormFloat64()*float64(time.Hour))
	case 10:
		e.what, e.took = snoozed, time.Duration(1+r.IntN(8))*time.Hour
	}
	return e
}

// String is for the report of a broken promise.
func (h happening) String() string {
	names := []string{"polled", "pressed", "slept in a wait", "slept in a poll", "the clock was set", "the network went", "it went in a poll", "snoozed"}
	if h < 0 || int(h) >= len(names) {
		return fmt.Sprintf("happening %d", int(h))
	}
	return names[h]
}
