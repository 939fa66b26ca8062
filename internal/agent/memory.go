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

// maxMemory limits what is read of a memory file, in bytes.
const maxMemory = 1 << 20

// A Memory is what survives a restart: what the operator was notified of, the
// open outages and pauses, what is silenced, and the window's place.
type Memory struct {
	Snoozed time.Time               `json:"snoozed_until"`
	Routers map[string]RouterMemory `json:"routers"` // by id
	Window  wire.Place              `json:"window"`
	Looked  time.Time               `json:"looked"` // when a window was last closed
}

// RouterMemory is the memory of one router, a comparable value.
type RouterMemory struct {
	Notified monitor.Notified `json:"told"`
	Restored monitor.Restored `json:"resume"`
	Silence  monitor.Silence  `json:"silence,omitzero"`
}

// restore takes up the memory of an earlier run.
func (a *Agent) restore() {
	a.saved = a.o.Memory
	if a.saved.Window.Known() {
		a.app.Place = a.saved.Window
	}
	a.looked = a.saved.Looked
	a.rules.Snoozed = a.saved.Snoozed
}

// remember saves the memory, if it changed.
func (a *Agent) remember() {
	if a.o.Remember == nil {
		return
	}
	now := Memory{Snoozed: a.rules.Snoozed.Round(0).UTC(), Routers: make(map[string]RouterMemory, len(a.routers)), Window: a.app.Place, Looked: a.looked}
	for _, r := range a.routers {
		if a.demo == nil { // a demo starts anew each time
			now.Routers[r.id] = r.memory()
		}
	}
	if now.Snoozed.Equal(a.saved.Snoozed) && now.Window == a.saved.Window && now.Looked.Equal(a.saved.Looked) && maps.Equal(now.Routers, a.saved.Routers) {
		return
	}
	a.saved = now // shared with Remember, so never changed from here on
	a.o.Remember(now)
}

func (r *router) memory() RouterMemory {
	m := r.RouterMemory
	if r.snapshot.ID != "" {
		m.Restored = r.snapshot.Restorable(m.Restored)
	}
	return m
}

// A MemoryFile keeps a [Memory] in a file, which only its user can read. An
// unreadable file is replaced, and what it remembered is lost.
type MemoryFile struct {
	path string
	log  *slog.Logger

	unsaved *latest.Box[struct{}, Memory]
	writing sync.WaitGroup
}

// NewMemoryFile is the memory at path. It owns a goroutine until Close, so that a
// slow disk blocks nobody.
func NewMemoryFile(path string, log *slog.Logger) *MemoryFile {
	f := &MemoryFile{path: path, log: log, unsaved: latest.New[struct{}, Memory]()}
	f.writing.Go(f.write)
	return f
}

// Load returns the saved memory, or the zero Memory.
func (f *MemoryFile) Load() Memory {
	var m Memory
	file, err := os.Open(f.path)
	if err == nil {
		defer func() { _ = file.Close() }()
		err = json.NewDecoder(io.LimitReader(file, maxMemory)).Decode(&m)
	}
	switch {
	case err == nil:
		return m
	case !errors.Is(err, fs.ErrNotExist):
		f.log.Warn("the memory of an earlier run cannot be read; starting without it", "error", err)
	}
	return Memory{}
}

// Save writes m in the background. It never blocks; of several values that wait,
// only the last is written. The caller must not change m afterwards.
func (f *MemoryFile) Save(m Memory) { f.unsaved.Put(struct{}{}, m) }

// Close writes the last value and ends the goroutine.
func (f *MemoryFile) Close() {
	f.unsaved.Close()
	f.writing.Wait()
}

func (f *MemoryFile) write() {
	failed := false
	for _, m := range f.unsaved.Each() {
		err := f.put(m)
		if err != nil && !failed {
			f.log.Warn("the memory cannot be saved and will be lost at a restart", "error", err)
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
