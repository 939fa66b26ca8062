package window

import (
	"testing"
	"testing/synctest"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"
	"github.com/stretchr/testify/assert"

	"routerwatch/ui/wire"
)

func TestThePaceFollowsTheOperator(t *testing.T) {
	for name, tt := range map[string]struct {
		busy  bool
		since time.Duration // since the last input
		want  time.Duration
	}{
		"an input":          {false, 0, 0},
		"just after it":     {false, lingers - 1, 0},
		"a moment later":    {false, lingers, little},
		"somebody is there": {false, attentive - 1, little},
		"nobody is":         {false, attentive, long},
		"at work":           {true, time.Hour, 0},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				p := newPace(func() bool { return tt.busy })
				p.touch()
				time.Sleep(tt.since)
				start := time.Now()
				p.tick(0)
				assert.Equal(t, tt.want, time.Since(start))
			})
		})
	}
}

func TestAChangeEndsTheWait(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := newPace(func() bool { return false })
		time.Sleep(time.Hour)
		start := time.Now()
		time.AfterFunc(50*time.Millisecond, func() { p.nudge() })
		p.tick(0)
		assert.Equal(t, 50*time.Millisecond+gathers, time.Since(start))
		p.tick(0)
		assert.Equal(t, 50*time.Millisecond+gathers, time.Since(start), "the next tick takes the change in at once")
		p.tick(0)
		assert.Equal(t, 50*time.Millisecond+gathers+long, time.Since(start))
	})
}

func TestTheWindowTellsWhenSomebodyIsAtWork(t *testing.T) {
	s := newStage(t, fyne.NewSize(640, 520), Options{})
	touches := 0
	s.touched = func() { touches++ }
	s.tellWith(wire.App{Settings: someSettings()}, only(t, "live"))
	assert.False(t, s.busy())
	for name, do := range map[string]func(){
		"a key":       func() { s.press(fyne.KeyX) },
		"the pointer": func() { test.MoveMouse(s.window.Canvas(), fyne.NewPos(5, 5)) },
		"the focus":   func() { s.window.Canvas().FocusNext(); s.busy() },
		"a new size":  func() { s.window.Resize(fyne.NewSize(700, 500)) },
	} {
		touches = 0
		do()
		assert.NotZero(t, touches, name)
	}
	test.Tap(s.bar.snooze)
	assert.True(t, s.busy(), "a menu is open")
	s.window.Canvas().Overlays().Top().Hide()
	s.openSettings()
	assert.True(t, s.busy())
	s.closeSheet()
	s.tellWith(wire.App{Welcome: true})
	assert.True(t, s.busy(), "there is something to fill in")
}
