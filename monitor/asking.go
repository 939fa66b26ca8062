package monitor

import (
	"context"
	"time"
)

// ask asks the router what there is to ask, until the next poll is nearly due.
func (l *loop) ask() {
	asker, able := l.config.Source.(Asker)
	q, wanted := l.state.question(l.config.Plan, time.Now())
	if !able || !wanted {
		return
	}
	ctx, cancel := context.WithTimeout(l.ctx, l.state.Wait*9/10)
	l.flight = &flight{cancel: cancel, question: &q}
	go func() {
		l.results <- once(func() (r result) {
			r.answer, r.err = asker.Ask(ctx, q)
			return r
		})
	}()
}

// settleQuestion takes the answer to a question. One that was cut short by a Retry
// now is asked again.
func (l *loop) settleQuestion(flight *flight, r result) {
	before := l.state
	if r.err == nil || !flight.pollNext {
		var f Failure
		if r.err != nil {
			f = l.failure(r.err)
		}
		l.state = l.state.answer(*flight.question, r.answer, f, time.Now())
	}
	if l.state.About != before.About || !l.state.NextPoll.Equal(before.NextPoll) {
		l.publish()
	}
	l.setTimer()
	if flight.pollNext {
		l.poll(flight.byRetry)
	}
}
