package monitor

import "time"

// An event is what can happen to a watch of one router.
type event struct {
	what    happening
	took    time.Duration // the poll, the sleep, or by how much the clock is set
	inWait  float64       // how much of the wait had passed
	failure Failure       // how the poll failed, if it did
	reading Reading
	u       float64
}

type happening int

const (
	polled      happening = iota // when it was due
	pressed                      // Retry now
	sleptInWait                  // in a wait
	sleptInPoll                  // in a poll
	clockSet                     // the wall clock was set
	lost                         // the way to the router
	lostInPoll                   // the same, as a poll found out
	snoozed                      // by the operator
	happenings                   // their number
)

// walk drives the pure step through events as the loop does, and holds it to
// the promises of DESIGN.md after each of them. What it expects it reckons
// from the events alone.
type walk struct {
	t        interface{ Fatalf(string, ...any) }
	plan     Plan
	clocks   clocks
	state    state
	notified Notified
	rules    Rules
	last     event

	bad, well       int       // counted failures, and successes in an outage, in a row
	fell, rose      time.Time // when the first of each settled
	outages         int
	operator        operator
	retryAfterAwake time.Duration // until when the router asked us to wait, by each clock
	retryAfterWall  time.Duration
	pause           time.Time
}

func newWalk(t interface{ Fatalf(string, ...any) }, plan Plan) *walk {
	w := &walk{t: t, plan: plan, clocks: clocks{start: time.Now()}, state: begin(plan, Restored{}), rules: defaultRules()}
	w.rules.PairsChanged = true
	w.state = w.state.reschedule(w.clocks.now())
	return w
}

// must fails where a promise is broken.
func (w *walk) must(kept bool, promise string) {
	if !kept {
		w.t.Fatalf("not kept: %s\nafter %+v\nwith %+v\nin %+v", promise, w.last, w.plan, w.state)
	}
}

func (w *walk) wall() time.Time { return w.clocks.now().Round(0) }

// retryAfterLeft is how much longer the router may expect us to wait.
func (w *walk) retryAfterLeft() time.Duration {
	left := min(w.retryAfterAwake-w.clocks.awake, w.retryAfterWall-w.clocks.awake-w.clocks.apart)
	return min(max(left, 0), MaxRetryAfter)
}

func (w *walk) happen(e event) {
	w.last = e
	if w.state.offline && e.what != pressed && e.what != clockSet {
		e.what = lost
	}
	switch e.what {
	case polled:
		w.pass(w.state.NextPoll.Sub(w.clocks.now()))
		w.poll(e, false)
	case pressed:
		w.pass(time.Duration(e.inWait * float64(w.state.Wait)))
		if w.snapshot().CanRetry(w.rebased(w.clocks.now())) {
			w.poll(e, true)
		}
	case sleptInWait:
		w.pass(time.Duration(e.inWait * float64(w.state.Wait)))
		w.sleep(e)
	case sleptInPoll:
		w.send(false)
		w.sleep(e)
	case clockSet:
		w.clocks.apart += e.took
	case lost, lostInPoll:
		if e.what == lostInPoll {
			w.send(false)
		}
		w.drop()
		w.state = w.state.goOffline()
		w.check()
		w.pass(e.took)
		w.wake(e.u)
	case snoozed:
		w.rules.Snoozed = w.wall().Add(e.took)
	}
	w.check()
}

func (w *walk) pass(d time.Duration) { w.clocks.awake += max(d, 0) }

func (w *walk) sleep(e event) {
	w.clocks.apart += max(e.took, 0)
	w.drop()
	w.wake(e.u)
}

// drop is what a sleep and a lost network do to what was counted.
func (w *walk) drop() {
	w.well = 0
	if !w.state.Outage.Open() {
		w.bad = 0
	}
}

func (w *walk) wake(u float64) {
	w.state = w.state.pollSoon(w.clocks.now(), w.plan.Interval, u)
	w.must(w.state.Wait >= w.retryAfterLeft(), "the router's Retry-After is respected after a sleep")
	w.must(w.state.Wait <= max(resumeSpread, w.plan.Interval, w.retryAfterLeft()), "a poll comes soon after a sleep")
}

func (w *walk) send(manual bool) {
	w.state = w.state.send(w.clocks.now(), manual)
	w.must(w.state.NextPoll.IsZero() && w.snapshot().InFlight(), "a poll in flight is not due as well")
}

func (w *walk) poll(e event, manual bool) {
	w.send(manual)
	before := w.state
	w.pass(e.took % w.plan.Timeout)
	if e.failure.None() {
		w.succeed(e)
		return
	}
	w.state = w.state.fail(w.plan, e.failure, w.clocks.now(), e.u)
	w.afterFailure(e, before)
}

func (w *walk) succeed(e event) {
	wasOpen := w.state.Outage.Open()
	w.state = w.state.succeed(w.plan, e.reading, w.clocks.now())
	w.bad, w.retryAfterAwake, w.retryAfterWall = 0, 0, -1<<62
	switch {
	case !e.reading.Paused:
		w.pause = time.Time{}
	case w.pause.IsZero():
		w.pause = w.wall()
	}
	if wasOpen {
		if w.well++; w.well == 1 {
			w.rose = w.wall()
		}
	}
	s := w.state
	w.must(s.Failures == 0 && s.Tries == 0 && s.Failure.None(), "a success ends the run of failures")
	w.must(s.Wait == s.Interval, "after a success comes the cadence")
	if wasOpen && !s.Outage.Open() {
		w.must(w.well >= w.plan.RecoverAfter, "an outage ends with successes that held")
		w.must(s.Outage.Until.Equal(w.rose) || w.rose.Before(s.Outage.Since), "an outage ends with the first of them")
	}
	if wasOpen && s.Outage.Open() {
		long := time.Duration(w.well)*s.Interval >= maxRecoveryTime
		w.must(w.well < w.plan.RecoverAfter<<maxRelapses && (!long || w.well < w.plan.RecoverAfter), "an outage ends at last")
	}
}

func (w *walk) afterFailure(e event, before state) {
	s, throttled := w.state, e.failure.Kind == TooManyRequests
	if e.failure.RetryAfter > 0 {
		asked := min(e.failure.RetryAfter, MaxRetryAfter)
		w.retryAfterAwake, w.retryAfterWall = w.clocks.awake+asked, w.clocks.awake+w.clocks.apart+asked
	}
	w.well = 0
	if !before.manual && !throttled {
		if w.bad++; w.bad == 1 {
			w.fell = w.wall()
		}
	}
	if before.manual {
		w.must(s.Failures == before.Failures && s.outageSteps == before.outageSteps && s.Outage == before.Outage &&
			s.Interval == before.Interval, "a failed press changes neither wait nor outage")
	} else {
		w.must(s.Failures == before.Failures+1, "a failure counts")
	}
	w.must(s.outageSteps == w.bad, "what is no 429 is a step")
	w.must(s.Tries == before.Tries+1, "a try counts")
	w.must(s.Outage.Open() == (before.Outage.Open() || w.bad >= w.plan.Threshold || e.failure.RetryAfter > time.Minute && !before.manual && !throttled),
		"an outage opens at the threshold, or when the router asks for a longer time")
	if s.Outage.Open() && !before.Outage.Open() {
		w.must(s.Outage.Since.Equal(w.fell), "an outage begins with the first failure")
		w.outages, w.operator.downs, w.operator.recovered = w.outages+1, 0, 0
	}
	left := w.retryAfterLeft()
	least, most := max(s.Interval, left), max(s.Interval, left+time.Duration(float64(left)*w.plan.Policy.Jitter))
	if s.Failures > 0 {
		low, high := w.plan.Policy.Delay(s.Failures, 0), w.plan.Policy.Delay(s.Failures, 1)
		least, most = max(least, low), max(most, high)
	}
	w.must(least <= s.Wait && s.Wait <= most, "the wait is inside the bounds of policy, cadence and Retry-After")
	w.must(s.RetryBlocked.IsZero() != (before.manual && throttled), "a press answered by a 429 blocks the next")
	w.must(!s.RetryBlocked.After(s.NextPoll), "for no longer than the wait")
}
