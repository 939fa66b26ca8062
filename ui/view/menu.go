package view

import (
	"time"

	"routerwatch/monitor"
)

// MenuLine is a line of information in the menu.
type MenuLine struct {
	RouterID string // "" for a line about all of them
	Text     string
}

// SnoozeMenu is the submenu that silences notifications for a while.
type SnoozeMenu struct {
	Text    string // "Snooze notifications", "Snoozed until 14:30"
	Choices []SnoozeChoice
}

// SnoozeChoice is one entry of it. For is zero where it ends the snooze.
type SnoozeChoice struct {
	Text string
	For  time.Duration
}

const (
	// longestMenuName and longestMenuText keep the menu narrow, in runes.
	longestMenuName = 32
	longestMenuText = 80
)

func menuOfOne(s monitor.Snapshot, now time.Time) []MenuLine {
	lines := []string{menuName(s) + steadyState(s, now), "Not updated yet", menuNext(s, now)}
	if s.Reading.Known() {
		lines[1] = "Updated " + clock(s.Reading.At, now)
	}
	if troubled(s.Status) {
		s.Failure.Host, s.Failure.Message = "", "" // the short sentence
		lines = append(lines, clean(what(s, now), longestMenuText))
	}
	var menu []MenuLine
	for _, text := range lines {
		menu = append(menu, MenuLine{RouterID: s.ID, Text: text})
	}
	return menu
}

func menuOfSeveral(all []monitor.Snapshot, now time.Time) []MenuLine {
	var menu []MenuLine
	for _, s := range all {
		menu = append(menu, MenuLine{RouterID: s.ID, Text: menuName(s) + steadyState(s, now)})
	}
	return menu
}

func menuName(s monitor.Snapshot) string { return marked(s, longestMenuName) + ": " }

func menuNext(s monitor.Snapshot, now time.Time) string {
	subject := "Next check "
	if troubled(s.Status) {
		subject = "Next try "
	}
	switch {
	case s.Status == monitor.Stalled:
		return "Nothing is being checked"
	case s.InFlight():
		return "Checking now"
	case s.NextPoll.IsZero() && s.Status == monitor.Offline:
		return "Next try when the network is back"
	case s.NextPoll.IsZero():
		return subject + unknown
	}
	return subject + clock(s.NextPoll, now)
}

func snooze(until, now time.Time) SnoozeMenu {
	m := SnoozeMenu{
		Text: "Snooze notifications",
		Choices: []SnoozeChoice{
			{Text: "For 1 hour", For: time.Hour},
			{Text: "For 4 hours", For: 4 * time.Hour},
			{Text: "For 8 hours", For: 8 * time.Hour},
		},
	}
	if now.Before(until) {
		m.Text = "Snoozed until " + clockToMinute(until, now)
		m.Choices = append(m.Choices, SnoozeChoice{Text: "End the snooze"})
	}
	return m
}
