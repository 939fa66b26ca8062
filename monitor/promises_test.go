package monitor

import (
	"reflect"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
)

// check holds the state to what is true at every moment.
func (w *walk) check() {
	s := w.state
	scheduled := 0
	for _, one := range []bool{!s.Polling.IsZero(), !s.NextPoll.IsZero(), s.offline} {
		if one {
			scheduled++
		}
	}
	w.must(scheduled == 1, "a poll is in flight, or due, or there is no network")
	w.must(s.Wait >= 0 && s.outageSteps >= 0 && s.outageSteps <= s.Failures && s.Failures <= s.Tries, "counts are counts")
	w.must(w.plan.Interval <= s.Interval && s.Interval <= max(w.plan.Interval, maxThrottledInterval), "the cadence has bounds")
	w.must(w.plan.Interval <= s.safeInterval && s.safeInterval <= max(w.plan.Interval, maxThrottledInterval), "so has the safe one")
	w.must(s.Outage.Until.IsZero() || !s.Outage.Until.Before(s.Outage.Since), "an outage ends after it began")
	w.must(s.Pause.Equal(w.pause), "a pause is dated to its first reading")
	w.must(!s.PauseStartUnseen || !s.Pause.IsZero(), "what was found is a pause")
	w.must(!s.Outage.StartUnseen || !s.Outage.Since.IsZero(), "or an outage")
	notified := w.snapshot()
	w.checkStatus(notified)
	w.checkNotices(notified)
}

func (w *walk) checkStatus(s Snapshot) {
	w.must(s.Overdue().IsZero() == w.state.offline, "a watchdog knows when something is due")
	kind := s.Failure.Kind
	kept := false
	switch s.Status {
	case Connecting:
		kept = !s.Failing() && !s.Reading.Known()
	case Live:
		kept = !s.Failing() && s.Reading.Known() && !s.Reading.Paused && s.Pause.IsZero()
	case Paused:
		kept = !s.Failing() && s.Reading.Known() && s.Reading.Paused && !s.Pause.IsZero()
	case Retrying:
		kept = s.Failing() && !s.Outage.Open() && kind != TooManyRequests && kind != NoNetwork
	case Down:
		kept = s.Failing() && s.Outage.Open() && kind != NoNetwork
	case Throttled:
		kept = kind == TooManyRequests && !s.Outage.Open()
	case Offline:
		kept = kind == NoNetwork
	case Stalled: // is the loop's own
	}
	w.must(kept, "the status is what the fields say")
}

// checkNotices tells the operator what is new, and counts it.
func (w *walk) checkNotices(s Snapshot) {
	var now []Notice
	w.notified, now = Decide(w.notified, s, w.rules, w.wall())
	for _, notice := range now {
		w.must(notice.Duration >= 0, "nothing lasts less than nothing")
		switch notice.Kind {
		case NoticeDown:
			w.must(s.Outage.Open(), "Down is notified of an open outage")
			w.downs++
		case NoticeRecovered:
			w.must(!s.Outage.Open() && notice.Duration == s.Outage.Until.Sub(s.Outage.Since), "Recovered is notified of an outage that ended")
			w.over++
		}
	}
	w.must(w.downs <= 1, "an outage is notified once")
	w.must(w.over <= w.downs, "only an outage that was notified is notified to be over")
	if w.wall().Before(w.rules.Snoozed) {
		return
	}
	w.must(s.Status != Down || w.downs == 1, "Down is notified")
	w.must(s.Outage.Open() || w.over == w.downs, "an outage that was notified is notified to be over")
}

// snapshot is the loop's.
func (w *walk) snapshot() Snapshot {
	return (&loop{config: Config{Plan: w.plan}, state: w.state}).snapshot()
}

// rebased is a time of this walk as the snapshot tells it, which takes the
// present moment from the real clock.
func (w *walk) rebased(t time.Time) time.Time { return rebase(t, time.Now()) }

// TestTheStateIsOfOneSize: what holds no reference cannot grow in a month. The three
// that are allowed point to lists of pairs, which maxPages bounds.
func TestTheStateIsOfOneSize(t *testing.T) {
	var holdsNone func(of reflect.Type) bool
	holdsNone = func(of reflect.Type) bool {
		switch of.Kind() {
		case reflect.Struct:
			if of == reflect.TypeFor[time.Time]() {
				return true
			}
			for field := range of.Fields() {
				if !holdsNone(field.Type) {
					return false
				}
			}
			return true
		case reflect.Pointer:
			return of == reflect.TypeFor[*pairList]() || of == reflect.TypeFor[*PairsChange]() || of == reflect.TypeFor[*PairNames]()
		case reflect.Slice, reflect.Map, reflect.Interface, reflect.Chan, reflect.Func, reflect.UnsafePointer:
			return false
		default:
			return true
		}
	}
	for _, of := range []reflect.Type{reflect.TypeFor[state](), reflect.TypeFor[Snapshot](), reflect.TypeFor[Notified]()} {
		assert.True(t, holdsNone(of), "%v", of)
		assert.True(t, of.Comparable(), "%v", of)
	}
}
