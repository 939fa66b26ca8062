package history

import (
	"bytes"
	"encoding/json"
	"errors"
	"log/slog"
	"os"
	"path/filepath"
	"sync"
	"time"

	"github.com/gofrs/flock"

	"routerwatch/monitor"
)

const (
	// maxQueue bounds what waits for a disk that hangs, in bytes. What does not fit is lost, and so not watched.
	maxQueue = 4 << 20
	// maxWaiting bounds the snapshots of a router that wait for the disk at the start.
	maxWaiting = 1000
	// DefaultMinutesKept is how long the rows of minutes are kept.
	DefaultMinutesKept = 35 * 24 * time.Hour
)

// ErrInUse is the error of Open if another process writes to the folder.
var ErrInUse = errors.New("another process keeps the history in this folder")

// A Store keeps the history of routers in a folder, with a folder for each router's id in it. It never makes its callers
// wait for the disk: a goroutine writes. Make one with [Open].
type Store struct {
	folder string
	keep   time.Duration // how long minutes are kept
	log    *slog.Logger
	lock   *flock.Flock
	began  time.Time // with its monotonic reading, which stops in a sleep

	mu      sync.Mutex
	routers map[string]*kept
	queue   []lines
	queued  int // bytes
	closed  bool

	wake    chan struct{}
	done    chan struct{}
	writing sync.WaitGroup
}

// kept is the state of one router. Its recorder is guarded by the store's mutex once it is ready.
type kept struct {
	recorder Recorder
	ready    bool       // what earlier runs left is read
	waiting  []observed // until then
	lost     time.Time  // since when something was lost; zero if nothing was
}

type observed struct {
	snapshot monitor.Snapshot
	at       Moment
}

// lines are to be appended to one file.
type lines struct {
	router, file string
	data         []byte
	sync         bool
}

// Open opens the history in a folder, which is made if it is missing. It owns a goroutine until Close.
func Open(folder string, keepMinutes time.Duration, log *slog.Logger) (*Store, error) {
	if err := os.MkdirAll(folder, 0o700); err != nil {
		return nil, err
	}
	lock := flock.New(filepath.Join(folder, ".lock"))
	switch locked, err := lock.TryLock(); {
	case err != nil:
		return nil, err
	case !locked:
		return nil, ErrInUse
	}
	s := &Store{
		folder: folder, keep: keepMinutes, log: log, lock: lock, began: time.Now(), routers: map[string]*kept{},
		wake: make(chan struct{}, 1), done: make(chan struct{}),
	}
	s.writing.Go(s.write)
	return s, nil
}

func (s *Store) now() Moment {
	now := time.Now()
	return Moment{Wall: now.Round(0), Running: now.Sub(s.began)}
}

// Observe records a snapshot. It must get each snapshot of a router, in order; it may be called from any goroutine, and
// does not block. A watch begins with a snapshot that is connecting. A simulated router is not recorded.
func (s *Store) Observe(snapshot monitor.Snapshot) {
	if s == nil || snapshot.Simulated {
		return
	}
	now := s.now()
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.closed {
		return
	}
	r := s.routers[snapshot.ID]
	if r == nil {
		if snapshot.Status != monitor.Connecting {
			return // the last word of a watch that was forgotten
		}
		r = &kept{}
		s.routers[snapshot.ID] = r
		s.signal()
	}
	if !r.ready {
		r.waiting = append(r.waiting[max(len(r.waiting)-maxWaiting, 0):], observed{snapshot, now})
		return
	}
	s.put(snapshot.ID, r, r.recorder.Observe(snapshot, now), now)
}

// Note records a change that does not show in a snapshot, of a router that was observed.
func (s *Store) Note(router string, c Change) {
	s.with(router, func(r *Recorder, now Moment) Output { return r.Note(c, now) })
}

// Forget ends the watch of a router that is not watched any more. What was recorded stays.
func (s *Store) Forget(router string) {
	s.with(router, func(r *Recorder, now Moment) Output { return r.End(WhyQuit, now) })
	if s != nil {
		s.mu.Lock()
		defer s.mu.Unlock()
		delete(s.routers, router)
	}
}

func (s *Store) with(router string, do func(*Recorder, Moment) Output) {
	if s == nil {
		return
	}
	now := s.now()
	s.mu.Lock()
	defer s.mu.Unlock()
	if r := s.routers[router]; r != nil && r.ready && !s.closed {
		s.put(router, r, do(&r.recorder, now), now)
	}
}

// Close ends the watch of all routers, writes what waits, and releases the folder. It does not wait longer than the
// patience for a disk that hangs.
func (s *Store) Close(patience time.Duration) {
	if s == nil {
		return
	}
	now := s.now()
	s.mu.Lock()
	for id, r := range s.routers {
		if r.ready {
			s.put(id, r, r.recorder.End(WhyQuit, now), now)
		}
	}
	s.closed = true
	s.mu.Unlock()
	close(s.done)
	ended := make(chan struct{})
	go func() {
		s.writing.Wait()
		_ = s.lock.Unlock()
		close(ended)
	}()
	select {
	case <-ended:
	case <-time.After(patience):
		s.log.Warn("the history is not written to its end: the disk does not answer")
	}
}

// put queues an output. The caller holds the mutex.
func (s *Store) put(id string, r *kept, o Output, now Moment) {
	if len(o.Changes)+len(o.Minutes)+len(o.Quarters) == 0 {
		return
	}
	if !r.lost.IsZero() && s.queued < maxQueue/2 { // the disk answers again: say what was lost, and where it goes on
		missed := Change{At: utc(now.Wall), What: Lost, Since: utc(r.lost)}
		o.Changes = append(append([]Change{missed}, r.recorder.state(now)...), o.Changes...)
		r.lost = time.Time{}
	}
	var changes bytes.Buffer
	for _, c := range o.Changes {
		line, err := json.Marshal(c)
		if err != nil { // a time beyond the year 9999
			continue
		}
		changes.Write(append(line, '\n'))
	}
	all := []lines{{id, changesFile, changes.Bytes(), true}}
	for _, row := range o.Minutes {
		all = append(all, lines{id, minutesFile(row.Start), []byte(row.text() + "\n"), o.Sync()})
	}
	for _, row := range o.Quarters {
		all = append(all, lines{id, quartersFile(row.Start), []byte(row.text() + "\n"), true})
	}
	for _, l := range all {
		switch {
		case len(l.data) == 0:
		case s.queued+len(l.data) > maxQueue || !r.lost.IsZero():
			r.lost = later(r.lost, now.Wall)
		default:
			s.queue = append(s.queue, l)
			s.queued += len(l.data)
		}
	}
	s.signal()
}

func (s *Store) signal() {
	select {
	case s.wake <- struct{}{}:
	default:
	}
}

// write is the goroutine that reads what earlier runs left, and appends.
func (s *Store) write() {
	tick := time.NewTimer(s.untilTick())
	defer tick.Stop()
	failed := map[string]bool{} // by router
	for open := true; open; {
		select {
		case <-s.done:
			open = false
		case <-s.wake:
		case <-tick.C:
			s.tick()
			tick.Reset(s.untilTick())
		}
		s.start()
		s.flush(failed)
	}
}

// untilTick is the time until the next minute begins, and a little.
func (s *Store) untilTick() time.Duration {
	now := time.Now()
	return now.Truncate(time.Minute).Add(time.Minute + 50*time.Millisecond).Sub(now)
}

func (s *Store) tick() {
	now := s.now()
	s.mu.Lock()
	defer s.mu.Unlock()
	for id, r := range s.routers {
		if r.ready && !s.closed {
			s.put(id, r, r.recorder.Tick(now), now)
		}
	}
}
