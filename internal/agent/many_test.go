package agent

import (
	"path/filepath"
	"runtime"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"routerwatch/monitor"
	"routerwatch/ui/view"
)

const (
	manyChanges  = 10_000
	firstChanges = 5_000 // after these the hour of history is full
)

// countingSurface remembers nothing but how much it was told.
type countingSurface struct {
	*surfaces
	applied chan view.Icon
	down    int
	back    int
}

func (f *countingSurface) Apply(t view.Tray) { f.applied <- t.Icon }

func (f *countingSurface) Send(n view.Notification) {
	if n.Urgent {
		f.down++
	} else {
		f.back++
	}
}

// await waits until s is shown.
func (f *countingSurface) await(t *testing.T, s monitor.Snapshot) {
	t.Helper()
	deadline := time.After(20 * time.Second)
	for {
		select {
		case icon := <-f.applied:
			switch s.Status {
			case monitor.Retrying:
				if icon.Dot {
					return
				}
			case monitor.Live:
				if !icon.Dot && icon.Count == s.Reading.Pairs {
					return
				}
			default:
				if icon.Shape == s.Status {
					return
				}
			}
		case <-deadline:
			require.FailNow(t, "not shown", "%+v", s)
		}
	}
}

// The agent as it is, with a window and a memory file, and a router that
// changes its status with every snapshot, four of them an outage.
func TestTenThousandChangesLeaveNothingBehind(t *testing.T) {
	f := prepare(t, "discard")
	surface := &countingSurface{surfaces: f.surfaces, applied: make(chan view.Icon, 1)}
	memory := NewMemoryFile(filepath.Join(t.TempDir(), "memory.json"), f.options.Log)
	defer memory.Close()
	f.options.Settings.Poll.Interval = time.Hour // its own monitor has nothing more to say
	f.options.Tray, f.options.Notifier, f.options.Remember = surface, surface, memory.Save
	f.run()
	for (<-surface.applied).Shape != monitor.Live { // its one poll has not settled
	}

	began := time.Now().Add(-manyChanges * time.Second)
	var firstHeap, lastHeap uint64
	var firstGoroutines int
	for i := range manyChanges {
		s := change(i, began.Add(time.Duration(i)*time.Second))
		f.agent.mail.Put(f.agent.routers[0], s)
		surface.await(t, s)
		switch i + 1 {
		case firstChanges:
			firstHeap, firstGoroutines = living(), runtime.NumGoroutine()
		case manyChanges:
			lastHeap = living()
		}
	}
	t.Logf("heap %d, then %d bytes; %d, then %d goroutines", firstHeap, lastHeap, firstGoroutines, runtime.NumGoroutine())
	assert.LessOrEqual(t, lastHeap, firstHeap+firstHeap/10+64<<10)
	assert.LessOrEqual(t, runtime.NumGoroutine(), firstGoroutines+1, "but for a line that is being written")
	require.NoError(t, f.end())
	assert.Equal(t, manyChanges/4, surface.down, "each outage once")
	assert.Equal(t, manyChanges/4, surface.back, "each recovery once")
}

// change is the i-th snapshot: live, retrying, down, and live after it.
func change(i int, at time.Time) monitor.Snapshot {
	s := monitor.Snapshot{
		Router: monitor.Router{ID: "r1", Name: "router"}, Status: monitor.Live, AsOf: at, Interval: 5 * time.Second, Timeout: time.Hour,
		Reading: monitor.Reading{At: at, Pairs: int64(1 + i%50)},
	}
	since := at.Add(-time.Second)
	refused := monitor.Failure{Kind: monitor.Refused, Layer: monitor.LayerTCP, Host: "127.0.0.1:1"}
	switch i % 4 {
	case 1:
		s.Status, s.Failure, s.Failures = monitor.Retrying, refused, 1
	case 2:
		s.Status, s.Failure, s.Failures = monitor.Down, refused, 2
		s.Outage = monitor.Outage{Since: since}
	case 3:
		s.Outage = monitor.Outage{Since: since.Add(-time.Second), Until: at}
	}
	return s
}

// living is what the heap holds after a collection, in bytes.
func living() uint64 {
	runtime.GC()
	runtime.GC() // what the first one finalized
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return m.HeapAlloc
}
