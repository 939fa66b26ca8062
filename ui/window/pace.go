package window

import (
	"sync"
	"sync/atomic"
	"time"

	"fyne.io/fyne/v2"

	"routerwatch/ui/window/native"
)

// The pace of the toolkit's loop while nobody does anything.
const (
	lingers   = 2 * time.Second        // after an input it runs at full pace for so long
	attentive = 30 * time.Second       // and for so long it waits but a little
	little    = 100 * time.Millisecond // the wait while somebody may be there
	long      = 200 * time.Millisecond // the wait while nobody is
	asleep    = 2 * time.Second        // the wait where an input ends it
	gathers   = 20 * time.Millisecond  // what comes within it is drawn together: a poll's beginning and its end
)

// pace slows the toolkit's loop down. The toolkit looks for input and draws 60
// times a second for as long as it runs, which costs more than everything that
// a window of ours does.
//
// An animation without an end is called at each of these ticks, after the
// input was taken and before anything is drawn. There it waits; the loop's
// ticker drops the ticks that it misses. It stops waiting when something is
// handed over to the toolkit's goroutine ([pace.do]), which it does then and
// there, to be drawn in the same tick. It does not wait at all while the
// operator is at work.
//
// The toolkit cannot tell when an input begins while it waits. Where the
// desktop does ([pace.happened]) it ends the wait, which may then be long. The
// desktop does not tell of a press of a button, nor of what other programs ask
// of the window: so the wait stays short while the pointer is over the window,
// and for a while after an input. Elsewhere an input is taken up to one short
// wait later, and from then on each one at once.
type pace struct {
	wake       chan struct{}
	timer      *time.Timer
	busy       func() bool // the operator is at work; on the toolkit's goroutine
	unattended func() bool // a pointer over the window is nobody's; there too

	told          atomic.Bool // the desktop tells of input, for as long as it does
	alarmed, over atomic.Bool // there was input; the pointer is over the window

	mu      sync.Mutex
	pending []func()

	input time.Time // when the last one was; of the toolkit's goroutine
}

func newPace(busy, unattended func() bool) *pace {
	p := &pace{wake: make(chan struct{}, 1), timer: time.NewTimer(time.Hour), busy: busy, unattended: unattended}
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

// do runs f on the toolkit's goroutine, together with what else comes within a
// moment, and has it drawn.
func (p *pace) do(f func()) {
	p.hand(f)
	time.AfterFunc(gathers, p.nudge)
}

// doNow is do without that moment.
func (p *pace) doNow(f func()) {
	p.hand(f)
	p.nudge()
}

func (p *pace) hand(f func()) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.pending = append(p.pending, f)
}

// nudge ends the wait.
func (p *pace) nudge() {
	select {
	case p.wake <- struct{}{}:
	default:
	}
}

// touch is an input: more will follow.
func (p *pace) touch() { p.input = time.Now() }

// happened is the desktop telling of an input, on any goroutine.
func (p *pace) happened(e native.Event) {
	switch e {
	case native.Entered:
		p.over.Store(true)
	case native.Left:
		p.over.Store(false)
	}
	p.alarmed.Store(true)
	p.nudge()
}

// tick is one tick of the toolkit's loop.
func (p *pace) tick(float32) {
	if wait := p.wait(); wait > 0 {
		p.timer.Reset(wait)
		select {
		case <-p.wake:
			p.timer.Stop()
		case <-p.timer.C:
		}
	}
	if p.alarmed.Swap(false) {
		p.touch()
	}
	p.mu.Lock()
	pending := p.pending
	p.pending = nil
	p.mu.Unlock()
	for _, f := range pending {
		f()
	}
}

// wait is how long the loop may wait for the next input.
func (p *pace) wait() time.Duration {
	switch since := time.Since(p.input); {
	case p.busy(), since < lingers:
		return 0
	case since < attentive:
		return little
	case p.told.Load() && (!p.over.Load() || p.unattended()):
		return asleep
	}
	return long
}
