package agent

import (
	"log/slog"
	"os"
	"path/filepath"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"routerwatch/monitor"
	"routerwatch/ui/tray"
	"routerwatch/ui/wire"
)

// leaveTheWindow hides the first window and opens another.
func (f *fixture) leaveTheWindow() {
	f.events <- tray.Event{Kind: tray.Activated}
	f.events <- tray.Event{Kind: tray.Activated}
}

// keeper keeps a memory in memory.
type keeper struct {
	mu   sync.Mutex
	kept Memory
	n    int
}

func (k *keeper) Load() Memory {
	k.mu.Lock()
	defer k.mu.Unlock()
	return k.kept
}

func (k *keeper) Save(m Memory) {
	k.mu.Lock()
	defer k.mu.Unlock()
	k.kept, k.n = m, k.n+1
}

func TestAnOutageIsOneThroughARestart(t *testing.T) {
	for name, orderly := range map[string]bool{"after a crash": false, "after an orderly end": true} {
		t.Run(name, func(t *testing.T) {
			k := &keeper{}
			first := prepare(t)
			first.options.Memory, first.options.Remember = k.Load(), k.Save
			first.set(failure())
			first.run()
			first.eventually(func() bool { return len(first.titles()) == 1 }, "told")
			first.eventually(func() bool { return !k.Load().Routers["r1"].Notified.Outage.IsZero() }, "kept")
			crashed := k.Load()
			require.NoError(t, first.end())
			if !orderly {
				k.Save(crashed)
			}
			require.False(t, k.Load().Routers["r1"].Restored.Outage.IsZero())
			assert.True(t, k.Load().Routers["r1"].Restored.OutageStartUnseen, "it was there at the start")

			second := prepare(t)
			second.options.Memory, second.options.Remember = k.Load(), k.Save
			second.set(failure())
			second.run()
			second.eventually(second.status(monitor.Down), "down at the first failure")
			for range 3 {
				<-second.polled
			}
			second.set(nil)
			second.eventually(func() bool { return k.Load().Routers["r1"].Restored.Outage.IsZero() }, "recovered")
			require.NoError(t, second.end())
			titles := second.titles()
			require.NotEmpty(t, titles)
			assert.Contains(t, titles[len(titles)-1], "back")
			assert.Contains(t, second.notes[len(second.notes)-1].Body, "Down for at least ")
			if orderly {
				assert.Equal(t, []string{"router is still down"}, titles[:len(titles)-1], "it was taken off the screen, and is told once more")
			} else {
				assert.Len(t, titles, 1, "what was told still stands")
			}
			assert.Zero(t, k.Load().Routers["r1"].Notified.Outage)
		})
	}
}

func TestASnoozeOutlivesARestart(t *testing.T) {
	k := &keeper{}
	first := prepare(t)
	first.options.Memory, first.options.Remember = k.Load(), k.Save
	first.run()
	first.events <- tray.Event{Kind: tray.Snooze, For: time.Hour}
	first.eventually(func() bool { return !k.Load().Snoozed.IsZero() }, "kept")
	require.NoError(t, first.end())

	second := prepare(t)
	second.options.Memory, second.options.Remember = k.Load(), k.Save
	second.set(failure())
	second.run()
	second.eventually(second.status(monitor.Down), "down")
	require.NoError(t, second.end())
	assert.Empty(t, second.titles())
}

func TestAHealthyRouterIsNotWrittenToDiskAtEachPoll(t *testing.T) {
	k := &keeper{}
	f := prepare(t)
	f.options.Memory, f.options.Remember = k.Load(), k.Save
	f.run()
	for range 20 {
		<-f.polled
	}
	require.NoError(t, f.end())
	assert.LessOrEqual(t, k.n, 2)
}

func TestTheMemoryFile(t *testing.T) {
	path := filepath.Join(t.TempDir(), "state", "memory.json")
	at := time.Date(2026, 11, 29, 20, 0, 0, 0, time.UTC)
	want := Memory{Snoozed: at, Routers: map[string]RouterMemory{
		"r1": {Notified: monitor.Notified{Started: true, Outage: at}, Restored: monitor.Restored{Outage: at}},
	}}
	f := NewMemoryFile(path, slog.New(slog.DiscardHandler))
	assert.Equal(t, Memory{}, f.Load(), "a first start")
	for range 10 {
		f.Save(Memory{})
	}
	f.Save(want)
	f.Close()

	again := NewMemoryFile(path, slog.New(slog.DiscardHandler))
	defer again.Close()
	assert.Equal(t, want, again.Load())
	info, err := os.Stat(path)
	require.NoError(t, err)
	assert.Equal(t, os.FileMode(0o600), info.Mode().Perm())
	for name, content := range map[string]string{
		"empty": "", "half": `{"snoozed_until":"2026`, "NUL": "\x00\x00\x00", "another shape": `[1]`,
	} {
		require.NoError(t, os.WriteFile(path, []byte(content), 0o600))
		assert.Equal(t, Memory{}, again.Load(), name)
	}
}

func TestTheNextWindowIsToldWhereTheLastOneWas(t *testing.T) {
	k := &keeper{}
	place := wire.Place{Width: 700, Height: 430, X: -20, Y: 170, Positioned: true}
	first := prepare(t, "say", "record")
	first.options.Memory, first.options.Remember = k.Load(), k.Save
	first.command = wire.Command{Do: wire.Placed, Place: &place}
	first.run()
	first.eventually(func() bool { return k.Load().Window == place }, "kept")
	first.leaveTheWindow()
	first.eventually(func() bool { return first.windowsOpened() == 2 && len(first.lines(2)) > 0 }, "opened")
	require.NoError(t, first.end())
	told := map[string]any{"width": 700., "height": 430., "x": -20., "y": 170., "positioned": true, "maximized": false}
	assert.Equal(t, told, first.lines(2)[0]["place"])

	second := prepare(t, "record")
	second.options.Memory, second.options.Remember = k.Load(), k.Save
	second.run()
	second.eventually(func() bool { return len(second.lines(1)) > 0 }, "opened")
	require.NoError(t, second.end())
	assert.Equal(t, told, second.lines(1)[0]["place"], "after a restart too")
}

func TestAPlaceThatIsNoneIsNotKept(t *testing.T) {
	k := &keeper{}
	f := prepare(t, "say")
	f.options.Memory, f.options.Remember = k.Load(), k.Save
	f.command = wire.Command{Do: wire.Placed, Place: &wire.Place{Width: 1e9, Height: 430}}
	f.then = wire.Command{Do: wire.Snooze, ForMS: time.Hour.Milliseconds()}
	f.run()
	f.eventually(func() bool { return !k.Load().Snoozed.IsZero() }, "what it said next has arrived and is kept")
	require.NoError(t, f.end())
	assert.Zero(t, k.Load().Window)
}
