package agent

import (
	"fmt"
	"strings"
	"time"

	"routerwatch/monitor"
	"routerwatch/ui/view"
)

// ageEvery is how often the tooltip's age is renewed while failing; on a
// healthy router each poll renews it.
const ageEvery = 15 * time.Second

// showTray shows what is known, and sees to it that it is shown again when it
// ages: soon while a router fails, else when a monitor would be overdue.
func (a *Agent) showTray(now time.Time) {
	all := a.snapshots(now)
	t := view.RenderTray(all, a.rules.Snoozed, now)
	t.Icon.HasCount = t.Icon.HasCount && a.o.Settings.Tray.Count
	a.o.Tray.Apply(a.menu.hold(t, all))
	a.redraw.Stop()
	again := time.Duration(0)
	for _, s := range all {
		due := ageEvery
		if overdue := s.Overdue(); !s.Failing() && s.Status != monitor.Stalled && !overdue.IsZero() {
			due = max(overdue.Sub(now), 0) + time.Second
		}
		if again == 0 || due < again {
			again = due
			a.redraw.Reset(again)
		}
	}
}

// menu keeps the words of the tray's menu: each retitled item makes the desktop
// lay the menu out again, so they change with a status or a pair count and as
// the menu is being opened, never because a poll settled.
type menu struct {
	shown          view.Tray
	state          string // of the routers, when the words were last changed
	due            bool   // take the next words whatever they are
	reportsOpening bool   // the desktop reports when the menu is being opened
}

// renew has the next words shown.
func (m *menu) renew() { m.due = true }

// open has the words of this moment shown: the menu is being opened.
func (m *menu) open() { m.due, m.reportsOpening = true, true }

// hold is t with the words of the menu as they were, unless they are due.
func (m *menu) hold(t view.Tray, all []monitor.Snapshot) view.Tray {
	var text strings.Builder
	for _, s := range all {
		fmt.Fprintln(&text, s.ID, s.Name, s.Status, s.Reading.Pairs, s.Failure.Kind, s.Interval,
			s.Outage.Since.UnixNano(), s.Pause.UnixNano(), s.RetryBlocked.IsZero())
	}
	state := text.String()
	if !m.reportsOpening {
		t.Lines = t.Steady
	}
	if state == m.state && !m.due {
		held := m.shown
		held.Icon, held.Tooltip, held.Title = t.Icon, t.Tooltip, t.Title
		t = held
	}
	m.shown, m.state, m.due = t, state, false
	return t
}
