package monitor

import (
	"context"
	"log/slog"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"

	"routerwatch/backoff"
)

// answers is a source whose poll is a function that a test can exchange, and
// that records when it was asked and whether twice at once.
type answers struct {
	poll atomic.Pointer[func(context.Context) (Reading, error)]

	mu      sync.Mutex
	asked   []time.Time
	flying  int
	crowded bool
}

func answering(poll func(context.Context) (Reading, error)) *answers {
	a := &answers{}
	a.set(poll)
	return a
}

func (a *answers) set(poll func(context.Context) (Reading, error)) { a.poll.Store(&poll) }

func (a *answers) Poll(ctx context.Context) (Reading, error) {
	a.mu.Lock()
	a.asked = append(a.asked, time.Now())
	a.flying++
	a.crowded = a.crowded || a.flying > 1
	a.mu.Unlock()
	defer func() {
		a.mu.Lock()
		a.flying--
		a.mu.Unlock()
	}()
	return (*a.poll.Load())(ctx)
}

func (a *answers) busy() bool {
	a.mu.Lock()
	defer a.mu.Unlock()
	return a.flying > 0
}

func (a *answers) count() int {
	a.mu.Lock()
	defer a.mu.Unlock()
	return len(a.asked)
}

func good(context.Context) (Reading, error) { return Reading{Pairs: 4}, nil }

func paused(context.Context) (Reading, error) { return Reading{Pairs: 4, Paused: true}, nil }

func refused(context.Context) (Reading, error) {
	return Reading{}, &Failure{Kind: Refused, Layer: LayerTCP}
}

func throttled(wait time.Duration) func(context.Context) (Reading, error) {
	return func(context.Context) (Reading, error) {
		return Reading{}, &Failure{Kind: TooManyRequests, Layer: LayerHTTP, HTTPStatus: 429, RetryAfter: wait}
	}
}

// silent answers nothing until its context ends.
func silent(ctx context.Context) (Reading, error) {
	<-ctx.Done()
	return Reading{}, ctx.Err()
}

// after answers as poll does, late. It is deaf to its context.
func after(late time.Duration, poll func(context.Context) (Reading, error)) func(context.Context) (Reading, error) {
	return func(ctx context.Context) (Reading, error) {
		time.Sleep(late)
		return poll(ctx)
	}
}

// watch is a monitor running in a bubble.
type watch struct {
	*Monitor
	t      *testing.T
	source *answers
	start  time.Time
	leave  context.CancelFunc
	gone   chan struct{}
	u      float64

	mu        sync.Mutex
	snapshots []Snapshot
	offline   bool
	slept     time.Duration
}

// watching starts a monitor in the present bubble. Its random numbers are 0.5.
func watching(t *testing.T, source *answers, plan Plan) *watch {
	t.Helper()
	return watchingWith(t, source, plan, 0.5)
}

// watchingWith is watching, with u for a random number.
func watchingWith(t *testing.T, source *answers, plan Plan, u float64) *watch {
	t.Helper()
	return watchingSource(t, source, source, plan, u)
}

// watchingSource is watchingWith, for a source that records its polls in answers.
func watchingSource(t *testing.T, source Source, polls *answers, plan Plan, u float64) *watch {
	t.Helper()
	ctx, leave := context.WithCancel(t.Context())
	w := &watch{t: t, source: polls, start: time.Now(), leave: leave, gone: make(chan struct{}), u: u}
	config := w.config(plan)
	config.Source = source
	w.Monitor = New(config)
	go func() {
		defer close(w.gone)
		w.Run(ctx)
	}()
	t.Cleanup(func() {
		leave()
		<-w.gone
		for polls.busy() { // a deaf source ends in its own time
			time.Sleep(time.Minute)
		}
	})
	synctest.Wait()
	return w
}

func (w *watch) config(plan Plan) Config {
	return Config{
		Router: Router{ID: "r1", Name: "router"}, Source: w.source, Plan: plan,
		Publish: func(s Snapshot) {
			w.mu.Lock()
			defer w.mu.Unlock()
			w.snapshots = append(w.snapshots, s)
		},
		Online: func(context.Context) bool {
			w.mu.Lock()
			defer w.mu.Unlock()
			return !w.offline
		},
		Random: func() float64 { return w.u }, Log: slog.New(slog.DiscardHandler),
		Slept: func() time.Duration {
			w.mu.Lock()
			defer w.mu.Unlock()
			return w.slept
		},
	}
}

// network takes this computer's network away, or gives it back.
func (w *watch) network(there bool) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.offline = !there
}

// sleep has the machine have been asleep for d more.
func (w *watch) sleep(d time.Duration) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.slept += d
}

// published is the number of snapshots so far.
func (w *watch) published() int {
	w.mu.Lock()
	defer w.mu.Unlock()
	return len(w.snapshots)
}

// now is the latest snapshot.
func (w *watch) now() Snapshot {
	w.t.Helper()
	w.mu.Lock()
	defer w.mu.Unlock()
	require.NotEmpty(w.t, w.snapshots)
	return w.snapshots[len(w.snapshots)-1]
}

// wait lets d of virtual time pass, and everything due by then happen.
func (w *watch) wait(d time.Duration) {
	time.Sleep(d)
	synctest.Wait()
}

// pollsAfter asserts that the next poll comes after d, not a nanosecond sooner.
func (w *watch) pollsAfter(d time.Duration) {
	w.t.Helper()
	before := w.source.count()
	w.wait(d - 1)
	require.Equal(w.t, before, w.source.count(), "a poll came before %v", d)
	w.wait(1)
	require.Equal(w.t, before+1, w.source.count(), "no poll came after %v", d)
}

// planWith is the default plan with a policy.
func planWith(policy backoff.Policy) Plan {
	plan := DefaultPlan()
	plan.Policy = policy
	return plan
}

// defaultRules are those of a first start, without a snooze.
func defaultRules() Rules { return Rules{Notifications: DefaultNotifications()} }
