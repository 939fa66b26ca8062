package window

import (
	"time"

	"fyne.io/fyne/v2"
)

// The pace of the toolkit's loop while nobody does anything.
const (
	seen     = 100 * time.Millisecond // the window has the pointer or the keyboard
	unseen   = 200 * time.Millisecond // it has neither, or hangs on a wall
	lingers  = 2 * time.Second        // how long it runs at full pace after an input
	drawings = 3                      // ticks that pass at once after a change, so that it is drawn
)

// pace slows the toolkit's loop down. The toolkit looks for input and draws 60
// times a second for as long as it runs, which costs more than everything that
// a window of ours does.
//
// An animation without an end is called at each of these ticks, after the
// input was taken and before anything is drawn. There it waits; the loop's
// ticker drops the ticks that it misses. It stops waiting at once when
// something is handed over to the toolkit's goroutine ([pace.do]), and does
// not wait at all while the operator is at work. What the toolkit cannot tell
// is when an input begins: the first one is taken up to one wait later, from
// then on each one at once.
type pace struct {
	wake  chan struct{}
	timer *time.Timer
	rest  func() time.Duration // how long it may wait now; on the toolkit's goroutine

	// Of the toolkit's goroutine.
	due    int       // ticks that pass without a wait
	lively time.Time // until then there is no wait
}

func newPace(rest func() time.Duration) *pace {
	p := &pace{wake: make(chan struct{}, 1), timer: time.NewTimer(time.Hour), rest: rest}
	p.timer.Stop()
	return p
}

// start begins, once the toolkit's loop runs.
func (p *pace) start() {
	forever := fyne.NewAnimation(time.Hour, p.tick)
	forever.RepeatCount = fyne.AnimationRepeatForever
	forever.Start()
}

// do runs f on the toolkit's goroutine, soon, and has it drawn.
func (p *pace) do(f func()) {
	fyne.Do(func() {
		f()
		p.due = drawings
	})
	select {
	case p.wake <- struct{}{}:
	default:
	}
}

// touch is an input: more will follow.
func (p *pace) touch() {
	p.lively = time.Now().Add(lingers)
	p.due = max(p.due, 1)
}

// tick is one tick of the toolkit's loop.
func (p *pace) tick(float32) {
	if p.due > 0 {
		p.due--
		return
	}
	if time.Now().Before(p.lively) {
		return
	}
	wait := p.rest()
	if wait <= 0 {
		return
	}
	p.timer.Reset(wait)
	select {
	case <-p.wake:
		p.timer.Stop()
		p.due = 1 // the change itself comes next
	case <-p.timer.C:
	}
}
