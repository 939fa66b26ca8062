package monitor

import (
	"context"
	"errors"
	"fmt"
	"time"
)

const (
	// tick is how often the loop looks for what no timer tells: a sleep, the
	// network's return, and its own lateness.
	tick = 2 * time.Second
	// noticeable is how much sleep counts as one: less is clock noise.
	noticeable = time.Second
	// lookAge is how old the last poll must be for a look to make one; it is
	// also how often at most looking can poll.
	lookAge = 30 * time.Second
	// farewell is how long Run waits, when it is told to leave, for a poll
	// that does not heed its cancellation.
	farewell = 500 * time.Millisecond
)

// Run polls until ctx ends: poll, step, publish, wait. It blocks; the caller
// writes go. When it returns, the poll in flight has been cancelled and no
// goroutine is left, unless a source ignores its context.
func (m *Monitor) Run(ctx context.Context) {
	l := &loop{
		config: m.config, state: begin(m.config.Plan, m.config.Resume),
		slept: m.config.Slept(), timer: time.NewTimer(0),
	}
	l.online = func() bool { return l.config.Online(ctx) }
	defer l.timer.Stop()
	l.lookout = time.NewTicker(tick)
	defer l.lookout.Stop()
	l.looking = true
	l.publish()
	for {
		l.attend()
		select {
		case <-ctx.Done():
			l.leave()
			return
		case <-l.timer.C:
			if !l.woken(time.Now()) {
				l.poll(ctx, false)
			}
		case <-m.retry:
			if l.flight == nil && l.snapshot().CanRetry(time.Now()) {
				l.poll(ctx, true)
			}
		case <-m.look:
			if l.flight == nil && l.old(time.Now()) {
				l.poll(ctx, true)
			}
		case result := <-l.settled():
			l.settle(result)
		case config := <-m.replace:
			l.replaceWith(config)
		case <-m.wake:
			l.look()
		case <-l.lookout.C:
			l.look()
		}
	}
}

// loop is the state of one Run, owned by its goroutine.
type loop struct {
	config  Config
	state   state
	timer   *time.Timer
	flight  *flight
	slept   time.Duration // at the last look
	sent    time.Time     // when the last poll was sent
	asleep  time.Duration // slept when it was sent
	stalled bool
	online  func() bool // Config.Online, until the loop is to leave

	lookout *time.Ticker
	looking bool // the lookout ticks
}

// flight is the one poll in flight.
type flight struct {
	cancel    context.CancelFunc
	done      chan result // gets exactly one result
	abandoned bool        // its result does not count
}

type result struct {
	reading Reading
	err     error
}

// settled is the channel of the poll in flight, or nil, which never receives.
func (l *loop) settled() <-chan result {
	if l.flight == nil {
		return nil
	}
	return l.flight.done
}

// poll sends a poll, or says that there is no network. It is called only
// while none is in flight.
func (l *loop) poll(ctx context.Context, manual bool) {
	if l.flight != nil {
		return
	}
	l.timer.Stop()
	if !l.online() {
		l.lose()
		return
	}
	pollCtx, cancel := context.WithTimeout(ctx, l.config.Plan.Timeout)
	l.flight = &flight{cancel: cancel, done: make(chan result, 1)}
	l.sent, l.asleep = time.Now(), l.config.Slept()
	l.state = l.state.send(l.sent, manual)
	l.publish()
	go func(source Source, done chan<- result) {
		done <- attempt(pollCtx, source)
	}(l.config.Source, l.flight.done)
}

// attempt polls once. A panic in the source is a failure like any other.
func attempt(ctx context.Context, source Source) (r result) {
	defer func() {
		if p := recover(); p != nil {
			r = result{err: &Failure{Kind: SourceBug, Layer: LayerProgram, Cause: fmt.Errorf("panic: %v", p)}}
		}
	}()
	reading, err := source.Poll(ctx)
	return result{reading, err}
}

func (l *loop) settle(r result) {
	flight := l.flight
	flight.cancel()
	l.flight, l.stalled = nil, false
	if flight.abandoned {
		l.arm()
		l.publish()
		return
	}
	before := l.state
	switch {
	case r.err == nil:
		l.state = l.state.succeed(l.config.Plan, r.reading, time.Now())
	case !l.online() || failureOf(r.err).Kind == NoNetwork:
		l.lose()
		return
	default:
		l.state = l.state.fail(l.config.Plan, l.failure(r.err), time.Now(), l.config.Random())
	}
	l.logChange(before, r.err)
	l.arm()
	l.publish()
}

// failure is what a poll's error means. The deadline is the monitor's own, so
// a source that only passes it on has not broken its promise.
func (l *loop) failure(err error) Failure {
	if _, ok := errors.AsType[*Failure](err); !ok && errors.Is(err, context.DeadlineExceeded) {
		return Failure{Kind: TimedOut, Layer: LayerHTTP, Limit: l.config.Plan.Timeout}
	}
	return failureOf(err)
}

func (l *loop) lose() {
	if !l.state.offline {
		l.config.Log.Info("this computer has no way to the router", "router", l.config.Router.Name)
	}
	l.timer.Stop()
	l.state = l.state.lose()
	l.publish()
}

func (l *loop) replaceWith(config Config) {
	l.state = l.state.replan(l.config.Plan, config.Plan).reschedule(time.Now())
	l.config = config
	l.abandon()
	l.arm()
	l.publish()
}

// abandon cancels the poll in flight; what it brings does not count.
func (l *loop) abandon() {
	if l.flight != nil {
		l.flight.abandoned = true
		l.flight.cancel()
	}
}

// arm sets the timer to the schedule. While an abandoned poll has not settled
// it stays off: there is never a second poll beside one.
func (l *loop) arm() {
	l.timer.Stop()
	if l.flight == nil && !l.state.next.IsZero() {
		l.timer.Reset(time.Until(l.state.next))
	}
}

// leave cancels the poll in flight and waits for it to settle.
func (l *loop) leave() {
	if l.flight == nil {
		return
	}
	l.flight.cancel()
	select {
	case <-l.flight.done:
	case <-time.After(farewell):
		l.config.Log.Error("a poll ignored its cancellation at the end", "router", l.config.Router.Name)
	}
}

func (l *loop) publish() {
	if l.config.Publish != nil {
		l.config.Publish(l.snapshot())
	}
}

// snapshot is what is known now. The schedule is told relative to the wall
// clock of this moment, which may have been set since it was made.
func (l *loop) snapshot() Snapshot {
	now := time.Now()
	s, router := l.state, l.config.Router
	snapshot := Snapshot{
		ID: router.ID, Name: router.Name, URL: router.URL, Simulated: router.Simulated,
		Status: s.status(), Reading: s.reading, Failure: s.failure,
		Failures: s.failures, Tries: s.tries, Outage: s.outage, Pause: s.pause, PauseFound: s.found,
		Polling: rebase(s.polling, now), NextPoll: rebase(s.next, now), Wait: s.wait,
		Interval: s.cadence, Timeout: l.config.Plan.Timeout,
		RetryBlocked: rebase(s.blocked, now), AsOf: now.Round(0),
	}
	if l.stalled {
		snapshot.Status = Stalled
	}
	return snapshot
}

// rebase tells t by the present wall clock, keeping its monotonic reading.
func rebase(t, now time.Time) time.Time {
	if t.IsZero() {
		return t
	}
	return now.Add(t.Sub(now))
}
