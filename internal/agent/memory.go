package agent

import (
	"encoding/json"
	"errors"
	"io"
	"io/fs"
	"log/slog"
	"maps"
	"os"
	"path/filepath"
	"sync"
	"time"

	"routerwatch/internal/latest"
	"routerwatch/internal/platform/atomicfile"
	"routerwatch/monitor"
	"routerwatch/ui/wire"
)

// largestMemory is in bytes: more is no memory of ours, and is not read on.
const largestMemory = 1 << 20

// A Memory outlives a restart: what the operator was notified of, the outages
// and pauses that were open, the snooze, and where the window was.
type Memory struct {
	Snoozed time.Time               `json:"snoozed_until"`
	Routers map[string]RouterMemory `json:"routers"` // by id
	Window  wire.Place              `json:"window"`
}

// RouterMemory is the memory of one router, a comparable value.
type RouterMemory struct {
	Notified monitor.Notified `json:"told"`
	Restored monitor.Restored `json:"resume"`
}

// Keeper keeps a [Memory] over a restart: a [MemoryFile], or nothing.
type Keeper interface {
	Load() Memory
	Save(Memory)
}

// restore takes up what an earlier run knew of the routers that are watched.
func (a *Agent) restore(now time.Time) {
	if a.o.Keeper == nil {
		return
	}
	a.saved = a.o.Keeper.Load()
	if a.saved.Window.Known() {
		a.place = a.saved.Window
	}
	if left := a.saved.Snoozed.Sub(now); left > 0 && left <= longestSnooze {
		a.rules.Snoozed = a.saved.Snoozed
		a.unsnooze.Reset(left)
	}
}

// remember saves what is known now, where it changed.
func (a *Agent) remember() {
	if a.o.Keeper == nil {
		return
	}
	now := Memory{Snoozed: a.rules.Snoozed.Round(0).UTC(), Routers: make(map[string]RouterMemory, len(a.routers)), Window: a.place}
	for _, r := range a.routers {
		if !r.simulated { // the next demo is another one
			now.Routers[r.id] = r.memory()
		}
	}
	if now.Snoozed.Equal(a.saved.Snoozed) && now.Window == a.saved.Window && maps.Equal(now.Routers, a.saved.Routers) {
		return
	}
	a.saved = now // from here on it is the keeper's too, and never changed
	a.o.Keeper.Save(now)
}

func (r *router) memory() RouterMemory {
	m := RouterMemory{Notified: r.notified, Restored: r.restored}
	if s := r.snapshot; s.ID != "" && s.Status != monitor.Connecting {
		m.Restored = monitor.Restored{Pause: s.Pause, PauseStartUnseen: s.PauseStartUnseen}
		if s.Outage.Open() {
			m.Restored.Outage, m.Restored.OutageStartUnseen = s.Outage.Since, s.Outage.StartUnseen
		}
	}
	return m
}

// A MemoryFile keeps a [Memory] in a file, which its user alone can read. It
// is no settings file: one that cannot be read costs what it remembered, and
// is begun anew.
type MemoryFile struct {
	path string
	log  *slog.Logger

	unsaved *latest.Box[struct{}, Memory]
	writing sync.WaitGroup
}

// NewMemoryFile is the memory at path. It owns a goroutine, so that a slow
// disk holds nobody up, until Close.
func NewMemoryFile(path string, log *slog.Logger) *MemoryFile {
	f := &MemoryFile{path: path, log: log, unsaved: latest.New[struct{}, Memory]()}
	f.writing.Go(f.write)
	return f
}

// Load is what was kept, or nothing.
func (f *MemoryFile) Load() Memory {
	var m Memory
	file, err := os.Open(f.path)
	if err == nil {
		defer func() { _ = file.Close() }()
		err = json.NewDecoder(io.LimitReader(file, largestMemory)).Decode(&m)
	}
	switch {
	case err == nil:
		return m
	case !errors.Is(err, fs.ErrNotExist):
		f.log.Warn("what an earlier run knew cannot be read, and is begun anew", "error", err)
	}
	return Memory{}
}

// Save keeps m, soon. It never blocks; of several at once the last one counts.
// The caller must not change m afterwards.
func (f *MemoryFile) Save(m Memory) { f.unsaved.Put(struct{}{}, m) }

// Close writes what is left to write.
func (f *MemoryFile) Close() {
	f.unsaved.Close()
	f.writing.Wait()
}

func (f *MemoryFile) write() {
	failed := false
	for _, m := range f.unsaved.Each() {
		err := f.put(m)
		if err != nil && !failed {
			f.log.Warn("what is known now will be forgotten at a restart", "error", err)
		}
		failed = err != nil
	}
}

func (f *MemoryFile) put(m Memory) error {
	content, err := json.Marshal(m)
	if err != nil {
		return err
	}
	if err := os.MkdirAll(filepath.Dir(f.path), 0o700); err != nil {
		return err
	}
	return atomicfile.Write(f.path, append(content, '\n'))
}
