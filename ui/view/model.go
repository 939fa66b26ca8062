// Package view turns the state of a router into what an operator reads: words,
// tone, icon and the possible actions.
//
// Everything here is a pure function of a snapshot and a time. Window, tray,
// terminal and notifications all show these values, whose sentences are made only
// here, and so cannot disagree.
//
// All text that may come from a router or a person passes through
// [monitor.CleanText], since a snapshot may be a hand-written line.
package view

import "routerwatch/monitor"

// Tone is the accent colour of a surface. It never says more than the words and
// the shape of the icon.
type Tone string

// The tones.
const (
	Neutral  Tone = "neutral"  // grey: unknown, or not caused by the router
	Good     Tone = "good"     // green
	Notable  Tone = "notable"  // amber
	Bad      Tone = "bad"      // red
	Withheld Tone = "withheld" // grey-blue: the router gets too many requests
)

// Icon is the picture of a status. Shape is a status with a picture of its own
// (never Retrying, which is the previous shape with a Dot), or [ShapeLostPairs].
type Icon struct {
	Shape    monitor.Status
	Dot      bool  // the amber dot of Retrying
	Count    int64 // pairs, written on the disc of Live
	HasCount bool
	Silenced bool // a mark: something is snoozed, muted, acknowledged or in maintenance
	Grey     bool // it does not count: acknowledged, or in maintenance
}

// Model is what the window's card, and each line of text, shows for one router.
type Model struct {
	ID        string
	Title     string // the router's name
	Address   string // its URL without secrets
	Simulated bool

	Status string // one word: "Live"
	Tone   Tone
	Icon   Icon

	Pairs        string // "4", "12,345"; "–" while unknown
	PairsCaption string // "pairs", "pair", "no pairs registered yet", "pairs, as of the last reading"
	Stale        bool   // the reading is not from the last poll: show it dimmed
	Age          string // "updated 12 s ago"; "not updated yet"
	Latency      string // "37 ms"; "–" while unknown
	Counters     []Counter

	Note    string  // a sentence for a status that is not trouble, such as since when it is paused; or ""
	Trouble Trouble // the trouble panel

	CanRetry  bool
	RetryText string // "Retry now", or "Check now" where nothing is wrong
	// NeedsToken means that a token is the way out: the button offers it instead.
	NeedsToken bool
	Silence    SilenceMenu
	Next       string // without trouble: "next check in 3 s", "checking…"
}

// Counter is one of the router's other numbers. The list always has the same
// labels in the same order, so that the layout is stable.
type Counter struct {
	Label string // "API keys"
	Value string // "3"; "–" while unknown
}

// Trouble is the panel that is shown from the beginning of trouble to its end.
// While it is shown, only its words change.
type Trouble struct {
	Shown      bool
	Headline   string // "Down for 3 min", "Throttled"
	What       string // one sentence: what failed
	Meanwhile  string // "Trying again by itself, waiting longer while the router is unavailable."
	Failed     string // "3 failed checks", in a row
	Countdown  string // "next try in 38 s", "checking…", "checking… 3 s"
	Request    string // "request 5e4ed19a-…", or ""
	LayerLabel string // "DNS", "TCP", …: where it failed
}
