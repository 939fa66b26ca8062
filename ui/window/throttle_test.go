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

func TestTheFrameRateFollowsTheOperator(t *testing.T) {
	quiet := attendedTime + time.Hour
	for name, tt := range map[string]struct {
		busy  bool
		told  bool // the desktop reports input
		over  bool // the pointer is over the window
		wall  bool
		since time.Duration // since the last input
		want  time.Duration
	}{
		"an input":                           {want: 0},
		"just after it":                      {since: fullRateTime - 1, want: 0},
		"a moment later":                     {since: fullRateTime, want: attendedWait},
		"somebody is there":                  {since: attendedTime - 1, want: attendedWait},
		"nobody is":                          {since: attendedTime, want: idleWait},
		"at work":                            {busy: true, since: quiet, want: 0},
		"an input is told":                   {told: true, since: quiet, want: reportedWait},
		"somebody may be there all the same": {told: true, since: attendedTime - 1, want: attendedWait},
		"a press of a button is not told":    {told: true, over: true, since: quiet, want: idleWait},
		"nobody presses on a wall display":   {told: true, over: true, wall: true, since: quiet, want: reportedWait},
		"a wall display elsewhere":           {over: true, wall: true, since: quiet, want: idleWait},
		"at work, where input is told":       {busy: true, told: true, since: quiet, want: 0},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				p := newFrameThrottle(func() {}, func() bool { return tt.busy }, func() bool { return tt.wall })
				p.inputReported.Store(tt.told)
				p.pointerOver.Store(tt.over)
				p.touch()
				time.Sleep(tt.since)
				start := time.Now()
				p.tick(0)
				assert.Equal(t, tt.want, time.Since(start))
			})
		})
	}
}

// idleThrottle is a throttle of which nobody wants anything, and what it delivers.
func idleThrottle() (*frameThrottle, inbox, *[]any) {
	no := func() bool { return false }
	var in inbox
	delivered := new([]any)
	p := newFrameThrottle(func() { *delivered = append(*delivered, in.take()...) }, no, no)
	in = newInbox(p.wakeSoon)
	p.inputReported.Store(true)
	time.Sleep(time.Hour)
	return p, in, delivered
}

func TestAChangeEndsTheWaitAndIsMadeInTheSameTick(t *testing.T) {
	const after = 50 * time.Millisecond
	for name, tt := range map[string]struct {
		now  bool
		want time.Duration
	}{
		"with what else may come": {false, after + gatherTime},
		"at once":                 {true, after},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				p, in, done := idleThrottle()
				start := time.Now()
				time.AfterFunc(after, func() {
					if tt.now {
						in.Put(second{}, second{})
						p.wakeNow()
					} else {
						in.later(func() {})
					}
				})
				p.tick(0)
				assert.Equal(t, tt.want, time.Since(start))
				assert.Len(t, *done, 1)
				p.tick(0)
				assert.Equal(t, tt.want+reportedWait, time.Since(start), "that was all")
				assert.Len(t, *done, 1, "once")
			})
		})
	}
}

func TestManyLinesEndTheWaitOnceASecond(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p, in, done := idleThrottle()
		start := time.Now()
		stop := make(chan struct{})
		go func() {
			for {
				select {
				case <-stop:
					return
				case <-time.After(100 * time.Millisecond):
					in.later(func() {})
				}
			}
		}()
		var ticks []time.Duration
		for range 3 {
			p.tick(0)
			ticks = append(ticks, time.Since(start).Round(100*time.Millisecond))
		}
		close(stop)
		assert.Equal(t, []time.Duration{100 * time.Millisecond, 1100 * time.Millisecond, 2200 * time.Millisecond}, ticks)
		assert.NotEmpty(t, *done)
	})
}

func TestAnInputThatTheDesktopReportsEndsTheWait(t *testing.T) {
	for _, event := range []native.Event{native.Input, native.Entered, native.Left, native.Changed} {
		synctest.Test(t, func(t *testing.T) {
			p, _, _ := idleThrottle()
			start := time.Now()
			time.AfterFunc(50*time.Millisecond, func() { p.happened(event) })
			p.tick(0)
			p.tick(0)
			assert.Equal(t, 50*time.Millisecond, time.Since(start), "from then on at full pace")
			time.Sleep(attendedTime)
			start = time.Now()
			p.tick(0)
			want := reportedWait
			if event == native.Entered {
				want = idleWait
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
	s.closePage()
	s.tellWith(wire.App{Welcome: true})
	assert.True(t, s.busy(), "there is something to fill in")
}
