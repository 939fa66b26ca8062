package window

import (
	"errors"
	"io"
	"log/slog"
	"slices"
	"sync"
	"time"

	"routerwatch/ui/wire"
)

// arrival is a snapshot and the moment it was read, which keeps the monotonic
// clock that the snapshot's own times cannot carry over the pipe.
type arrival struct {
	wire.Snapshot
	at time.Time
}

// batch is what has come in since the last one: of each kind the newest only.
type batch struct {
	app       *wire.App
	snapshots []arrival // one for each router, in the order of first arrival
	histories map[string]wire.History
	show      bool     // the agent asks for the window to come to the front
	done      []func() // what to do now that work elsewhere is done
	ended     bool     // the input has ended
}

// mailbox collects what happens outside the toolkit's goroutine and hands it
// over in batches. However many lines come while the toolkit is busy, one
// hand-over is outstanding at most, so that a slow window holds nobody up and
// its memory is bounded by the number of routers.
type mailbox struct {
	do      func(func()) // runs a function on the toolkit's goroutine, later
	doNow   func(func()) // the same, without waiting for what else may come
	deliver func(batch)  // runs there

	mu          sync.Mutex
	waiting     batch
	outstanding bool
	closed      bool
	complete    chan struct{} // closed once the first full picture is there
	whole       bool
}

func newMailbox(do func(func()), deliver func(batch)) *mailbox {
	return &mailbox{do: do, doNow: do, deliver: deliver, complete: make(chan struct{})}
}

// put adds a line of the agent's.
func (m *mailbox) put(line any) {
	m.change(m.do, func(b *batch) {
		switch line := line.(type) {
		case wire.App:
			b.app = &line
		case wire.Show:
			b.show = true
		case wire.History:
			if b.histories == nil {
				b.histories = make(map[string]wire.History)
			}
			b.histories[line.ID] = line
		case wire.Snapshot:
			b.add(arrival{line, time.Now()})
		}
	})
}

// tick asks for the words that depend on the time. It reports whether what was
// asked for before has been handed over.
func (m *mailbox) tick() bool { return m.change(m.doNow, func(*batch) {}) }

// later runs f on the toolkit's goroutine.
func (m *mailbox) later(f func()) { m.change(m.do, func(b *batch) { b.done = append(b.done, f) }) }

// end says that no line will come any more.
func (m *mailbox) end() { m.change(m.do, func(b *batch) { b.ended = true }) }

// shut drops whatever comes from now on: the toolkit's loop has ended.
func (m *mailbox) shut() {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.closed = true
}

// change changes what waits, has do hand it over, and reports whether nothing
// was outstanding.
func (m *mailbox) change(do func(func()), with func(*batch)) bool {
	m.mu.Lock()
	if m.closed {
		m.mu.Unlock()
		return true
	}
	with(&m.waiting)
	if !m.whole && m.waiting.whole() {
		m.whole = true
		close(m.complete)
	}
	first := !m.outstanding
	m.outstanding = true
	m.mu.Unlock()
	if first {
		do(m.handOver)
	}
	return first
}

func (m *mailbox) handOver() {
	m.mu.Lock()
	b := m.waiting
	m.waiting, m.outstanding = batch{}, false
	m.mu.Unlock()
	m.deliver(b)
}

// add makes a the newest of its router.
func (b *batch) add(a arrival) {
	id := a.Monitor().ID
	i := slices.IndexFunc(b.snapshots, func(have arrival) bool { return have.Monitor().ID == id })
	if i < 0 {
		b.snapshots = append(b.snapshots, a)
		return
	}
	b.snapshots[i] = a
}

// tick reports whether b is nothing but the time going on.
func (b *batch) tick() bool {
	return b.app == nil && len(b.snapshots) == 0 && len(b.histories) == 0 && len(b.done) == 0 && !b.show && !b.ended
}

// whole reports whether b is a picture worth a first frame: the agent's line,
// and a snapshot of each router that it names.
func (b *batch) whole() bool {
	return b.ended || b.app != nil && len(b.snapshots) >= len(b.app.Routers)
}

// read passes every line of in to m until in ends. Junk is logged once in a
// row and otherwise ignored.
func (m *mailbox) read(in io.Reader, log *slog.Logger) {
	lines := wire.NewReader(in)
	junk := false
	for {
		line, err := lines.FromAgent()
		switch {
		case err == nil:
			junk = false
			m.put(line)
		case errors.Is(err, wire.ErrJunk):
			if !junk {
				log.Warn("ignoring a line of input", "err", err)
			}
			junk = true
		default:
			if !errors.Is(err, io.EOF) {
				log.Warn("the input ended", "err", err)
			}
			m.end()
			return
		}
	}
}
