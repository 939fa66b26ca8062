// Package history keeps what happened to routers, so that it can be told
// afterwards, in plain text files that any tool reads. A [Recorder] turns snapshots
// into changes and rows, and does no I/O; a [Store] appends them to the files;
// [Read] reads a range, which adds up to a [Summary], days and outages.
//
// Its invariants: time is weighed, not polls: each second has one status, and is up,
// down or not watched; a second counts once; files are only appended to; keeping
// history never makes the watch wait.
package history

import (
	"time"

	"routerwatch/monitor"
)

// Version is the version of the files' format, written into each line of [Began].
const Version = 1

// What names a change. Its text is part of the files' format.
type What string

// The changes.
const (
	Began   What = "began"   // the watch began; Name, URL, Version
	Ended   What = "ended"   // the watch ended; Why
	Failing What = "failing" // still failing, and whether it is an outage is not known yet; Polls
	// Unwatched is a time in which nothing was watched: Since, Until, Why.
	Unwatched What = "unwatched"

	Status       What = "status"         // the status or the kind of failure changed: Status, Kind, Layer, Polls
	OutageOpened What = "outage_opened"  // Since, AtLeast
	OutageClosed What = "outage_closed"  // Since, Until, AtLeast
	Notified     What = "notified"       // the operator was notified of the outage of Since, or Why not
	Acknowledged What = "acknowledged"   // the operator knows of the outage of Since
	Maintenance  What = "maintenance"    // the operator works on the router, On or no longer; a watch begins without
	PairsChanged What = "pairs"          // From, To, and where they are known Came and Went
	LostPairs    What = "lost_pairs"     // of From pairs, which the router had at Since, To are left: so few that it is marked
	LostPairsEnd What = "lost_pairs_end" // To pairs: they are back, or it was acknowledged; Why

	Restarted What = "restarted" // the router restarted, at Since
	NewBuild  What = "build"     // the router runs another build: Build
	Trimmed   What = "trimmed"   // Lines older than Until were dropped, to bound the file
	Lost      What = "lost"      // lines or rows since Since were lost, because they could not be written
)

// Why a watch ended, or nothing was watched.
const (
	WhyQuit    = "quit"    // the program was ended
	WhyKilled  = "killed"  // it ended without a word; found at the next start
	WhyAsleep  = "asleep"  // the machine slept, or its clock was set forward
	WhyStopped = "stopped" // the program was not run by the system
	WhyLost    = "lost"    // it was not written; in no line, see [Lost]

	WhyBack         = "back"         // of [LostPairsEnd]
	WhyAcknowledged = "acknowledged" // by the operator
)

// Why the operator was not notified of an outage.
const (
	WhySnoozed     = "snoozed"
	WhyMuted       = "muted"
	WhyMaintenance = "maintenance"
)

// A Change is a line of changes.jsonl. Times are UTC. Which fields are set depends
// on What; an absent one is zero.
type Change struct {
	At      time.Time `json:"at"`
	What    What      `json:"what"`
	Version int       `json:"version,omitempty"`
	Name    string    `json:"name,omitempty"`
	URL     string    `json:"url,omitempty"`
	Why     string    `json:"why,omitempty"`

	Status monitor.Status `json:"status,omitempty"`
	Kind   monitor.Kind   `json:"kind,omitempty"`
	Layer  monitor.Layer  `json:"layer,omitempty"`
	// Polls is how many polls failed with the failure before this line, since the
	// last line that says so.
	Polls int64 `json:"polls,omitempty"`

	Since time.Time `json:"since,omitzero"`
	Until time.Time `json:"until,omitzero"`
	// AtLeast means that the beginning was not seen.
	AtLeast bool `json:"at_least,omitempty"`

	From  *int64   `json:"from,omitempty"` // pairs
	To    *int64   `json:"to,omitempty"`
	Came  []string `json:"came,omitempty"`
	Went  []string `json:"went,omitempty"`
	Build string   `json:"build,omitempty"`
	On    bool     `json:"on,omitempty"`
	Lines int      `json:"lines,omitempty"`
}

// news are the changes from one snapshot of a router to the next. Polls, which
// takes counting, is left out.
func news(before, after monitor.Snapshot) []Change {
	at := utc(after.AsOf)
	var all []Change
	add := func(c Change) {
		c.At = at
		all = append(all, c)
	}
	if before.Status != after.Status || before.Failure.Kind != after.Failure.Kind {
		add(Change{What: Status, Status: after.Status, Kind: after.Failure.Kind, Layer: after.Failure.Layer})
	}
	if known := before.Outage.Since; !known.IsZero() && before.Outage.Open() {
		switch {
		case !after.Outage.Since.Equal(known): // it was replaced unseen
			add(Change{What: OutageClosed, Since: utc(known), Until: at, AtLeast: true})
		case !after.Outage.Open():
			add(Change{What: OutageClosed, Since: utc(known), Until: utc(after.Outage.Until), AtLeast: after.Outage.StartUnseen})
		}
	}
	if since := after.Outage.Since; after.Outage.Open() && !since.Equal(before.Outage.Since) {
		add(Change{What: OutageOpened, Since: utc(since), AtLeast: after.Outage.StartUnseen})
	}
	was, is := before.Reading, after.Reading
	switch named := after.About.Pairs; {
	case named != nil && named != before.About.Pairs:
		came, went := named.Came[:min(len(named.Came), maxNames)], named.Went[:min(len(named.Went), maxNames)]
		add(Change{What: PairsChanged, From: &named.From, To: &named.To, Came: came, Went: went})
	case was.Known() && is.Known() && was.Pairs != is.Pairs && after.About.Naming.IsZero(): // else the names follow
		add(Change{What: PairsChanged, From: &was.Pairs, To: &is.Pairs})
	}
	if lost := after.LostPairs; lost.From != before.LostPairs.From || !lost.Since.Equal(before.LostPairs.Since) {
		var left *int64
		if is.Known() {
			left = &is.Pairs
		}
		switch {
		case after.Status == monitor.Connecting && !lost.None(): // the mark is of an earlier watch
		case !lost.None():
			add(Change{What: LostPairs, Since: utc(lost.Since), From: &lost.From, To: left})
		case is.At.Equal(was.At):
			add(Change{What: LostPairsEnd, To: left, Why: WhyAcknowledged})
		default:
			add(Change{What: LostPairsEnd, To: left, Why: WhyBack})
		}
	}
	if at := after.About.Restarted; !at.IsZero() && !at.Equal(before.About.Restarted) {
		add(Change{What: Restarted, Since: utc(at)})
	}
	if at := after.About.NewBuild; !at.IsZero() && !at.Equal(before.About.NewBuild) {
		add(Change{What: NewBuild, Build: after.About.Build})
	}
	return all
}

// maxNames bounds each list of names in a line.
const maxNames = 500

// utc is t as the files have it, to the millisecond.
func utc(t time.Time) time.Time { return t.Round(0).UTC().Truncate(time.Millisecond) }
