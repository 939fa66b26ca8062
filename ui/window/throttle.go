package window

import (
	"sync/atomic"
	"time"

	"fyne.io/fyne/v2"

	"routerwatch/ui/window/native"
)

// How long a frame waits while nobody does anything.
const (
	fullRateTime = 2 * time.Second        // after an input no frame waits for so long
	attendedTime = 30 * time.Second       // and for so long each waits but attendedWait
	attendedWait = 100 * time.Millisecond // somebody may be there
	idleWait     = 200 * time.Millisecond // nobody is
	reportedWait = 2 * time.Second        // nobody is, and the desktop reports an input
	gatherTime   = 20 * time.Millisecond  // what comes within it is drawn together: a poll's beginning and its end
)

// frameThrottle slows the toolkit's loop down. The toolkit looks for input and
// draws 60 times a second for as long as it runs, which costs more than
// everything that a window of ours does.
//
// An animation without an end is called at each of these ticks, after the
// input was taken and before anything is drawn. There it waits; the loop's
// ticker drops the ticks that it misses. It stops waiting when there is news,
// which it then delivers, to be drawn in the same tick. It does not wait at
// all while the operator is at work.
//
// While it waits, the toolkit does not notice an input. Where the desktop
// reports one ([frameThrottle.happened]) that ends the wait, which may then be
// long. X11 does not report the press of a button, nor what other programs ask
// of the window: so the wait stays short while the pointer is over the window,
// and for a while after an input. Elsewhere the first input is noticed up to
// one short wait later, and those that follow at once.
type frameThrottle struct {
	deliver    func()      // called at each tick
	busy       func() bool // the operator is at work
	unattended func() bool // no press is expected, even with the pointer over the window: a wall display

	wake  chan struct{}
	timer *time.Timer
	input time.Time // when the last one was; of the toolkit's goroutine

	inputReported atomic.Bool // the desktop reports input, for as long as it does
	inputSeen     atomic.Bool // there was one since the last tick
	pointerOver   atomic.Bool
}

// newFrameThrottle makes a throttle whose functions run on the toolkit's goroutine.
func newFrameThrottle(deliver func(), busy, unattended func() bool) *frameThrottle {
	t := &frameThrottle{
		deliver: deliver, busy: busy, unattended: unattended,
		wake: make(chan struct{}, 1), timer: time.NewTimer(time.Hour),
	}
	t.timer.Stop()
	return t
}

// start begins with the first tick of the toolkit's loop.
func (t *frameThrottle) start() {
	t.touch() // a window that opens is drawn at once
	forever := fyne.NewAnimation(time.Hour, t.tick)
	forever.RepeatCount = fyne.AnimationRepeatForever
	forever.Start()
}

// wakeSoon ends the wait after [gatherTime]. It may be called on any goroutine.
func (t *frameThrottle) wakeSoon() { time.AfterFunc(gatherTime, t.wakeNow) }

// wakeNow ends the wait at once. It may be called on any goroutine.
func (t *frameThrottle) wakeNow() {
	select {
	case t.wake <- struct{}{}:
	default:
	}
}

// touch notes an input: more will follow.
func (t *frameThrottle) touch() { t.input = time.Now() }

// happened takes an event that the desktop reports, on any goroutine.
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
		t.timer.Reset(wait)
		select {
		case <-t.wake:
		case <-t.timer.C:
		}
		t.timer.Stop()
	}
	if t.inputSeen.Swap(false) {
		t.touch()
	}
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
