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
		pressed := row.remove.Position().X + row.remove.Size().Width/2
		test.Tap(row.remove)
		require.True(t, row.asking)
		assert.Less(t, row.keep.Position().X, pressed, "what is safe lies where Remove was")
		assert.Less(t, row.sure.Position().X+row.sure.Size().Width, pressed)

		for _, a := range []*kit.Button{row.sure, row.keep} {
			test.Tap(a)
			a.TypedKey(&fyne.KeyEvent{Name: fyne.KeyReturn})
		}
		assert.True(t, row.asking, "the second click is none for what has just come up")
		assert.Len(t, s.settings.draft.Routers, 2)

		time.Sleep(kit.DoubleClick - time.Nanosecond)
		test.Tap(row.sure)
		assert.Len(t, s.settings.draft.Routers, 2)
		time.Sleep(time.Nanosecond)
		test.Tap(row.sure)
		require.Len(t, s.settings.draft.Routers, 1)
		test.Tap(s.settings.rows[0].remove)
		assert.False(t, s.settings.rows[0].asking, "nor for the row that has moved up")
	})
}

func TestEscapeTakesTheQuestionBackAndNotTheDialog(t *testing.T) {
	s, _ := inSettings(t, fyne.NewSize(640, 520))
	row := s.settings.rows[0]
	test.Tap(row.remove)
	s.press(fyne.KeyEscape)
	assert.False(t, row.asking)
	assert.Equal(t, fyne.Focusable(row.remove), s.focused())
	assert.NotNil(t, s.sheet)
	s.press(fyne.KeyEscape)
	assert.Nil(t, s.sheet)
}

func TestADoubleClickOnCancelDiscardsNothing(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s, _ := inSettings(t, fyne.NewSize(640, 520))
		write(s.settings.threshold.typed, "7")
		foot := s.sheet.foot
		test.Tap(foot.no)
		require.True(t, foot.asking)
		test.Tap(foot.sure)
		test.Tap(foot.keep)
		assert.True(t, foot.asking)
		time.Sleep(kit.DoubleClick)
		test.Tap(foot.sure)
		assert.Nil(t, s.sheet)
	})
}

func TestTheListShowsAddressesAsTheyAreUsed(t *testing.T) {
	for written, shown := range map[string]string{
		" https://Router.example.org/path/ ":                     "https://router.example.org/path",
		"https://user:secret@router.example.org/path?key=secret": "https://router.example.org/path",
	} {
		settings := someSettings()
		settings.Routers = settings.Routers[:1]
		settings.Routers[0].URL = written
		s := newStage(t, fyne.NewSize(640, 520), Options{Child: true})
		p := newSettingsPage(s.shell, wire.App{Settings: settings})
		assert.Equal(t, shown, p.rows[0].address.Text)
	}
}
