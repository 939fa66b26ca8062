package window

import (
	"time"

	"fyne.io/fyne/v2"
)

// The pace of the toolkit's loop while nobody does anything.
const (
	lingers   = 2 * time.Second        // after an input it runs at full pace for so long
	attentive = 30 * time.Second       // and for so long it waits but a little
	little    = 100 * time.Millisecond // the wait while somebody may be there
	long      = 200 * time.Millisecond // the wait while nobody is
	gathers   = 20 * time.Millisecond  // what comes within it is drawn together: a poll's beginning and its end
)

// pace slows the toolkit's loop down. The toolkit looks for input and draws 60
// times a second for as long as it runs, which costs more than everything that
// a window of ours does.
//
// An animation without an end is called at each of these ticks, after the
// input was taken and before anything is drawn. There it waits; the loop's
// ticker drops the ticks that it misses. It stops waiting at once when
// something is handed over to the toolkit's goroutine ([pace.do]), and does
// not wait at all while the operator is at work. The toolkit cannot tell when
// an input begins while it waits: the first one is taken up to one wait later,
// and from then on each one at once.
type pace struct {
	wake  chan struct{}
	timer *time.Timer
	busy  func() bool // the operator is at work; on the toolkit's goroutine
	now   func() time.Time

	// Of the toolkit's goroutine.
	due   int       // ticks that pass without a wait
	input time.Time // when the last one was
}

func newPace(busy func() bool) *pace {
	p := &pace{wake: make(chan struct{}, 1), timer: time.NewTimer(time.Hour), busy: busy, now: time.Now}
	p.timer.Stop()
	return p
}

// start begins, once the toolkit's loop runs.
func (p *pace) start() {
	p.touch() // a window that opens is drawn at once
	forever := fyne.NewAnimation(time.Hour, p.tick)
	forever.RepeatCount = fyne.AnimationRepeatForever
	forever.Start()
}

// do runs f on the toolkit's goroutine, soon, and has it drawn.
func (p *pace) do(f func()) {
	fyne.Do(func() {
		f()
		p.due = 1 // the tick that draws it
	})
	p.nudge()
}

// nudge ends the wait, once what belongs together has come.
func (p *pace) nudge() {
	time.AfterFunc(gathers, func() {
		select {
		case p.wake <- struct{}{}:
		default:
		}
	})
}

// touch is an input: more will follow.
func (p *pace) touch() { p.input = p.now() }

// tick is one tick of the toolkit's loop.
func (p *pace) tick(float32) {
	if p.due > 0 {
		p.due--
		return
	}
	wait := p.wait()
	if wait == 0 {
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

// wait is how long the loop may wait for the next input.
func (p *pace) wait() time.Duration {
	switch since := p.now().Sub(p.input); {
	case p.busy(), since < lingers:
		return 0
	case since < attentive:
		return little
	}
	return long
}
