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

// operator is what the operator knows from notifications.
type operator struct {
	started   bool // what the first reading says is no news
	paused    bool
	found     bool // the pause is not heard of: it was there at the start
	lost      LostPairs
	none      bool // of the pairs were left
	pairs     int64
	downs     int // notices of the present outage, and of its end
	recovered int
}

// hear takes a notice, with all that it tells.
func (o *operator) hear(n Notice) {
	switch s := n.Snapshot; n.Kind {
	case NoticeDown:
		o.downs++
	case NoticeRecovered:
		o.recovered++
	case NoticePaused, NoticeResumed:
		o.paused, o.found = n.Kind == NoticePaused, false
	case NoticeLostPairs:
		o.lost, o.none = s.LostPairs, s.Reading.Pairs == 0 && !n.Silent
		if !n.Silent {
			o.pairs = s.Reading.Pairs
		}
	case NoticePairsChanged:
		o.pairs = s.Reading.Pairs
	case NoticeCertificate:
	}
	for _, also := range n.With {
		o.hear(also)
	}
}

// checkNotices tells the operator what is new: never two things at once, and never
// nothing where there is something.
func (w *walk) checkNotices(s Snapshot) {
	var now []Notice
	w.notified, now = Decide(w.notified, s, w.rules, w.wall())
	shown, o := 0, &w.operator
	for _, notice := range now {
		w.must(notice.Duration >= 0, "nothing lasts less than nothing")
		switch notice.Kind {
		case NoticeDown:
			w.must(s.Outage.Open(), "Down is notified of an open outage")
		case NoticeRecovered:
			w.must(!s.Outage.Open() && notice.Duration == s.Outage.Until.Sub(s.Outage.Since), "Recovered is notified of an outage that ended")
		}
		if !notice.Silent {
			shown++
			o.hear(notice)
		} else if notice.Kind == NoticeLostPairs && s.LostPairs.None() || notice.Kind == NoticeResumed && !s.Reading.Paused {
			o.hear(notice) // it is taken back
		}
	}
	w.must(shown <= 1, "there is one notification at a time")
	w.must(o.downs <= 1, "an outage is notified once")
	w.must(o.recovered <= o.downs, "only an outage that was notified is notified to be over")
	fresh := !s.Failing() && s.Reading.Known() && !s.Outage.Open()
	if fresh && !o.started {
		*o = operator{started: true, paused: s.Reading.Paused, found: s.Reading.Paused, lost: s.LostPairs, none: s.Reading.Pairs == 0, pairs: s.Reading.Pairs, downs: o.downs, recovered: o.recovered}
	}
	if fresh && o.found && !s.Reading.Paused { // in a snooze its end is no news
		o.paused, o.found = false, false
	}
	if w.wall().Before(w.rules.Snoozed) {
		return
	}
	w.must(s.Status != Down || o.downs == 1, "Down is notified")
	w.must(s.Outage.Open() || o.recovered == o.downs, "an outage that was notified is notified to be over")
	if naming := s.About.Naming; fresh && (naming.IsZero() || w.wall().Sub(naming).Abs() >= maxNaming) {
		w.must(o.paused == s.Reading.Paused, "a pause and its end are notified")
		w.must(o.lost.From == s.LostPairs.From && (s.LostPairs.None() || o.none || s.Reading.Pairs > 0), "lost pairs are notified")
		w.must(o.pairs == s.Reading.Pairs, "a changed pair count is notified")
	}
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
