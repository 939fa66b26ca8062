package view

import (
	"time"

	"routerwatch/monitor"
)

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
	// maxMenuName and maxMenuText keep the menu narrow, in runes.
	maxMenuName = 32
	maxMenuText = 80
)

// menuOfOne is the menu of a single router.
func menuOfOne(s monitor.Snapshot, now time.Time) []string {
	updated, next := "Not updated yet", "Checking now"
	switch every := Duration(s.Interval); {
	case !s.Reading.Known():
	case troubled(s.Status):
		updated = "Last updated " + clock(s.Reading.At, now)
	default:
		updated, next = "Updated every "+every, "Next check within "+every
	}
	switch {
	case s.Status == monitor.Stalled:
		next = "Nothing is being checked"
	case troubled(s.Status):
		next = "Trying again by itself"
	}
	lines := []string{menuName(s) + steadyStatusText(s, now), updated, next}
	if troubled(s.Status) {
		s.Failure.Host, s.Failure.Message = "", "" // the short sentence
		lines = append(lines, monitor.CleanText(whatIsWrong(s, now), maxMenuText))
	}
	return lines
}

func menuOfSeveral(all []monitor.Snapshot, now time.Time) []string {
	var menu []string
	for _, s := range all {
		menu = append(menu, menuName(s)+steadyStatusText(s, now))
	}
	return menu
}

func menuName(s monitor.Snapshot) string { return markedName(s, maxMenuName) + ": " }

func snooze(until, now time.Time) SnoozeMenu {
	m := SnoozeMenu{
		Text:    "Snooze notifications",
		Choices: []SnoozeChoice{{"For 1 hour", time.Hour}, {"For 4 hours", 4 * time.Hour}, {"For 8 hours", 8 * time.Hour}},
	}
	if now.Before(until) {
		m.Text = "Snoozed until " + clockToMinute(until, now)
		m.Choices = append(m.Choices, SnoozeChoice{Text: "End the snooze"})
	}
	return m
}
