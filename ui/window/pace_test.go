package window

import (
	"testing"
	"testing/synctest"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"
	"github.com/stretchr/testify/assert"

	"routerwatch/ui/window/native"
	"routerwatch/ui/wire"
)

func TestThePaceFollowsTheOperator(t *testing.T) {
	quiet := attentive + time.Hour
	for name, tt := range map[string]struct {
		busy  bool
		told  bool // the desktop tells of input
		over  bool // the pointer is over the window
		wall  bool
		since time.Duration // since the last input
		want  time.Duration
	}{
		"an input":                           {want: 0},
		"just after it":                      {since: lingers - 1, want: 0},
		"a moment later":                     {since: lingers, want: little},
		"somebody is there":                  {since: attentive - 1, want: little},
		"nobody is":                          {since: attentive, want: long},
		"at work":                            {busy: true, since: quiet, want: 0},
		"an input is told":                   {told: true, since: quiet, want: asleep},
		"somebody may be there all the same": {told: true, since: attentive - 1, want: little},
		"a press of a button is not told":    {told: true, over: true, since: quiet, want: long},
		"nobody presses on a wall display":   {told: true, over: true, wall: true, since: quiet, want: asleep},
		"a wall display elsewhere":           {over: true, wall: true, since: quiet, want: long},
		"at work, where input is told":       {busy: true, told: true, since: quiet, want: 0},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				p := newPace(func() bool { return tt.busy }, func() bool { return tt.wall })
				p.told.Store(tt.told)
				p.over.Store(tt.over)
				p.touch()
				time.Sleep(tt.since)
				start := time.Now()
				p.tick(0)
				assert.Equal(t, tt.want, time.Since(start))
			})
		})
	}
}

// idlePace is a pace of which nobody wants anything.
func idlePace() *pace {
	no := func() bool { return false }
	p := newPace(no, no)
	p.told.Store(true)
	time.Sleep(time.Hour)
	return p
}

func TestAChangeEndsTheWaitAndIsMadeInTheSameTick(t *testing.T) {
	const after = 50 * time.Millisecond
	for name, tt := range map[string]struct {
		do   func(*pace, func())
		want time.Duration
	}{
		"with what else may come": {(*pace).do, after + gathers},
		"at once":                 {(*pace).doNow, after},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				p := idlePace()
				start, done := time.Now(), 0
				time.AfterFunc(after, func() { tt.do(p, func() { done++ }) })
				p.tick(0)
				assert.Equal(t, tt.want, time.Since(start))
				assert.Equal(t, 1, done)
				p.tick(0)
				assert.Equal(t, tt.want+asleep, time.Since(start), "that was all")
				assert.Equal(t, 1, done, "once")
			})
		})
	}
}

func TestAnInputThatTheDesktopTellsEndsTheWait(t *testing.T) {
	for _, event := range []native.Event{native.Input, native.Entered, native.Left, native.Changed} {
		synctest.Test(t, func(t *testing.T) {
			p := idlePace()
			start := time.Now()
			time.AfterFunc(50*time.Millisecond, func() { p.happened(event) })
			p.tick(0)
			p.tick(0)
			assert.Equal(t, 50*time.Millisecond, time.Since(start), "from then on at full pace")
			time.Sleep(attentive)
			start = time.Now()
			p.tick(0)
			want := asleep
			if event == native.Entered {
				want = long
			}
			assert.Equal(t, want, time.Since(start), "and then asleep again, without the pointer")
		})
	}
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
