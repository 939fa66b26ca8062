package agent

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"
	"sync"
	"time"

	"routerwatch/internal/latest"
	"routerwatch/internal/platform/atomicfile"
	"routerwatch/monitor"
	"routerwatch/ui/wire"
)

// largestMemory is in bytes: more is no memory of ours, and is not read.
const largestMemory = 1 << 20

// A Memory is what outlives a restart: what the operator was told, the outages
// and pauses that were open, the snooze, and where the window was.
type Memory struct {
	Snoozed time.Time             `json:"snoozed_until"`
	Routers map[string]RouterPast `json:"routers"` // by id
	Window  wire.Place            `json:"window"`
}

// RouterPast is the memory of one router, a comparable value.
type RouterPast struct {
	Told   monitor.Notified `json:"told"`
	Resume monitor.Restored `json:"resume"`
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
	m, err := f.read()
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		f.log.Warn("what an earlier run knew cannot be read, and is begun anew", "error", err)
	}
	return m
}

func (f *MemoryFile) read() (Memory, error) {
	file, err := os.Open(f.path)
	if err != nil {
		return Memory{}, err
	}
	defer func() { _ = file.Close() }()
	content, err := io.ReadAll(io.LimitReader(file, largestMemory+1))
	if err != nil {
		return Memory{}, err
	}
	if len(content) > largestMemory {
		return Memory{}, fmt.Errorf("it is larger than %d MiB", largestMemory>>20)
	}
	var m Memory
	if err := json.Unmarshal(content, &m); err != nil {
		return Memory{}, err
	}
	return m, nil
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
	for {
		_, m, more := f.unsaved.Next(nil)
		if !more {
			return
		}
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
