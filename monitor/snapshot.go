package monitor

import "time"

// A Snapshot is all that is known about one router at one moment: an
// immutable, comparable value. Times are wall-clock times; ages are computed
// from them by whoever shows them, so that a snapshot does not grow stale.
type Snapshot struct {
	ID        string // stable over renames; see settings.Router
	Name      string // what the operator calls it
	URL       string // the base URL, without credentials, query or fragment
	Simulated bool   // the router is the built-in simulation

	Status  Status
	Reading Reading // the last good reading, however old; see [Reading.Known]
	Failure Failure // why the last poll failed; none if it succeeded

	Failures int       // scheduled polls that failed in a row
	Tries    int       // polls that failed in a row, those by Retry now included
	Outage   Outage    // the open outage, or the last one
	Pause    time.Time // since when the router is known to be paused; zero if it is not
	// PauseFound tells that the pause was under way when it was first seen: it
	// began before Pause, nobody knows when.
	PauseFound bool

	Polling      time.Time     // when the poll in flight was sent; zero while there is none
	NextPoll     time.Time     // when the next poll is due; zero while one is in flight
	Wait         time.Duration // the whole wait before NextPoll
	Interval     time.Duration // the present healthy cadence: longer than the setting after a 429
	Timeout      time.Duration // how long a poll may take
	RetryBlocked time.Time     // until when Retry now is disabled; zero if it is not

	AsOf time.Time // when this snapshot was made
}

// An Outage lasts from the first failure of a run that reached the threshold
// to the first success that held. The zero value is "there was none".
type Outage struct {
	Since time.Time
	Until time.Time // zero while it is open
	// Found tells that it was under way when it was first seen: it began before
	// Since, nobody knows when.
	Found bool
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

// Watched is the snapshot as a watchdog sees it: Stalled once it is overdue.
// The clock is the caller's; it should not jump with a sleep (see the window).
func (s Snapshot) Watched(now time.Time) Snapshot {
	if due := s.Overdue(); !due.IsZero() && now.After(due) {
		s.Status = Stalled
	}
	return s
}
