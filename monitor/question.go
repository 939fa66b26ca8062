package monitor

import (
	"context"
	"time"
)

// An Asker is a [Source] that can also ask the router what its statistics do not
// say. The monitor calls it between two polls, never while one is in flight.
type Asker interface {
	// Ask asks one question. Soon after ctx ends it returns. If the router does not
	// answer, the error is a *Failure; it never counts as a failed poll.
	Ask(ctx context.Context, q Question) (Answer, error)
}

// A Topic is something to ask a router.
type Topic int

// The topics, in the order in which they are asked.
const (
	Uptime   Topic = iota // how long it has been running
	PairList              // a page of the list of its pairs
	Build                 // which build it runs
	Quota                 // how many requests it allows
	topics                // their number
)

// A Question is a topic and, for a page of the PairList, which one.
type Question struct {
	Topic  Topic
	Cursor string // of the page; empty for the first one
	ETag   string // of the page as it is known; empty if it is not
}

// An Answer is what the router said about the topic.
type Answer struct {
	Uptime time.Duration
	Build  string
	Quota  Allowance
	Page   Page
	// Unchanged means that the page is still as the question's ETag says.
	Unchanged bool
}

// A Page is a part of the list of pairs. It is not changed after it was made.
type Page struct {
	Pairs []string // "USDC→EURC"
	Next  string   // the cursor of the next page; empty for the last one
	ETag  string
}

// An Allowance is how many requests a router allows from one address. The zero
// value is not known.
type Allowance struct {
	Requests int64
	Window   time.Duration
}

// About is what is known about a router beside its statistics: an immutable,
// comparable value, empty for a router that does not tell.
type About struct {
	Started   time.Time // when it was started, by this computer's clock; zero if unknown
	Restarted time.Time // the same, if that was during the last outage; else zero
	Build     string    // empty if unknown
	NewBuild  time.Time // when Build was seen to replace another one; zero if it was not
	Quota     Allowance

	Names *PairNames   // the pairs as they were last listed, nil if they are not known by name
	Pairs *PairsChange // the last change of its pairs that was seen, nil if none was
	// Naming is since when the names are being asked for that belong to the present
	// pair count; zero if they are not. Pairs follows.
	Naming time.Time
}

// News reports whether more is known than before of what happened to the router.
func (a About) News(before About) bool {
	return a.Pairs != before.Pairs || !a.Restarted.Equal(before.Restarted) || !a.NewBuild.Equal(before.NewBuild)
}

// PairNames are the pairs that a router had at a time, sorted. It is not changed after
// it was made.
type PairNames struct {
	At    time.Time `json:"at"`
	Names []string  `json:"names"`
}

// A PairsChange is a change of a router's pairs. It is not changed after it was made.
type PairsChange struct {
	At       time.Time // when the new count was first read
	From, To int64
	// Came and Went are the pairs by name, sorted. Both are empty if the names are
	// not known.
	Came, Went []string
}

// Named reports whether the names of the pairs that came and went are known.
func (c *PairsChange) Named() bool { return c != nil && len(c.Came)+len(c.Went) > 0 }
