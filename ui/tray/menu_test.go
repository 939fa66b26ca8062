package tray

import (
	"fmt"
	"log/slog"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"routerwatch/monitor"
	"routerwatch/ui/view"
)

// fakeSurface notes the calls that reach it and how the menu looks.
type fakeSurface struct {
	calls []string
	items []*fakeItem // nil is a separator
}

type fakeItem struct {
	on      *fakeSurface
	title   string
	visible bool
	enabled bool
	sub     bool
	icon    view.Icon
	clicked func()
}

func (s *fakeSurface) note(format string, args ...any) {
	s.calls = append(s.calls, fmt.Sprintf(format, args...))
}

func (s *fakeSurface) setIcon(i view.Icon)    { s.note("icon %s dot=%t %d", i.Shape, i.Dot, i.Count) }
func (s *fakeSurface) setTitle(text string)   { s.note("title %s", text) }
func (s *fakeSurface) setTooltip(text string) { s.note("tooltip %s", text) }
func (s *fakeSurface) addSeparator()          { s.items = append(s.items, nil) }

func (s *fakeSurface) addItem(parent item, clicked func()) item {
	i := &fakeItem{on: s, enabled: true, sub: parent != nil, clicked: clicked}
	s.items = append(s.items, i)
	return i
}

func (i *fakeItem) setTitle(text string) { i.on.note("retitle %s", text); i.title = text }
func (i *fakeItem) setVisible(shown bool) {
	i.on.note("%s visible=%t", i.title, shown)
	i.visible = shown
}

func (i *fakeItem) setIcon(icon view.Icon) {
	i.on.note("%s icon=%s", i.title, icon.Shape)
	i.icon = icon
}
func (i *fakeItem) setEnabled(on bool) { i.on.note("%s enabled=%t", i.title, on); i.enabled = on }

// menu is what an operator sees: "(text)" cannot be clicked, "> text" is in
// the submenu, "-" is a separator.
func (s *fakeSurface) menu() []string {
	var shown []string
	for _, i := range s.items {
		switch {
		case i == nil:
			shown = append(shown, "-")
		case !i.visible:
		case !i.enabled:
			shown = append(shown, "("+i.title+")")
		case i.sub:
			shown = append(shown, "> "+i.title)
		default:
			shown = append(shown, i.title)
		}
	}
	return shown
}

func (s *fakeSurface) click(text string) {
	for _, i := range s.items {
		if i != nil && i.visible && i.title == text {
			i.clicked()
		}
	}
}

func sample() view.Tray {
	return view.Tray{
		Icon:    view.Icon{Shape: monitor.Live, Count: 12, HasCount: true},
		Tooltip: "12 pairs, live, updated 14:02:11",
		Title:   "Live",
		Lines: []view.TrayLine{
			{Text: "Oslo: Live", Icon: view.Icon{Shape: monitor.Live}, Opens: true, Router: "osl"},
			{Text: "12 pairs"},
		},
		CanRetry:     true,
		RetryText:    "Check now",
		OpenText:     "Open",
		SettingsText: "Settings",
		QuitText:     "Quit",
		Snooze: view.SnoozeMenu{Text: "Snooze", Choices: []view.SnoozeChoice{
			{Text: "1 hour", For: time.Hour}, {Text: "4 hours", For: 4 * time.Hour},
		}},
	}
}

func shownMenu(t *testing.T) (*menu, *fakeSurface) {
	t.Helper()
	surface := &fakeSurface{}
	m := newMenu(surface, func(Event) {})
	m.show(sample())
	surface.calls = nil
	return m, surface
}

func TestMenuOrder(t *testing.T) {
	_, surface := shownMenu(t)
	assert.Equal(t, []string{
		"Oslo: Live", "(12 pairs)", "-", "Open", "Check now", "Snooze", "> 1 hour", "> 4 hours", "-", "Settings", "Quit",
	}, surface.menu())
	assert.Equal(t, view.Icon{Shape: monitor.Live}, surface.items[0].icon)
	assert.Zero(t, surface.items[1].icon)
}

func TestOnlyWhatChangedIsSent(t *testing.T) {
	cases := map[string]struct {
		change func(*view.Tray)
		want   []string
	}{
		"nothing": {func(*view.Tray) {}, nil},
		"tooltip": {
			func(v *view.Tray) { v.Tooltip = "12 pairs, live, updated 14:02:16" },
			[]string{"tooltip 12 pairs, live, updated 14:02:16"},
		},
		"title": {func(v *view.Tray) { v.Title = "Down" }, []string{"title Down"}},
		"count": {func(v *view.Tray) { v.Icon.Count = 13 }, []string{"icon live dot=false 13"}},
		"dot":   {func(v *view.Tray) { v.Icon.Dot = true }, []string{"icon live dot=true 12"}},
		"one line": {
			func(v *view.Tray) { v.Lines[1].Text = "13 pairs" },
			[]string{"retitle 13 pairs"},
		},
		"a shape":     {func(v *view.Tray) { v.Lines[0].Icon.Shape = "down" }, []string{"Oslo: Live icon=down"}},
		"a line less": {func(v *view.Tray) { v.Lines = v.Lines[:1] }, []string{"12 pairs visible=false"}},
		"a line more": {
			func(v *view.Tray) { v.Lines = append(v.Lines[:2:2], view.TrayLine{Text: "next 14:02:16"}) },
			[]string{"retitle next 14:02:16", "next 14:02:16 enabled=false", "next 14:02:16 visible=true"},
		},
		"retry disabled": {func(v *view.Tray) { v.CanRetry = false }, []string{"Check now enabled=false"}},
		"retry renamed":  {func(v *view.Tray) { v.RetryText = "Retry now" }, []string{"retitle Retry now"}},
		"snoozed": {
			func(v *view.Tray) {
				v.Snooze = view.SnoozeMenu{Text: "Snoozed until 15:02", Choices: []view.SnoozeChoice{{Text: "End snooze"}}}
			},
			[]string{"retitle Snoozed until 15:02", "retitle End snooze", "4 hours visible=false"},
		},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			m, surface := shownMenu(t)
			v := sample()
			c.change(&v)
			m.show(v)
			assert.Equal(t, c.want, surface.calls)
			built := len(surface.items)
			m.show(v)
			assert.Equal(t, c.want, surface.calls, "and nothing the second time")
			assert.Len(t, surface.items, built, "the menu is never rebuilt")
		})
	}
}

func TestTheMenuHoldsAllThatIsShown(t *testing.T) {
	m, surface := shownMenu(t)
	v := sample()
	v.Lines = view.RenderTray(make([]monitor.Snapshot, 100), time.Time{}, time.Now()).Lines
	m.show(v)
	menu := surface.menu()
	assert.Equal(t, []string{v.Lines[maxLines-1].Text, "-", "Open"}, menu[maxLines-1:maxLines+2])
	m.show(sample())
	assert.Equal(t, []string{"Oslo: Live", "(12 pairs)", "-"}, surface.menu()[:3])
}

func TestClicks(t *testing.T) {
	surface := &fakeSurface{}
	tray := New(slog.New(slog.DiscardHandler))
	m := newMenu(surface, tray.send)
	m.show(sample())
	for text, want := range map[string]Event{
		"Oslo: Live": {Kind: Open, Router: "osl"},
		"Open":       {Kind: Open},
		"Settings":   {Kind: Settings},
		"Check now":  {Kind: Retry},
		"1 hour":     {Kind: Snooze, For: time.Hour},
		"4 hours":    {Kind: Snooze, For: 4 * time.Hour},
		"Quit":       {Kind: Quit},
	} {
		surface.click(text)
		require.Len(t, tray.events, 1, text)
		assert.Equal(t, want, <-tray.Events(), text)
	}
	v := sample()
	v.Snooze.Choices = nil
	tray.Apply(v)
	surface.click("4 hours") // pressed in the moment before it goes
	assert.Equal(t, Event{Kind: Snooze, For: 4 * time.Hour}, <-tray.Events(), "what was read is what is done")
	tray.refresh(m)
	surface.click("4 hours")
	assert.Empty(t, tray.events)
}

func TestApplyAndEventsNeverBlock(t *testing.T) {
	tray := New(slog.New(slog.DiscardHandler)) // nobody runs it or reads it
	for i := range 1000 {
		v := sample()
		v.Icon.Count = int64(i)
		tray.Apply(v)
		tray.send(Event{Kind: Activated})
	}
	assert.Len(t, tray.next.Ready(), 1)
	_, newest, _ := tray.next.Pop()
	assert.EqualValues(t, 999, newest.Icon.Count, "the newest wins")
	assert.Len(t, tray.events, cap(tray.events))
}
