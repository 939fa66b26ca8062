package window

import (
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"routerwatch/settings"
	"routerwatch/ui/view"
	"routerwatch/ui/wire"
)

// paste pastes a text where the focus is.
func (s *stage) paste(t *testing.T, text string) {
	t.Helper()
	clipboard := fyne.CurrentApp().Clipboard()
	clipboard.SetContent(text)
	s.focused().(fyne.Shortcutable).TypedShortcut(&fyne.ShortcutPaste{Clipboard: clipboard})
}

func tabs(s *stage, n int) {
	for range n {
		s.window.Canvas().FocusNext()
	}
}

// By the keyboard alone: settings, two routers, one of them given a name, the order
// changed, one removed, saved.
func TestSettingsOfSeveralRoutersByTheKeyboard(t *testing.T) {
	newRing(t)
	s := newStage(t, fyne.NewSize(640, 520), Options{Child: true})
	s.tellWith(wire.App{Settings: new(settings.Defaults())}, only(t, "live"))
	s.shortcut(control(fyne.KeyComma))
	for _, address := range []string{"https://a.example", "https://b.example", "https://c.example"} {
		s.window.Canvas().Focus(s.settings.add)
		s.press(fyne.KeyReturn)
		s.paste(t, address)
		if address == "https://b.example" {
			tabs(s, 1)
			s.paste(t, "Berlin")
		}
		s.press(fyne.KeyReturn)
		require.Equal(t, s.settings.page, s.page)
	}
	require.Len(t, s.settings.rows, 3)
	require.Equal(t, fyne.Focusable(s.settings.rows[2].edit), s.focused(), "on the new one")
	tabs(s, 1)
	require.Equal(t, fyne.Focusable(s.settings.rows[2].up), s.focused())
	s.press(fyne.KeyReturn)
	s.press(fyne.KeyReturn)
	require.Equal(t, fyne.Focusable(s.settings.rows[0].up), s.focused())
	tabs(s, 2)
	require.Equal(t, fyne.Focusable(s.settings.rows[0].remove), s.focused())
	s.press(fyne.KeySpace)
	tabs(s, 1)
	require.Equal(t, fyne.Focusable(s.confirm.yes), s.focused())
	press(s.confirm.yes)
	require.Len(t, s.settings.rows, 2)
	for range 40 {
		if s.focused() == fyne.Focusable(s.settings.yes) {
			break
		}
		tabs(s, 1)
	}
	s.press(fyne.KeyReturn)
	require.Len(t, s.sent, 1)
	names := []string{}
	for _, r := range s.sent[0].Settings.Routers {
		names = append(names, r.Name+" "+r.URL)
	}
	assert.ElementsMatch(t, []string{"a.example https://a.example", "Berlin https://b.example"}, names)
}

func TestAPastedListIsThatManyRouters(t *testing.T) {
	s, _ := inSettings(t, fyne.NewSize(640, 520))
	s.window.Canvas().Focus(s.settings.add)
	s.press(fyne.KeyReturn)
	e := s.routerPage(t)
	s.paste(t, "https://a.example\nhttps://b.example/x, http://c.example:8080;https://b.example\n")
	assert.Equal(t, "4 routers, each named after its address.", e.address.note.Text)
	assert.False(t, e.test.button.Enabled, "one at a time")
	write(e.name, "A")
	s.press(fyne.KeyReturn)
	require.Equal(t, e.page, s.page, "a name is for one")
	assert.Equal(t, view.ErrorSentence(view.ErrNameForSeveral), e.name.note.Text)
	write(e.name, "")
	write(e.token, "secret")
	s.press(fyne.KeyReturn)
	require.Equal(t, e.page, s.page, "so is a token")
	write(e.token, "")
	s.window.Canvas().Focus(e.address)
	s.press(fyne.KeyReturn)
	require.Equal(t, s.settings.page, s.page)
	require.Len(t, s.settings.rows, 6)
	test.Tap(s.page.yes)
	var names []string
	ids := map[string]bool{}
	for _, r := range s.sent[0].Settings.Routers {
		names = append(names, r.Name)
		ids[r.ID] = true
	}
	assert.Equal(t, []string{"Frankfurt", "Singapore", "a.example", "b.example", "c.example:8080", "b.example"}, names)
	assert.Len(t, ids, 6)
	assert.Empty(t, s.sent[0].Tokens)
}

func TestEachMistakeOfAPastedListIsNamed(t *testing.T) {
	s, _ := inSettings(t, fyne.NewSize(640, 520))
	test.Tap(s.settings.add)
	e := s.routerPage(t)
	s.paste(t, "https://a.example b.example https://router.example.org/ https://a.example:443 https://me:hush@c.example https://d.example:99999")
	s.press(fyne.KeyReturn)
	require.Equal(t, e.page, s.page)
	assert.Equal(t, "“b.example”: the address must start with http:// or https://; did you mean https://b.example? "+
		"“https://router.example.org/”: it is watched already. “https://a.example:443”: it is in the list twice. "+
		"“https://c.example”: the address must not contain a user name or password; give the router a token instead. "+
		"“https://d.example:99999”: the port in the address must be a number from 1 to 65535.", e.address.note.Text)
	assert.Contains(t, s.said(), e.address.note.Text, "none is cut off")
	assert.Len(t, s.settings.draft.Routers, 2)

	s.press(fyne.KeyEscape)
	press(s.confirm.yes)
	test.Tap(s.settings.rows[0].edit)
	write(s.routerPage(t).address, "https://a.example https://b.example")
	assert.Equal(t, view.ErrorSentence(view.ErrSeveralHere), s.routerPage(t).address.note.Text)
}

func TestTheFirstQuestionTakesAList(t *testing.T) {
	s := newStage(t, fyne.NewSize(640, 520), Options{})
	s.tellWith(wire.App{Welcome: true, Settings: new(settings.Defaults())})
	s.paste(t, "https://a.example\nb.example")
	assert.False(t, s.welcome.watch.Enabled)
	assert.Contains(t, s.welcome.address.note.Text, "“b.example”: the address must start with")
	s.welcome.address.SetText("")
	s.paste(t, "https://a.example\nhttps://b.example\nhttps://c.example")
	assert.Equal(t, "Watch these 3 routers", s.welcome.watch.Text)
	write(s.welcome.name, "A")
	assert.False(t, s.welcome.watch.Enabled)
	write(s.welcome.name, "")
	s.press(fyne.KeyReturn)
	s.window.Canvas().Focus(s.welcome.address)
	s.press(fyne.KeyReturn)
	require.NotEmpty(t, s.sent)
	assert.Len(t, s.sent[0].Settings.Routers, 3)
}
