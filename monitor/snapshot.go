package monitor

import (
	"slices"
	"time"
)

// A Snapshot is all that is known about one router at one moment: an immutable,
// comparable value. Times are wall-clock times; ages are computed from them when
// they are shown, so that a snapshot does not go stale.
type Snapshot struct {
	Router

	Status  Status
	Reading Reading // the last good reading, however old; see [Reading.Known]
	Failure Failure // why the last poll failed; none if it succeeded
	About   About   // what the router was asked for between polls
	Slow    Phases  // the phases that have been slow for a while, with how long they took; 0 for the others

	Failures int    // scheduled polls that failed in a row
	Tries    int    // polls that failed in a row, including those by Retry now
	Outage   Outage // the open outage, or the last one
	// Recovered is since when the router has answered in the open outage, which ends
	// then if it goes on to; zero if it does not answer.
	Recovered time.Time
	Pause     time.Time // the first reading that was paused; zero if it is not paused
	// PauseStartUnseen means that the pause began at an unknown time before Pause.
	PauseStartUnseen bool

	LostPairs LostPairs // the pairs that are lost and not acknowledged, if any
	HadPairs  bool      // it is known to have had pairs

	Polling      time.Time     // when the poll in flight was sent; zero if there is none
	NextPoll     time.Time     // when the next poll is due; zero while one is in flight
	Wait         time.Duration // the whole wait before NextPoll
	Interval     time.Duration // from a success to the next poll: longer than the setting after a 429
	Timeout      time.Duration // how long a poll may take
	RetryBlocked time.Time     // Retry now is disabled until then; zero if it is not

	CertificateDays int // see [Notifications.CertificateDays]

	Quiet Quiet // what the operator has silenced

	AsOf time.Time // when this snapshot was made
}

// An Outage lasts from the first of the failures that reached the threshold to
// the first of the successes that ended it. The zero value is no outage.
type Outage struct {
	Since time.Time
	Until time.Time // zero while it is open
	// StartUnseen means that the outage began at an unknown time before Since.
	StartUnseen bool
	// Unwatched means that the program did not run in a part of it.
	Unwatched bool
	// Relapses is how often the router answered and then failed again during the
	// outage.
	Relapses int
}

// Open reports whether the outage has not ended.
func (o Outage) Open() bool { return !o.Since.IsZero() && o.Until.IsZero() }

// Failing reports whether the last poll failed, or could not be sent.
func (s Snapshot) Failing() bool { return !s.Failure.None() }

// AuthoritiesProblem is [Reading.Authorities] of the last poll.
func (s Snapshot) AuthoritiesProblem() SetupProblem {
	if s.Failing() {
		return s.Failure.Authorities
	}
	return s.Reading.Authorities
}

// InFlight reports whether a poll is in flight.
func (s Snapshot) InFlight() bool { return !s.Polling.IsZero() }

// CanRetry reports whether Retry now would poll at that moment.
func (s Snapshot) CanRetry(now time.Time) bool {
	return !s.InFlight() && !now.Before(s.RetryBlocked) && s.Status != Stalled
}

// stallGrace is how late a healthy loop may be, on a busy machine or just after a
// sleep.
const stallGrace = 10 * time.Second

// Overdue is when the loop has missed its schedule: the time when the present
// wait or poll began or is due, plus the timeout of a poll and a grace. It is zero
// if nothing is scheduled.
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

// WithStall is the snapshot with the status Stalled if it is overdue. The caller
// should use a clock that does not jump at a sleep.
func (s Snapshot) WithStall(now time.Time) Snapshot {
	if due := s.Overdue(); !due.IsZero() && now.After(due) {
		s.Status = Stalled
	}
	return s
}

// rebase converts t to the present wall clock, keeping its monotonic reading.
func rebase(t, now time.Time) time.Time {
	if t.IsZero() {
		return t
	}
	return now.Add(t.Sub(now))
}

// Status is a router's status as the operator sees it.
type Status string

// The statuses. Their text is used in the JSON interface.
const (
	Connecting Status = "connecting" // nothing has settled yet
	Live       Status = "live"       // the last poll succeeded, not paused
	Paused     Status = "paused"     // the last poll succeeded and the router is paused
	Retrying   Status = "retrying"   // failing, still under the outage threshold
	Down       Status = "down"       // failing, at or over the threshold
	Throttled  Status = "throttled"  // the router answers 429: it is alive, but gets too many requests
	Offline    Status = "offline"    // this computer has no network, or its proxy fails: the router is unknown
	Stalled    Status = "stalled"    // the program's own loop is stuck
)

// Statuses lists every status, the worst first. One icon for several routers
// shows the worst.
func Statuses() []Status {
	return []Status{Down, Stalled, Offline, Throttled, Retrying, Paused, Connecting, Live}
}

// Severity orders statuses: the larger, the worse. An unknown status is worst.
func (s Status) Severity() int {
	all := Statuses()
	return len(all) - slices.Index(all, s) // the index of an unknown one is -1
}

// Severity orders snapshots by their status. Lost pairs rank between Paused and the
// failing statuses.
func (s Snapshot) Severity() int {
	severity := 2 * s.Status.Severity()
	if s.LostPairs.None() {
		return severity
	}
	return max(severity, 2*Paused.Severity()+1)
}

// Valid reports whether s is one of the statuses.
func (s Status) Valid() bool { return s.Severity() <= len(Statuses()) }
