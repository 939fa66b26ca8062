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
	var input bytes.Buffer
	tell := func(v any) {
		line, err := wire.Marshal(v)
		require.NoError(t, err)
		input.Write(line)
	}
	live := only(t, "live")
	other := live
	other.ID = "r2"
	for failures := range 1000 {
		live.Failures = failures
		tell(live)
		tell(wire.App{Routers: []string{"r1", "r2"}, Version: "old"})
	}
	tell(other)
	tell(wire.App{Routers: []string{"r1", "r2"}, Version: "new"})
	tell(wire.Show{})
	in := newInbox(func() {})
	for range 1000 {
		in.Put(second{}, second{})
	}
	in.read(&input, slog.New(slog.DiscardHandler), nil)

	got := in.take()
	require.Len(t, got, 6)
	assert.Equal(t, second{}, got[0])
	assert.Equal(t, 999, got[1].(arrival).Failures)
	assert.Equal(t, "new", got[2].(wire.App).Version)
	assert.Equal(t, "r2", got[3].(arrival).ID)
	assert.Equal(t, wire.Show{}, got[4])
	assert.Equal(t, inputEnded{}, got[5])

	in.Close()
	in.later(func() {})
	assert.Empty(t, in.take(), "nothing after the toolkit's end")
}

func TestWhatComesTogetherWakesTheToolkitOnce(t *testing.T) {
	woken := 0
	in := newInbox(func() { woken++ })
	for range 3 {
		in.add("app", wire.App{})
		in.later(func() {})
	}
	assert.Equal(t, 1, woken)
	require.Len(t, in.take(), 4)
	in.later(func() {})
	assert.Equal(t, 2, woken)
}

func TestTheFirstFrameWaitsForTheWholePicture(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		in, complete := newInbox(func() {}), make(chan struct{})
		lines, out := io.Pipe()
		go in.read(lines, slog.New(slog.DiscardHandler), complete)
		whole := func(v any) bool {
			line, err := wire.Marshal(v)
			require.NoError(t, err)
			_, err = out.Write(line)
			require.NoError(t, err)
			synctest.Wait()
			select {
			case <-complete:
				return true
			default:
				return false
			}
		}
		live := only(t, "live")
		assert.False(t, whole(live))
		assert.False(t, whole(wire.App{Routers: []string{"r1", "r2"}}))
		live.ID = "r2"
		assert.True(t, whole(live))
		require.NoError(t, out.Close())
	})
}

func TestJunkIsIgnored(t *testing.T) {
	var log bytes.Buffer
	input := strings.Join([]string{
		"", "junk", "{", "null", `{"type":"unknown"}`, strings.Repeat("x", 100<<10), "\x00\xff",
		`{"type":"show"}`, "more junk", `{"status":"live","router":"Frankfurt"}`,
	}, "\n")
	in := newInbox(func() {})
	in.read(strings.NewReader(input), slog.New(slog.NewTextHandler(&log, nil)), nil)
	got := in.take()
	require.Len(t, got, 3)
	assert.Equal(t, wire.Show{}, got[0])
	assert.Equal(t, "Frankfurt", got[1].(arrival).Name)
	assert.Equal(t, inputEnded{}, got[2])
	assert.Equal(t, 2, strings.Count(log.String(), "\n"), "each run of junk is logged once: %s", log.String())
}

func TestAnInputThatBreaksHasEnded(t *testing.T) {
	in, complete := newInbox(func() {}), make(chan struct{})
	lines, out := io.Pipe()
	out.CloseWithError(errors.New("broken"))
	in.read(lines, slog.New(slog.DiscardHandler), complete)
	assert.Equal(t, []any{inputEnded{}}, in.take())
	<-complete
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

func TestAnAgentThatDoesNotReadBlocksNobody(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := &pipe{opened: make(chan struct{})}
		o := newOutbox(p, slog.New(slog.DiscardHandler))
		for range 1000 {
			o.send(wire.Command{Do: wire.Retry, Router: "r1"})
		}
		start := time.Now()
		o.close()
		assert.Equal(t, shutdownGrace, time.Since(start))
		close(p.opened) // the goroutine ends with the pipe
		<-o.done
		assert.LessOrEqual(t, strings.Count(p.text.String(), "\n"), 2, "one was being written, and one waited")
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
		in := newInbox(func() {})
		stop, done := make(chan struct{}), make(chan struct{})
		go func() {
			defer close(done)
			tick(in, func() { ticks++; in.take() }, stop, func() { t.Error("it is not stuck") })
		}()
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
		in := newInbox(func() {})
		frozen := make(chan struct{})
		go tick(in, func() {}, nil, func() { close(frozen) })
		time.Sleep(30 * time.Second)
		in.take() // it was only slow
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
