package window

import (
	"bytes"
	"errors"
	"io"
	"log/slog"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"routerwatch/ui/wire"
)

func TestABusyWindowGetsTheNewestOnly(t *testing.T) {
	var queued []func()
	var got []batch
	box := newMailbox(func(f func()) { queued = append(queued, f) }, func(b batch) { got = append(got, b) })
	live := wire.FromSnapshot(only(t, "live"))
	other := live
	other.ID = "r2"
	for failures := range 1000 {
		live.Failures = failures
		box.put(live)
		box.put(wire.App{Routers: []string{"r1", "r2"}, Version: "old"})
		box.tick()
	}
	box.put(other)
	box.put(wire.App{Routers: []string{"r1", "r2"}, Version: "new"})
	box.put(wire.Show{})

	require.Len(t, queued, 1, "one hand-over at a time")
	queued[0]()
	require.Len(t, got, 1)
	assert.Len(t, got[0].snapshots, 2)
	assert.Equal(t, 999, got[0].snapshots[0].Failures)
	assert.Equal(t, "new", got[0].app.Version)
	assert.True(t, got[0].show)
	assert.False(t, got[0].ended)

	box.end()
	require.Len(t, queued, 2, "and the next one when there is news")
	queued[1]()
	assert.Equal(t, batch{ended: true}, got[1])

	box.shut()
	box.put(live)
	assert.Len(t, queued, 2, "nothing after the toolkit's end")
}

func TestTheFirstFrameWaitsForTheWholePicture(t *testing.T) {
	whole := func(b *mailbox) bool {
		select {
		case <-b.complete:
			return true
		default:
			return false
		}
	}
	box := newMailbox(func(func()) {}, nil)
	live := wire.FromSnapshot(only(t, "live"))
	box.put(live)
	assert.False(t, whole(box))
	box.put(wire.App{Routers: []string{"r1", "r2"}})
	assert.False(t, whole(box))
	live.ID = "r2"
	box.put(live)
	assert.True(t, whole(box))
	box.end()
}

func TestJunkIsIgnored(t *testing.T) {
	var log bytes.Buffer
	input := strings.Join([]string{
		"", "junk", "{", "null", `{"type":"unknown"}`, strings.Repeat("x", 100<<10), "\x00\xff",
		`{"type":"show"}`, "more junk", `{"status":"live","router":"Frankfurt"}`,
	}, "\n")
	var got batch
	box := newMailbox(func(func()) {}, nil)
	box.read(strings.NewReader(input), slog.New(slog.NewTextHandler(&log, nil)))
	got = box.waiting
	assert.True(t, got.show)
	assert.True(t, got.ended)
	require.Len(t, got.snapshots, 1)
	assert.Equal(t, 2, strings.Count(log.String(), "\n"), "each run of junk is logged once: %s", log.String())
}

func TestAnInputThatBreaksHasEnded(t *testing.T) {
	box := newMailbox(func(func()) {}, nil)
	in, out := io.Pipe()
	out.CloseWithError(errors.New("broken"))
	box.read(in, slog.New(slog.DiscardHandler))
	assert.True(t, box.waiting.ended)
}

// pipe is a writer that blocks until it is opened.
type pipe struct {
	opened chan struct{}
	mu     sync.Mutex
	text   bytes.Buffer
}

func (p *pipe) Write(b []byte) (int, error) {
	<-p.opened
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.text.Write(b)
}

func TestCommandsAreSentInOrder(t *testing.T) {
	p := &pipe{opened: make(chan struct{})}
	close(p.opened)
	o := newOutbox(p, slog.New(slog.DiscardHandler))
	want := []wire.Command{{Do: wire.Retry, Router: "r1"}, {Do: wire.Closed}}
	for _, c := range want {
		o.send(c)
	}
	o.close()
	lines := wire.NewReader(&p.text)
	for _, c := range want {
		got, err := lines.FromWindow()
		require.NoError(t, err)
		assert.Equal(t, c, got)
	}
}

func TestAnAgentThatDoesNotReadHoldsNobodyUp(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := &pipe{opened: make(chan struct{})}
		o := newOutbox(p, slog.New(slog.DiscardHandler))
		for range 10 * mostUnsent {
			o.send(wire.Command{Do: wire.Retry})
		}
		start := time.Now()
		o.close()
		assert.Equal(t, lastWords, time.Since(start))
		close(p.opened) // the goroutine ends with the pipe
		<-o.done
	})
}

func TestTicksFollowTheSecond(t *testing.T) {
	second := time.Date(2026, 11, 29, 20, 0, 0, 0, time.UTC)
	for _, offset := range []time.Duration{0, time.Nanosecond, 4 * time.Millisecond, 500 * time.Millisecond, 999 * time.Millisecond} {
		wait := untilNextSecond(second.Add(offset))
		assert.Equal(t, second.Add(time.Second+5*time.Millisecond), second.Add(offset).Add(wait))
	}
}

func TestTickEnds(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ticks := 0
		box := newMailbox(func(f func()) { ticks++; f() }, func(batch) {})
		stop, done := make(chan struct{}), make(chan struct{})
		go func() { defer close(done); tick(box, stop, func() { t.Error("it is not stuck") }) }()
		time.Sleep(10 * time.Second)
		synctest.Wait()
		assert.Equal(t, 9, ticks)
		close(stop)
		<-done
	})
}

func TestADisplayIsNeeded(t *testing.T) {
	t.Setenv("DISPLAY", "")
	require.ErrorIs(t, Run(Options{}), ErrNoDisplay)
	t.Setenv("DISPLAY", "/nobody/listens")
	assert.ErrorIs(t, Run(Options{}), ErrNoDisplay)
}

func TestAToolkitThatIsStuckIsNoticed(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		handed := make(chan func(), 1)
		box := newMailbox(func(f func()) { handed <- f }, func(batch) {})
		frozen := make(chan struct{})
		go tick(box, nil, func() { close(frozen) })
		time.Sleep(30 * time.Second)
		(<-handed)() // it was only slow
		time.Sleep(59 * time.Second)
		synctest.Wait()
		select {
		case <-frozen:
			t.Fatal("too soon")
		default:
		}
		time.Sleep(3 * time.Second)
		synctest.Wait()
		select {
		case <-frozen:
		default:
			t.Fatal("it was not noticed")
		}
	})
}
