package window

import (
	"testing"
	"testing/synctest"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"routerwatch/ui/wire"
)

func TestAWallDisplayShowsTheRoutersAlone(t *testing.T) {
	s := newStage(t, fyne.NewSize(1920, 1080), Options{})
	held := make(chan bool, 4)
	s.holdSaver = func(off bool) { held <- off }
	demo := wire.App{Demo: &wire.Demo{}, Settings: someSettings()}
	several := state(t, "several-live")
	s.tellWith(demo, several...)
	require.True(t, s.bar.Visible() && s.demo.Visible() && !s.pointerHider.Visible())

	s.press(fyne.KeyF11)
	assert.True(t, s.window.FullScreen())
	assert.True(t, <-held, "the screen saver is held off")
	assert.False(t, s.bar.Visible() || s.demo.Visible())
	assert.True(t, s.pointerHider.Visible())
	assert.Equal(t, s.window.Content().Size(), s.pointerHider.Size(), "no pointer anywhere")
	assert.Equal(t, desktop.HiddenCursor, s.pointerHider.Cursor())
	assert.True(t, s.board.Visible() && !s.scroll.Visible())
	s.tellWith(demo, several...)
	assert.False(t, s.bar.Visible() || s.demo.Visible(), "and so it stays")

	s.press(fyne.KeyEscape)
	assert.False(t, s.window.FullScreen())
	assert.False(t, <-held)
	assert.True(t, s.bar.Visible() && s.demo.Visible() && !s.pointerHider.Visible())
	assert.True(t, !s.board.Visible() && s.scroll.Visible())
	assert.Equal(t, []wire.Command{{Do: wire.Wall, On: true}, {Do: wire.Wall}}, s.sent)
	assert.Zero(t, s.left)

	s.press(fyne.KeyF11)
	s.shortcut(control(fyne.KeyComma))
	assert.False(t, s.wall, "who changes settings wants a pointer")
	assert.NotNil(t, s.page)
}

func TestAWallDisplayThatAsksForARouterHasAPointer(t *testing.T) {
	s := newStage(t, fyne.NewSize(640, 520), Options{})
	s.setWall(true)
	s.tellWith(wire.App{Welcome: true})
	assert.False(t, s.pointerHider.Visible())
}

func TestAWallDisplayIsDrawnEveryOtherSecondAndForEachChange(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newStage(t, fyne.NewSize(640, 520), Options{})
		s.now = time.Now
		live := only(t, "live")
		live.Reading.At = time.Now()
		s.tell(live)
		age := func() string { return s.onlyCard().age.Text }
		pass := func() string {
			time.Sleep(time.Second)
			s.deliver(second{})
			return age()
		}
		assert.Equal(t, "updated just now", pass())
		assert.Equal(t, "updated 2 s ago", pass())
		assert.Equal(t, "updated 3 s ago", pass())
		assert.Equal(t, "updated 4 s ago", pass())

		s.setWall(true)
		age = func() string { return time.Now().Format("15:04:05") + " " + s.board.clock.Text }
		assert.Equal(t, "00:00:05 00:00:04", pass())
		assert.Equal(t, "00:00:06 00:00:06", pass())
		assert.Equal(t, "00:00:07 00:00:06", pass())
		live.Reading.At, live.Reading.Pairs = time.Now(), 99
		s.tell(live)
		assert.Equal(t, "99 pairs, just now", s.board.tiles[0].detail.Text, "at once")

		s.setWall(false)
		assert.Equal(t, "99", s.onlyCard().count.Text, "the card has missed nothing")
	})
}
