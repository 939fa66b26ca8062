package monitor

import (
	"slices"
	"time"
)

// A Snapshot is all that is known about one router at one moment: an
// immutable, comparable value. Times are wall-clock times; ages are computed
// from them by whoever shows them, so that a snapshot does not grow stale.
type Snapshot struct {
	Router

	Status  Status
	Reading Reading // the last good reading, however old; see [Reading.Known]
	Failure Failure // why the last poll failed; none if it succeeded

	Failures int       // scheduled polls that failed in a row
	Tries    int       // polls that failed in a row, those by Retry now included
	Outage   Outage    // the open outage, or the last one
	Pause    time.Time // since when the router is known to be paused; zero if it is not
	// PauseStartUnseen: it was paused already when that was first seen, so the
	// pause began before Pause.
	PauseStartUnseen bool

	Polling      time.Time     // when the poll in flight was sent; zero while there is none
	NextPoll     time.Time     // when the next poll is due; zero while one is in flight
	Wait         time.Duration // the whole wait before NextPoll
	Interval     time.Duration // from a success to the next poll: longer than the setting after a 429
	Timeout      time.Duration // how long a poll may take
	RetryBlocked time.Time     // until when Retry now is disabled; zero if it is not

	AsOf time.Time // when this snapshot was made
}

// An Outage lasts from the first failure of a run that reached the threshold
// to the first success that held. The zero value is "there was none".
type Outage struct {
	Since time.Time
	Until time.Time // zero while it is open
	// StartUnseen: the router was down already when that was first seen, so the
	// outage began before Since.
	StartUnseen bool
	// Relapses is how often the router answered and then failed again before
	// it had held.
	Relapses int
}

// Open reports whether the outage is going on.
func (o Outage) Open() bool { return !o.Since.IsZero() && o.Until.IsZero() }

// Failing reports whether the last poll failed, or could not be sent.
func (s Snapshot) Failing() bool { return !s.Failure.None() }

// InFlight reports whether a poll is in flight.
func (s Snapshot) InFlight() bool { return !s.Polling.IsZero() }

// CanRetry reports whether Retry now would do something at that moment.
func (s Snapshot) CanRetry(now time.Time) bool {
	return !s.InFlight() && !now.Before(s.RetryBlocked) && s.Status != Stalled
}

// stallGrace is how late a healthy loop may be: a machine under load, and the
// moment after a sleep.
const stallGrace = 10 * time.Second

// Overdue is when the loop has missed its own schedule: the due time of what
// it does now, the timeout of a poll, and a grace. It is zero where nothing
// is scheduled.
func (s Snapshot) Overdue() time.Time {
	due := s.NextPoll
	if s.InFlight() {
		due = s.Polling
	}
	if due.IsZero() {
		return time.Time{}
	}
	return due.Add(s.Timeout + stallGrace)
}

// WithStall is the snapshot, Stalled where it is overdue. The clock is the
// caller's; it should not jump with a sleep (see the window).
func (s Snapshot) WithStall(now time.Time) Snapshot {
	if due := s.Overdue(); !due.IsZero() && now.After(due) {
		s.Status = Stalled
	}
	return s
}

// Status is what the operator is told about a router.
type Status string

// The statuses. Their text is the word of the JSON interface.
const (
	Connecting Status = "connecting" // nothing has settled yet
	Live       Status = "live"       // the last poll succeeded, not paused
	Paused     Status = "paused"     // the last poll succeeded and the router is paused
	Retrying   Status = "retrying"   // failing, still under the outage threshold
	Down       Status = "down"       // failing, at or over the threshold
	Throttled  Status = "throttled"  // the router answers 429: it lives, we are too many
	Offline    Status = "offline"    // this computer has no network
	Stalled    Status = "stalled"    // our own loop is stuck
)

// Statuses lists every status, the worst first: the order in which one icon
// speaks for several routers.
func Statuses() []Status {
	return []Status{Down, Stalled, Offline, Throttled, Retrying, Paused, Connecting, Live}
}

// Severity orders statuses: the larger, the worse. An unknown status is worst.
func (s Status) Severity() int {
	all := Statuses()
	return len(all) - slices.Index(all, s) // the index of an unknown one is -1
}

// Valid reports whether s is one of the statuses.
func (s Status) Valid() bool { return s.Severity() <= len(Statuses()) }
