// Package view turns what is known about a router into what an operator
// reads: words, tone, icon and which actions are possible.
//
// Everything here is a pure function of a snapshot and a moment. Window, tray,
// terminal and notifications all show these values, whose sentences are made
// here and nowhere else, and so cannot disagree.
//
// It is the last gate: a snapshot may come from a line written by hand, so
// whatever text a router or a person had a say in passes through
// [monitor.CleanText].
package view

import "routerwatch/monitor"

// Tone is the one accent of a surface. It colours; it never carries meaning
// that the words and the icon's shape do not.
type Tone string

// The tones.
const (
	Neutral  Tone = "neutral"  // grey: nothing known, or not the router's doing
	Good     Tone = "good"     // green
	Notable  Tone = "notable"  // amber
	Bad      Tone = "bad"      // red
	Withheld Tone = "withheld" // grey-blue: the router asks us to slow down
)

// Icon says which picture stands for a status. Shape is a status with a
// picture of its own (never Retrying: that is the last shape with a Dot).
type Icon struct {
	Shape    monitor.Status
	Dot      bool  // the amber dot of Retrying
	Count    int64 // pairs, to be written on the disc of Live
	HasCount bool
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

	Note    string  // one sentence for a status that is no trouble: paused since when; else ""
	Trouble Trouble // the one panel for trouble

	CanRetry  bool
	RetryText string // "Retry now", or "Check now" where nothing is wrong
	Next      string // while there is no trouble: "next check in 3 s", "checking…"
}

// Counter is one of the router's other numbers. The list has always the same
// labels in the same order, so that the layout holds still.
type Counter struct {
	Label string // "API keys"
	Value string // "3"; "–" while unknown
}

// Trouble is the panel that appears once when trouble begins and goes once
// when it ends. While it is shown, only its words change.
type Trouble struct {
	Shown      bool
	Headline   string // "Down for 3 min", "Throttled"
	What       string // one sentence: what failed
	Meanwhile  string // "Trying again by itself, waiting longer while the router is unavailable."
	Attempt    string // "attempt 4"
	Countdown  string // "next try in 38 s", "checking…", "checking… 3 s"
	Request    string // "request 5e4ed19a-…", or ""
	LayerLabel string // "DNS", "TCP", …: where it failed
}
