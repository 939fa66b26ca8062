package window

import (
	"slices"
	"testing"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"
	"fyne.io/fyne/v2/widget"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"routerwatch/history"
	"routerwatch/ui/view"
	"routerwatch/ui/view/viewtest"
	"routerwatch/ui/window/kit"
	"routerwatch/ui/wire"
)

// choose opens the menu of a button and picks the entry with that text.
func (s *stage) choose(t *testing.T, button *kit.Button, text string) {
	t.Helper()
	test.Tap(button)
	top := s.window.Canvas().Overlays().Top()
	require.NotNil(t, top, "a menu is open")
	menu, ok := s.window.Canvas().Focused().(*widget.PopUpMenu)
	require.True(t, ok, "the menu has the focus")
	index := slices.Index(s.offered(button), text)
	require.GreaterOrEqual(t, index, 0, "no entry %q", text)
	for range index + 1 {
		menu.TypedKey(&fyne.KeyEvent{Name: fyne.KeyDown})
	}
	menu.TypedKey(&fyne.KeyEvent{Name: fyne.KeyReturn})
	assert.Nil(t, s.window.Canvas().Overlays().Top(), "the menu is gone")
}

func (s *stage) offered(button *kit.Button) []string {
	var texts []string
	if button == s.bar.snooze {
		for _, c := range s.bar.choices {
			texts = append(texts, c.Text)
		}
		return texts
	}
	for _, f := range s.demo.state.Faults {
		texts = append(texts, f.Label)
	}
	return texts
}

func TestKeys(t *testing.T) {
	retry := wire.Command{Do: wire.Retry, Router: "r1"}
	for name, tt := range map[string]struct {
		press func(*stage)
		want  []wire.Command
		left  int
	}{
		"R retries": {func(s *stage) { s.press(fyne.KeyR) }, []wire.Command{retry}, 0},
		"Enter on Retry now": {func(s *stage) {
			s.window.Canvas().Focus(s.onlyCard().retry)
			s.press(fyne.KeyReturn)
		}, []wire.Command{retry}, 0},
		"Space on Retry now": {func(s *stage) {
			s.window.Canvas().Focus(s.onlyCard().retry)
			s.press(fyne.KeySpace)
		}, []wire.Command{retry}, 0},
		"R on another button": {func(s *stage) {
			s.window.Canvas().Focus(s.bar.copy)
			s.press(fyne.KeyR)
		}, []wire.Command{retry}, 0},
		"Tab reaches Retry now first": {func(s *stage) {
			s.window.Canvas().FocusNext()
			s.press(fyne.KeyEnter)
		}, []wire.Command{retry}, 0},
		"Escape closes": {func(s *stage) { s.press(fyne.KeyEscape) }, []wire.Command{{Do: wire.Closed}}, 1},
		"Ctrl+Q quits":  {func(s *stage) { s.shortcut(control(fyne.KeyQ)) }, []wire.Command{{Do: wire.Quit}}, 1},
		"F11 fills the screen, Escape leaves it": {func(s *stage) {
			s.press(fyne.KeyF11)
			require.True(t, s.window.FullScreen())
			s.press(fyne.KeyEscape)
			require.False(t, s.window.FullScreen())
		}, []wire.Command{{Do: wire.Wall, On: true}, {Do: wire.Wall}}, 0},
		"Enter opens a menu at its first entry, and chooses it": {func(s *stage) {
			s.window.Canvas().Focus(s.bar.snooze)
			s.press(fyne.KeyReturn)
			s.press(fyne.KeyReturn)
		}, []wire.Command{{Do: wire.Snooze, ForMS: time.Hour.Milliseconds()}}, 0},
		"a menu opened by the pointer has no entry chosen": {func(s *stage) {
			test.Tap(s.bar.snooze)
			s.press(fyne.KeyReturn)
		}, nil, 0},
		"A acknowledges": {
			func(s *stage) { s.press(fyne.KeyA) },
			[]wire.Command{{Do: wire.Acknowledge, Router: "r1", On: true}},
			0,
		},
		"A takes nothing back": {func(s *stage) {
			s.tell(only(t, "down-acknowledged"))
			s.press(fyne.KeyA)
			s.tell(only(t, "live"))
			s.press(fyne.KeyA)
		}, nil, 0},
		"a letter that means nothing": {func(s *stage) { s.press(fyne.KeyX) }, nil, 0},
	} {
		t.Run(name, func(t *testing.T) {
			s := newStage(t, fyne.NewSize(640, 520), Options{Child: true})
			s.tell(only(t, "down-refused"))
			tt.press(s)
			assert.Equal(t, tt.want, s.sent)
			assert.Equal(t, tt.left, s.left)
		})
	}
}

func TestKeysWhileTyping(t *testing.T) {
	s := newStage(t, fyne.NewSize(640, 520), Options{})
	s.tellWith(wire.App{Welcome: true})
	s.window.Canvas().Focus(s.welcome.address)
	s.press(fyne.KeyR)
	assert.Empty(t, s.sent, "a letter is text")
	s.press(fyne.KeyF11)
	assert.True(t, s.window.FullScreen())
	s.press(fyne.KeyF11)
	s.sent = nil
	s.welcome.address.TypedShortcut(control(fyne.KeyQ))
	s.press(fyne.KeyEscape)
	assert.Equal(t, []wire.Command{{Do: wire.Quit}, {Do: wire.Closed}}, s.sent)
}

func TestADisabledRetryDoesNothingAndKeepsTheFocus(t *testing.T) {
	s := newStage(t, fyne.NewSize(640, 520), Options{})
	s.tell(only(t, "down-refused"))
	retry := s.onlyCard().retry
	s.window.Canvas().Focus(retry)
	s.tell(only(t, "throttled-blocked"))
	require.False(t, retry.Enabled)
	assert.Equal(t, fyne.Focusable(retry), s.window.Canvas().Focused())
	s.press(fyne.KeyReturn)
	s.press(fyne.KeyR)
	test.Tap(retry)
	assert.Empty(t, s.sent)
	s.window.Canvas().FocusNext()
	assert.NotEqual(t, fyne.Focusable(retry), s.window.Canvas().Focused(), "Tab goes on from there")
	s.window.Canvas().FocusPrevious()
	assert.Equal(t, fyne.Focusable(retry), s.window.Canvas().Focused())
}

func TestCopy(t *testing.T) {
	s := newStage(t, fyne.NewSize(640, 520), Options{})
	several := state(t, "several")
	s.tellWith(wire.App{Version: "1.2.3"}, several...)
	s.shortcut(&fyne.ShortcutCopy{})
	text := fyne.CurrentApp().Clipboard().Content()
	for _, snapshot := range several {
		assert.Contains(t, text, view.Incident(snapshot, history.Range{}, "1.2.3", viewtest.Now()))
	}
}

func TestANoteHasTheHistory(t *testing.T) {
	folder := withHistory(t, 2)
	s := newStage(t, fyne.NewSize(640, 520), Options{})
	s.tellWith(wire.App{Version: "1.2.3", History: folder}, only(t, "live"))
	press(s.bar.copy)
	text := fyne.CurrentApp().Clipboard().Content()
	assert.Contains(t, text, "\nSince 2026-11-28 20:00:00 UTC: Up ")
	assert.Contains(t, text, "\n2026-11-29 08:00:00 UTC: Down 1 h, ")
}
