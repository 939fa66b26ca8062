package agent

import (
	"time"

	"routerwatch/monitor"
	"routerwatch/ui/view"
)

// menu holds the tray menu's words still: each retitled item makes the desktop
// lay the menu out again, so they change with a status or a pair count and as
// the menu is being opened, never because a poll settled.
type menu struct {
	shown  view.Tray
	of     map[string]gist
	fresh  bool // take the next words whatever they are
	openly bool // the desktop tells when the menu is being opened
}

// gist is what the menu's words are renewed for.
type gist struct {
	name     string
	status   monitor.Status
	pairs    int64
	kind     monitor.Kind
	interval time.Duration
	outage   time.Time
	pause    time.Time
	blocked  bool
}

// renew has the next words be shown.
func (m *menu) renew() { m.fresh = true }

// open has the words for the present moment be shown: the menu is being
// opened, and this desktop tells.
func (m *menu) open() { m.fresh, m.openly = true, true }

// hold is t with the words of the menu as they were, unless they are due.
func (m *menu) hold(t view.Tray, all []monitor.Snapshot) view.Tray {
	of := make(map[string]gist, len(all))
	same := len(all) == len(m.of)
	for _, s := range all {
		of[s.ID] = gist{
			s.Name, s.Status, s.Reading.Pairs, s.Failure.Kind, s.Interval,
			s.Outage.Since, s.Pause, !s.RetryBlocked.IsZero(),
		}
		same = same && of[s.ID] == m.of[s.ID]
	}
	if !m.openly {
		t.Lines = t.Steady
	}
	if same && !m.fresh {
		t.Lines, t.CanRetry, t.RetryText, t.OpenText = m.shown.Lines, m.shown.CanRetry, m.shown.RetryText, m.shown.OpenText
		t.Snooze, t.QuitText = m.shown.Snooze, m.shown.QuitText
	}
	m.shown, m.of, m.fresh = t, of, false
	return t
}
