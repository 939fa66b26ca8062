package window

import (
	"testing"
	"testing/synctest"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"routerwatch/ui/window/kit"
	"routerwatch/ui/wire"
)

func TestADoubleClickOnRemoveRemovesNothing(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s, _ := inSettings(t, fyne.NewSize(640, 520))
		row := s.settings.rows[0]
		test.Tap(row.remove)
		require.NotNil(t, s.confirm)
		for _, a := range []*kit.Button{s.confirm.yes, s.confirm.no} {
			test.Tap(a)
			a.TypedKey(&fyne.KeyEvent{Name: fyne.KeyReturn})
		}
		require.NotNil(t, s.confirm, "the second click is none for what has just come up")
		assert.Len(t, s.settings.draft.Routers, 2)

		time.Sleep(kit.DoubleClick - time.Nanosecond)
		test.Tap(s.confirm.yes)
		assert.Len(t, s.settings.draft.Routers, 2)
		time.Sleep(time.Nanosecond)
		test.Tap(s.confirm.yes)
		require.Len(t, s.settings.draft.Routers, 1)
		test.Tap(s.settings.rows[0].remove)
		assert.Nil(t, s.confirm, "nor for the row that has moved up")
	})
}

func TestEscapeCancelsTheQuestionAndNotTheDialog(t *testing.T) {
	s, _ := inSettings(t, fyne.NewSize(640, 520))
	row := s.settings.rows[0]
	test.Tap(row.remove)
	s.press(fyne.KeyEscape)
	assert.Nil(t, s.confirm)
	assert.Equal(t, fyne.Focusable(row.remove), s.focused())
	assert.NotNil(t, s.page)
	s.press(fyne.KeyEscape)
	assert.Nil(t, s.page)
}

func TestADoubleClickOnCancelDiscardsNothing(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s, _ := inSettings(t, fyne.NewSize(640, 520))
		write(s.settings.entries["poll.threshold"], "7")
		test.Tap(s.page.no)
		require.NotNil(t, s.confirm)
		test.Tap(s.confirm.yes)
		test.Tap(s.confirm.no)
		require.NotNil(t, s.confirm)
		time.Sleep(kit.DoubleClick)
		test.Tap(s.confirm.yes)
		assert.Nil(t, s.page)
	})
}

func TestTheListShowsAddressesAsTheyAreUsed(t *testing.T) {
	for written, shown := range map[string]string{
		"https://Router.example.org/path/":                       "https://router.example.org/path",
		"https://user:secret@router.example.org/path?key=secret": "https://router.example.org/path",
	} {
		settings := someSettings()
		settings.Routers = settings.Routers[:1]
		settings.Routers[0].URL = written
		s := newStage(t, fyne.NewSize(640, 520), Options{Child: true})
		p := newSettingsPage(s.mainWindow, wire.App{Settings: settings})
		assert.Equal(t, shown, p.rows[0].address.Text)
	}
}
