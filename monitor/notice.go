package monitor

import "time"

// NoticeKind is what happened that an operator may want to be told.
type NoticeKind string

// The notices.
const (
	NoticeDown         NoticeKind = "down"
	NoticeRecovered    NoticeKind = "recovered"
	NoticePaused       NoticeKind = "paused"
	NoticeResumed      NoticeKind = "resumed"
	NoticePairsZero    NoticeKind = "pairs_zero"
	NoticePairsChanged NoticeKind = "pairs_changed"
)

// A Notice is one thing to tell the operator about one router.
type Notice struct {
	Kind     NoticeKind
	Since    time.Time     // when the outage or pause began, or was first seen
	Duration time.Duration // of the outage or pause that ended
	AtLeast  bool          // it was longer: its beginning was not seen
	Silent   bool          // nothing is to be said, but the notice that it undoes is to go
	Was      int64         // the pairs before
	Snapshot Snapshot      // what is known now
}
