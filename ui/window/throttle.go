package window

import (
	"sync/atomic"
	"time"

	"fyne.io/fyne/v2"

	"routerwatch/ui/window/native"
)

// How long each frame waits.
const (
	fullRateTime = 2 * time.Second  // for this long after an input, not at all
	attendedTime = 30 * time.Second // for this long after an input, attendedWait
	attendedWait = 100 * time.Millisecond
	idleWait     = 200 * time.Millisecond // later
	reportedWait = 2 * time.Second        // later, if the desktop reports input
	gatherTime   = 20 * time.Millisecond  // lines within this time are drawn together, such as the start and end of a poll
	lineInterval = time.Second            // the time between two waits that lines end: in between, they are drawn with the tick of the second
)

// frameThrottle slows the toolkit's loop down. The toolkit polls input and draws 60
// times a second, which costs more than everything else that the window does.
//
// An endless animation is called at each of these ticks, after input is handled and
// before anything is drawn. There it waits; the loop's ticker drops the missed
// ticks. The wait ends when there is something in the inbox, which is then
// delivered and drawn in the same tick. There is no wait while the operator is
// active.
//
// While it waits, the toolkit does not see input. If the desktop reports input
// ([frameThrottle.happened]), that ends the wait, which may therefore be long. X11
// does not report a button press, nor requests of other programs to the window: so
// the wait stays short while the pointer is over the window, and for a while after
// an input. On other desktops the first input is noticed up to one short wait
// later, and those that follow at once.
type frameThrottle struct {
	deliver    func()      // called at each tick
	busy       func() bool // the operator is working on a page or a menu
	unattended func() bool // no click is expected, even with the pointer over the window: a wall display

	wake   chan struct{}
	input  time.Time                 // the last input; used only on the toolkit's goroutine
	ticked atomic.Pointer[time.Time] // the last tick

	inputReported atomic.Bool // the desktop reports input
	inputSeen     atomic.Bool // it reported input since the last tick
	pointerOver   atomic.Bool
}

// newFrameThrottle makes a throttle whose functions run on the toolkit's goroutine.
func newFrameThrottle(deliver func(), busy, unattended func() bool) *frameThrottle {
	t := &frameThrottle{deliver: deliver, busy: busy, unattended: unattended, wake: make(chan struct{}, 1)}
	t.ticked.Store(&time.Time{})
	return t
}

// start begins with the first tick of the toolkit's loop.
func (t *frameThrottle) start() {
	t.touch() // a window that opens is drawn at once
	forever := fyne.NewAnimation(time.Hour, t.tick)
	forever.RepeatCount = fyne.AnimationRepeatForever
	forever.Start()
}

// wakeSoon ends the wait after [gatherTime], or, if the last tick was less than
// [lineInterval] ago, then, unless a tick comes before. It may be called on any goroutine.
func (t *frameThrottle) wakeSoon() {
	asked, last := time.Now(), *t.ticked.Load()
	time.AfterFunc(max(gatherTime, lineInterval+gatherTime-asked.Sub(last)), func() {
		if t.ticked.Load().Before(asked) {
			t.wakeNow()
		}
	})
}

// wakeNow ends the wait at once. It may be called on any goroutine.
func (t *frameThrottle) wakeNow() {
	select {
	case t.wake <- struct{}{}:
	default:
	}
}

// touch records an input.
func (t *frameThrottle) touch() { t.input = time.Now() }

// happened handles an event that the desktop reports. It may be called on any
// goroutine.
func (t *frameThrottle) happened(e native.Event) {
	switch e {
	case native.Entered:
		t.pointerOver.Store(true)
	case native.Left:
		t.pointerOver.Store(false)
	}
	t.inputSeen.Store(true)
	t.wakeNow()
}

// tick is one tick of the toolkit's loop.
func (t *frameThrottle) tick(float32) {
	if wait := t.wait(); wait > 0 {
		select {
		case <-t.wake:
		case <-time.After(wait):
		}
	}
	if t.inputSeen.Swap(false) {
		t.touch()
	}
	now := time.Now()
	t.ticked.Store(&now)
	t.deliver()
}

// wait is how long the loop may wait for the next input.
func (t *frameThrottle) wait() time.Duration {
	switch since := time.Since(t.input); {
	case t.busy(), since < fullRateTime:
		return 0
	case since < attendedTime:
		return attendedWait
	case t.inputReported.Load() && (!t.pointerOver.Load() || t.unattended()):
		return reportedWait
	}
	return idleWait
}
