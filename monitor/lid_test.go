package monitor

import (
	"context"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"routerwatch/backoff"
)

// TestSleepsDuringPollsAndWaits has a laptop sleep, and its network come back late: not
// there at all at first, or there and of no use.
func TestSleepsDuringPollsAndWaits(t *testing.T) {
	const late = 4 * s
	slowly := after(s, good)
	for _, when := range []struct {
		name  string
		in    time.Duration // into the watch: a poll takes 1 s, and 5 s later there is the next
		polls bool
	}{{"in a wait", 3 * s, false}, {"as a poll is due", 6*s - 1, false}, {"in a poll", 6*s + s/2, true}} {
		for _, slept := range []time.Duration{10 * time.Minute, 72 * time.Hour} {
			for _, network := range []struct {
				name   string
				absent bool
				poll   func(context.Context) (Reading, error)
				back   time.Duration // the longest until the next reading, from when the network is of use
			}{
				{"the network is there", false, slowly, WatchdogInterval + resumeSpread + s},
				{"the network is not there", true, slowly, WatchdogInterval + resumeSpread + s},
				{"the network is of no use", false, refused, 13 * s},
			} {
				t.Run(when.name+", "+slept.String()+", "+network.name, func(t *testing.T) {
					synctest.Test(t, func(t *testing.T) {
						w := watchingWith(t, answering(slowly), DefaultPlan(), 0.5)
						w.wait(when.in)
						require.Equal(t, when.polls, w.now().InFlight())
						read := w.now().Reading.At

						w.sleep(slept)
						w.network(!network.absent)
						w.source.set(network.poll)
						woken, sent := time.Now(), w.source.count()
						assert.Equal(t, read, w.now().Reading.At, "its age is that of the wall clock at once")
						assert.NotContains(t, read.String(), " m=", "which counts a sleep")
						w.wait(WatchdogInterval + resumeSpread)
						if network.absent {
							assert.Equal(t, sent, w.source.count(), "nothing is sent into no network")
							assert.Equal(t, Offline, w.now().Status)
						} else {
							assert.Equal(t, sent+1, w.source.count(), "a poll within 2 s, of noticing")
						}
						w.wait(late - time.Since(woken))
						w.network(true)
						w.source.set(slowly)
						w.wait(network.back)
						assert.Equal(t, Live, w.now().Status)
						assert.True(t, w.now().Reading.At.After(woken))
						assert.Zero(t, w.now().Failures)
						w.mu.Lock()
						defer w.mu.Unlock()
						for _, snapshot := range w.snapshots {
							require.Zero(t, snapshot.Outage, "no outage of the router's")
						}
						assert.False(t, w.source.crowded)
					})
				})
			}
		}
	}
}

// An interval of an hour is one of polls, not of what is not known after a
// sleep or without a network.
func TestALongIntervalDoesNotDelayThePollAfterASleep(t *testing.T) {
	plan := DefaultPlan()
	plan.Interval = time.Hour
	for name, gone := range map[string]func(*watch){
		"a sleep": func(w *watch) { w.sleep(10 * time.Minute) },
		"no network": func(w *watch) {
			w.network(false)
			w.Retry()
			w.wait(10 * time.Minute)
			w.network(true)
		},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				w := watching(t, answering(good), plan)
				w.wait(time.Minute)
				gone(w)
				w.wait(WatchdogInterval + resumeSpread)
				assert.Equal(t, 2, w.source.count())
				assert.Equal(t, Live, w.now().Status)
				for range 5 {
					w.sleep(1100 * time.Millisecond)
					w.wait(WatchdogInterval)
				}
				assert.Equal(t, 2, w.source.count(), "and five wakes are no storm")
			})
		})
	}
}

// A step takes the same in every year that a clock can be set to.
func TestTheYearDoesNotMatter(t *testing.T) {
	plan := planWith(backoff.StableRoute())
	for _, year := range []int{1, 1970, 2026, 2038, 2039, 2106, 2262, 2263, 9999} {
		start := time.Date(year, 1, 19, 3, 14, 0, 0, time.UTC)
		state, now := begin(plan, Restored{}), start
		var waits []time.Duration
		for range 4 {
			state = state.send(now, false).fail(plan, Failure{Kind: Refused}, now, 0)
			waits = append(waits, state.Wait)
			require.Equal(t, now.Add(state.Wait), state.NextPoll)
			now = state.NextPoll
		}
		assert.Equal(t, []time.Duration{10 * s, 20 * s, 40 * s, 60 * s}, waits, year)
		state = state.send(now, false).fail(plan, Failure{Kind: TooManyRequests, RetryAfter: 90 * s}, now, 0)
		assert.Equal(t, 90*s, state.retryAfterLeft(now), year)
		assert.Equal(t, 60*s, state.retryAfterLeft(now.Add(30*s)), year)
		assert.Equal(t, Outage{Since: start, StartUnseen: true}, state.Outage, year)
		for range plan.RecoverAfter {
			state = state.send(now, false).succeed(plan, Reading{}, now)
		}
		assert.Equal(t, Outage{Since: start, Until: now, StartUnseen: true}, state.Outage, year)
		_, notices := Decide(Notified{Started: true, Outage: start}, Snapshot{Outage: state.Outage, Reading: state.Reading, Status: Live}, defaultRules(), now)
		if assert.Len(t, notices, 1, year) {
			assert.Equal(t, 130*s, notices[0].Duration, year)
		}
	}
}
