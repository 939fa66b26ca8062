package view_test

import (
	"strings"
	"testing"
	"time"
	"unicode/utf16"

	"github.com/stretchr/testify/assert"

	"routerwatch/history"
	"routerwatch/monitor"
	"routerwatch/ui/view"
	"routerwatch/ui/view/viewtest"
)

func TestTheSilenceMenu(t *testing.T) {
	now := viewtest.Now()
	down, live := snapshot(t, "down-refused"), snapshot(t, "live")
	all := monitor.Silence{Muted: true, Maintenance: true}.After(monitor.Silencing{What: monitor.Acknowledge, On: true}, down, now)
	everything := down
	everything.Quiet = all.Quiet(down)
	mutes := []string{"Mute for 1 hour", "Mute for 4 hours", "Mute for 8 hours", "Mute until switched off"}
	between := func(first, end, last string) []string { return append(append([]string{first}, mutes...), end, last) }
	for name, c := range map[string]struct {
		s      monitor.Snapshot
		text   string
		button string
		items  []string
	}{
		"live":       {live, "Frankfurt", "Silence", between("", "", "Begin maintenance")},
		"down":       {down, "Frankfurt", "Silence", between("Acknowledge", "", "Begin maintenance")},
		"everything": {everything, "Frankfurt: in maintenance, acknowledged, muted", "In maintenance, acknowledged, muted", between("Take back the acknowledgement", "End the mute", "End maintenance")},
		"muted":      {snapshot(t, "live-muted-until"), "Frankfurt: muted until 20:40", "Muted until 20:40", between("", "End the mute", "Begin maintenance")},
	} {
		t.Run(name, func(t *testing.T) {
			menu := view.RenderSilence(c.s, now)
			var texts []string
			silence := all
			for _, item := range menu.Items {
				texts = append(texts, item.Text)
				if item.Text != "" && !item.Does.On {
					silence = silence.After(item.Does, c.s, now)
				}
			}
			assert.Equal(t, c.text, menu.Text)
			assert.Equal(t, c.button, menu.Button)
			assert.Equal(t, c.items, texts)
			if name == "everything" {
				assert.Zero(t, silence, "what is offered ends all of it")
			}
		})
	}
}

// What is silenced is always visible: the icon has its mark, and the tooltip says it.
func TestWhatIsSilencedIsNeverHidden(t *testing.T) {
	now := viewtest.Now()
	live, down := snapshot(t, "live"), snapshot(t, "down-refused")
	long := snapshot(t, "long-trouble")
	many := []monitor.Snapshot{down, long, long, snapshot(t, "paused"), snapshot(t, "retrying"), snapshot(t, "offline"), live}
	for name, silence := range map[string]func(*monitor.Snapshot){
		"acknowledged":    func(s *monitor.Snapshot) { s.Quiet.Acknowledged = true },
		"in maintenance":  func(s *monitor.Snapshot) { s.Quiet.Maintenance = true },
		"muted until 21:": func(s *monitor.Snapshot) { s.Quiet.MutedUntil = now.Add(time.Hour) },
		"muted":           func(s *monitor.Snapshot) { s.Quiet.Muted = true },
	} {
		for _, one := range []monitor.Snapshot{live, down, long} {
			silence(&one)
			tray := view.RenderTray([]monitor.Snapshot{one}, time.Time{}, now)
			assert.True(t, tray.Icon.Silenced, name)
			assert.Contains(t, tray.Tooltip, name)
			assert.Contains(t, tray.Lines[0].Text, name)
			assert.Contains(t, view.Incident(one, history.Range{}, "test", now), "Silenced: ", name)
			assert.LessOrEqual(t, len(utf16.Encode([]rune(tray.Tooltip))), 127)

			tray = view.RenderTray(append([]monitor.Snapshot{one}, many...), now.Add(time.Hour), now)
			assert.True(t, tray.Icon.Silenced, name)
			assert.Contains(t, tray.Tooltip, "; 1 silenced; snoozed until 21:00")
			assert.LessOrEqual(t, len(utf16.Encode([]rune(tray.Tooltip))), 127)
			assert.Len(t, tray.Silence, len(many)+1)
		}
	}
	for _, state := range viewtest.States() {
		tray := view.RenderTray(state.Snapshots, now.Add(time.Hour), now)
		assert.True(t, tray.Icon.Silenced, state.Name)
		assert.Contains(t, tray.Tooltip, "snoozed until 21:00", state.Name)
		quiet := view.RenderTray(state.Snapshots, time.Time{}, now)
		assert.Equal(t, strings.Contains(quiet.Tooltip, "silenced") || strings.Contains(quiet.Tooltip, "acknowledged") ||
			strings.Contains(quiet.Tooltip, "muted") || strings.Contains(quiet.Tooltip, "maintenance"), quiet.Icon.Silenced, state.Name)
	}
}

func TestTheIconOfNothingThatCountsIsGrey(t *testing.T) {
	down := snapshot(t, "down-acknowledged")
	assert.Equal(t, view.Icon{Shape: monitor.Down, Silenced: true, Grey: true}, view.RenderTray([]monitor.Snapshot{down}, time.Time{}, viewtest.Now()).Icon)
	both := view.RenderTray([]monitor.Snapshot{down, snapshot(t, "live")}, time.Time{}, viewtest.Now())
	assert.Equal(t, view.Icon{Shape: monitor.Live, Count: 4, HasCount: true, Silenced: true}, both.Icon, "the next worst")
	assert.Equal(t, view.Neutral, view.Render(down, viewtest.Now()).Tone)
}

// A mute has an end within a day, so the time says it all.
func TestTheTitleOfAMutedRouterHasItsName(t *testing.T) {
	down := snapshot(t, "down-refused")
	down.Quiet.MutedUntil = viewtest.Now().Add(8 * time.Hour)
	title := view.RenderTray([]monitor.Snapshot{down}, time.Time{}, viewtest.Now()).Title
	assert.Equal(t, "Frankfurt: Down since 19:56:48, muted until 04:00", title)
}
