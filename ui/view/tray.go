package view

import (
	"fmt"
	"math"
	"slices"
	"time"

	"routerwatch/monitor"
)

// Tray is what the tray icon shows for all routers together: the worst of them.
type Tray struct {
	Icon Icon
	// Tooltip has pairs, status and "updated 14:02:11, 12 s ago"; at most 127
	// UTF-16 units, where Windows cuts. It changes at each settled poll, of several
	// healthy routers once for all, and every 15 s of age while failing.
	Tooltip string
	// Title is for hosts that show no tooltip: its first words.
	Title string
	// Lines are at the top of the menu. They change only with status, pairs or
	// failure, not at each poll: a desktop lays out a changed menu again, and some
	// then close an open one.
	Lines        []TrayLine
	CanRetry     bool
	RetryText    string
	OpenText     string
	Snooze       SnoozeMenu
	SilenceText  string
	Silence      []SilenceMenu // of the routers in Lines
	SettingsText string
	QuitText     string
}

// TrayLine is a line of the menu about the routers. It is a comparable value.
type TrayLine struct {
	Text   string
	Icon   Icon   // of the router, without its count; the zero value for none
	Opens  bool   // it can be chosen, and opens the window
	Router string // the id of the router that is shown then, if any
}

// SnoozeMenu is the submenu that silences notifications for a while.
type SnoozeMenu struct {
	Text    string // "Snooze notifications", "Snoozed until 14:30"
	Choices []SnoozeChoice
}

// SnoozeChoice is one entry of the submenu. For is zero if it ends the snooze.
type SnoozeChoice struct {
	Text string
	For  time.Duration
}

const (
	// maxTooltip is where Windows cuts a tooltip, in UTF-16 units.
	maxTooltip = 127
	// maxTitle keeps a panel's one line readable, in UTF-16 units.
	maxTitle = 64
	// maxTrayLines is how many lines about routers the menu has; more are not readable.
	maxTrayLines = 20
	// maxMenuName and maxMenuText keep the menu narrow, in runes.
	maxMenuName = 32
	maxMenuText = 80
)

// RenderTray is what the tray shows for all routers, which are in the operator's
// order: the worst of them, or the first of several equally bad ones. Times are
// shown in now's time zone.
func RenderTray(all []monitor.Snapshot, snoozedUntil, now time.Time) Tray {
	t := Tray{
		RetryText: retryText(monitor.Live), OpenText: "Open Routerwatch", SettingsText: LabelSettings, QuitText: "Quit",
		Snooze: snooze(snoozedUntil, now),
	}
	for _, s := range all {
		if troubled(s.Status) {
			t.RetryText = retryText(s.Status)
		}
		s.Polling = time.Time{} // a poll must not change the menu
		t.CanRetry = t.CanRetry || s.CanRetry(now)
	}
	quiet := silencedRouters(all, snoozedUntil, now)
	switch len(all) {
	case 0:
		t.Icon = Icon{Shape: monitor.Connecting}
		t.Title = "Routerwatch: no router yet"
		t.Tooltip = t.Title
		t.Lines = []TrayLine{{Text: t.Title}}
	case 1:
		t.Icon = icon(all[0])
		t.Title = titleOf(all[0], now)
		end := snoozed(snoozedUntil, now)
		t.Tooltip = withName(all[0], statusText(all[0], now)+updated(all[0], now), maxTooltip-utf16Length(end)) + end
		t.Lines = menuOfOne(all[0], now)
	default:
		bad := worst(all)
		t.Title = counts(all, maxTitle)
		t.Tooltip = counts(all, maxTooltip-utf16Length(quiet))
		t.Icon = icon(bad)
		t.Icon.Count, t.Icon.HasCount = 0, false
		if sum, known := allPairs(counting(all)); known && bad.Status == monitor.Live && !marked(bad) { // there is no worst one
			t.Icon.Count, t.Icon.HasCount = sum, true
			oldest := slices.MinFunc(all, func(a, b monitor.Snapshot) int { return a.Reading.At.Compare(b.Reading.At) })
			t.Tooltip = cutUTF16(t.Tooltip+", "+pairCount(sum)+quiet+updated(oldest, now), maxTooltip)
		} else {
			t.Tooltip += quiet
			t.Tooltip += whoIsNotWell(all, maxTooltip-utf16Length(t.Tooltip), now)
		}
		t.Lines = menuOfSeveral(all, now)
	}
	t.Icon.Silenced = t.Icon.Silenced || quiet != ""
	for _, line := range t.Lines {
		if i := slices.IndexFunc(all, func(s monitor.Snapshot) bool { return s.ID == line.Router }); i >= 0 {
			t.SilenceText = LabelSilenceRouter
			t.Silence = append(t.Silence, RenderSilence(all[i], now))
		}
	}
	return t
}

// titleOf is the title of a single router. What is silenced is said rather than the
// pairs, where the name would be cut for both.
func titleOf(s monitor.Snapshot, now time.Time) string {
	text := steadyStatusText(s, now)
	if s.Quiet != (monitor.Quiet{}) && utf16Length(markedName(s, maxName)+": "+text) > maxTitle {
		text = steadyStatus(s, now)
	}
	return withName(s, text, maxTitle)
}

// withName is text about s after its name, in at most longest UTF-16 units; the
// name is cut if it is too long.
func withName(s monitor.Snapshot, text string, longest int) string {
	rest := when(s.Simulated, simulatedMark) + ": " + text
	name := cutUTF16(name(s, maxName), max(1, longest-utf16Length(rest)))
	return cutUTF16(name+rest, longest)
}

// updated is ", updated 14:02:11, 12 s ago".
func updated(s monitor.Snapshot, now time.Time) string {
	if !s.Reading.Known() {
		return ", not updated yet"
	}
	return ", updated " + clock(s.Reading.At, now) + ", " + Age(s.Reading.At, now)
}

// counting are those that count in the icon, or all if none does.
func counting(all []monitor.Snapshot) []monitor.Snapshot {
	some := slices.DeleteFunc(slices.Clone(all), func(s monitor.Snapshot) bool { return !s.InIcon() })
	if len(some) == 0 {
		return all
	}
	return some
}

// worst is the worst of those that count.
func worst(all []monitor.Snapshot) monitor.Snapshot {
	return slices.MaxFunc(counting(all), func(a, b monitor.Snapshot) int { return a.Severity() - b.Severity() })
}

// allPairs is the pairs of all routers together, where all are known: a part of
// the sum would mean nothing.
func allPairs(all []monitor.Snapshot) (sum int64, known bool) {
	for _, s := range all {
		if !s.Reading.Known() {
			return 0, false
		}
		sum += min(max(0, s.Reading.Pairs), math.MaxInt64-sum) // never past the largest int64
	}
	return sum, true
}

// menuOfSeveral has a line for each router, in the operator's order, so that they stay
// where they are. If there are too many, the worst ones are listed and the others counted.
func menuOfSeveral(all []monitor.Snapshot, now time.Time) (lines []TrayLine) {
	var others []monitor.Snapshot
	if len(all) > maxTrayLines {
		all = monitor.WorstFirst(all)
		all, others = all[:maxTrayLines-1], all[maxTrayLines-1:]
	}
	for _, s := range all {
		lines = append(lines, menuLine(s, now))
	}
	if len(others) > 0 {
		lines = append(lines, TrayLine{Text: fmt.Sprintf("and %d more: ", len(others)) + statusCounts(others, maxMenuText), Opens: true})
	}
	return lines
}

// menuOfOne is the menu of a single router.
func menuOfOne(s monitor.Snapshot, now time.Time) []TrayLine {
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
	lines := []TrayLine{menuLine(s, now), {Text: updated}, {Text: next}}
	if troubled(s.Status) {
		s.Failure.Host, s.Failure.Message = "", "" // the short sentence
		lines = append(lines, TrayLine{Text: monitor.CleanText(whatIsWrong(s, now), maxMenuText)})
	}
	return lines
}

// menuLine is the line of a router, which opens its card.
func menuLine(s monitor.Snapshot, now time.Time) TrayLine {
	line := TrayLine{Text: markedName(s, maxMenuName) + ": " + steadyStatusText(s, now), Icon: icon(s), Opens: true, Router: s.ID}
	line.Icon.Count, line.Icon.HasCount = 0, false
	return line
}

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
