package monitor

import (
	"context"
	"errors"
	"time"
)

const (
	// refreshAge is how old the last poll must be for [Monitor.Refresh] to poll,
	// and so the minimum interval between its polls.
	refreshAge = 30 * time.Second
	// shutdownGrace is how long Run waits at its end for a poll that ignores its
	// cancellation.
	shutdownGrace = 500 * time.Millisecond
)

// Run polls until ctx ends: poll, step, publish, wait. It blocks. When it
// returns, the poll in flight has been cancelled and no goroutine is left, unless
// the source ignores its context.
func (m *Monitor) Run(ctx context.Context) {
	l := &loop{
		ctx: ctx, config: m.config, state: begin(m.config.Plan, m.config.Restored), results: make(chan result, 1),
		slept: m.config.Slept(), timer: time.NewTimer(0),
		watchdog: time.NewTicker(WatchdogInterval), watchdogRuns: true,
	}
	defer l.timer.Stop()
	defer l.watchdog.Stop()
	l.publish()
	for {
		l.setWatchdog()
		select {
		case <-ctx.Done():
			l.shutDown()
			return
		case <-l.timer.C:
			if !l.checkSleep(time.Now()) {
				l.poll(false)
			}
		case <-m.calls.Ready():
			for _, call, ok := m.calls.Pop(); ok; _, call, ok = m.calls.Pop() {
				call(l)
			}
		case result := <-l.results:
			l.settle(result)
		case <-l.watchdog.C:
			l.watchdogTick()
		}
	}
}

// loop is the state of one Run, owned by its goroutine.
type loop struct {
	ctx    context.Context // of Run
	config Config
	state  state
	timer  *time.Timer // to the next poll
	flight *flight     // the one request in flight, nil while there is none

	results chan result // gets one from each request, and never blocks it

	sent        time.Time     // when the last poll was sent
	sleptAtSend time.Duration // Config.Slept at that time
	slept       time.Duration // Config.Slept at the last check

	watchdog     *time.Ticker
	watchdogRuns bool
	stalled      bool // the poll in flight ignores its cancellation
}

// flight is a poll in flight, or a question.
type flight struct {
	cancel    context.CancelFunc
	abandoned bool // its result is ignored

	question          *Question // nil for a poll
	pollNext, byRetry bool      // a poll follows the question, one by Retry now
}

// mayPoll reports whether the flight gives way to a poll.
func (f *flight) mayPoll() bool { return f == nil || f.question != nil && !f.abandoned }

type result struct {
	reading Reading
	answer  Answer
	err     error
}

func (l *loop) retry() {
	if l.snapshot().CanRetry(time.Now()) {
		l.poll(true)
	}
}

func (l *loop) refresh() {
	if l.stale(time.Now()) {
		l.poll(true)
	}
}

func (l *loop) acknowledge() {
	if !l.state.LostPairs.None() {
		l.config.Log.Info("the lost pairs are acknowledged", "router", l.config.Router.Name, "now", l.state.Reading.Pairs)
	}
	l.state = l.state.acknowledge()
	l.publish()
}

// poll sends a poll, or says that there is no network. It does nothing while
// one is in flight; a question is cancelled, and the poll follows.
func (l *loop) poll(manual bool) {
	if l.flight != nil {
		if l.flight.mayPoll() {
			l.flight.pollNext, l.flight.byRetry = true, l.flight.byRetry || manual
			l.flight.cancel()
		}
		return
	}
	l.timer.Stop()
	if !l.online() {
		l.goOffline()
		return
	}
	ctx, cancel := context.WithTimeout(l.ctx, l.config.Plan.Timeout)
	l.flight = &flight{cancel: cancel}
	l.sent, l.sleptAtSend = time.Now(), l.config.Slept()
	l.state = l.state.send(l.sent, manual)
	l.publish()
	go func(source Source) {
		l.results <- once(func() (r result) {
			r.reading, r.err = source.Poll(ctx)
			return r
		})
	}(l.config.Source)
}

func (l *loop) online() bool { return l.config.Online == nil || l.config.Online(l.ctx) }

// once makes a request, and turns a panic of the source into a failure.
func once(request func() result) (r result) {
	defer func() {
		if recover() != nil { // what it panicked with may hold a secret
			r = result{err: &Failure{Kind: SourceBug, Layer: LayerProgram}}
		}
	}()
	return request()
}

func (l *loop) settle(r result) {
	flight := l.flight
	flight.abandoned = flight.abandoned || l.ctx.Err() != nil
	flight.cancel()
	l.flight, l.stalled = nil, false
	before := l.state
	switch {
	case flight.abandoned:
	case flight.question != nil:
		l.settleQuestion(flight, r)
		return
	case r.err == nil:
		l.state = l.state.succeed(l.config.Plan, r.reading, time.Now())
	case !l.online() || l.failure(r.err).Kind == NoNetwork:
		l.goOffline()
		return
	default:
		l.state = l.state.fail(l.config.Plan, l.failure(r.err), time.Now(), l.config.Random())
	}
	l.logChange(before)
	if r.err == nil && !flight.abandoned {
		l.ask()
	}
	l.setTimer()
	l.publish()
}

// failure converts a poll's error. A source may return the error of its context,
// whose deadline is the monitor's. Any other error that is not a *Failure is a
// bug of the source.
func (l *loop) failure(err error) Failure {
	switch f, ok := errors.AsType[*Failure](err); {
	case ok && f != nil && !f.None():
		return *f
	case errors.Is(err, context.DeadlineExceeded):
		return Failure{Kind: TimedOut, Layer: LayerHTTP, Limit: l.config.Plan.Timeout}
	}
	return Failure{Kind: SourceBug, Layer: LayerProgram}
}

// goOffline stops polling until there is a route to the router.
func (l *loop) goOffline() {
	if !l.state.offline {
		l.config.Log.Info("this computer has no route to the router", "router", l.config.Router.Name)
	}
	l.timer.Stop()
	l.state = l.state.goOffline()
	l.publish()
}

func (l *loop) replaceWith(config Config) {
	l.state = l.state.replan(l.config.Plan, config.Plan).reschedule(time.Now())
	l.config = config
	l.abandon()
	l.setTimer()
	l.publish()
}

// abandon cancels the poll in flight; its result is ignored.
func (l *loop) abandon() {
	if l.flight != nil {
		l.flight.abandoned = true
		l.flight.cancel()
	}
}

// setTimer sets the timer to the schedule. It stays off until an abandoned request
// has settled: there are never two at once.
func (l *loop) setTimer() {
	l.timer.Stop()
	if l.flight.mayPoll() && !l.state.NextPoll.IsZero() {
		l.timer.Reset(time.Until(l.state.NextPoll))
	}
}

// shutDown cancels the poll in flight and waits for it to settle.
func (l *loop) shutDown() {
	if l.flight == nil {
		return
	}
	l.flight.cancel()
	select {
	case <-l.results:
	case <-time.After(shutdownGrace):
		l.config.Log.Error("a poll ignored its cancellation at the end", "router", l.config.Router.Name)
	}
}

func (l *loop) publish() {
	l.config.Publish(l.snapshot())
}

// snapshot is the present state. The times of the schedule are converted to the
// present wall clock, which may have been set since they were planned.
func (l *loop) snapshot() Snapshot {
	now, s := time.Now(), l.state.Snapshot
	s.Router, s.Status, s.Timeout, s.AsOf = l.config.Router, l.state.status(), l.config.Plan.Timeout, now.Round(0)
	s.CertificateDays = l.config.Plan.CertificateDays
	s.Polling, s.NextPoll, s.RetryBlocked = rebase(s.Polling, now), rebase(s.NextPoll, now), rebase(s.RetryBlocked, now)
	if l.stalled {
		s.Status = Stalled
	}
	return s
}
