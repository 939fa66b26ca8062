package history

import (
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
	// maxQueue bounds what waits for a disk that hangs, in bytes. What does not fit
	// is lost, and so not watched.
	maxQueue = 4 << 20
	// lineCost is what a queued line takes in memory besides its text.
	lineCost = 100
	// maxWaiting bounds the snapshots that wait until what earlier runs left is read.
	maxWaiting = 4000
	// openPatience is how long Open waits for a disk that hangs.
	openPatience = time.Second
	// DefaultMinutesKept is how long the rows of minutes are kept.
	DefaultMinutesKept = 35 * 24 * time.Hour
)

// ErrInUse is the error of Open if another process writes to the folder.
var ErrInUse = errors.New("another process keeps the history in this folder")

// A Store keeps the history of routers in a folder, with a folder for each router's
// id in it. It never makes its callers wait for the disk: a goroutine writes. Make
// one with [Open].
type Store struct {
	folder string
	keep   time.Duration // how long minutes are kept
	log    *slog.Logger
	lock   *flock.Flock // used by the goroutine that writes
	began  time.Time    // with its monotonic reading, which stops in a sleep

	mu      sync.Mutex
	routers map[string]*kept
	waiting int // snapshots, of all routers
	queue   []lines
	queued  int // bytes
	closed  bool
	closing Moment

	wake    chan struct{}
	done    chan struct{}
	writing sync.WaitGroup
}

// kept is the state of one router. Its recorder is guarded by the store's mutex once
// it is ready.
type kept struct {
	recorder Recorder
	ready    bool       // what earlier runs left is read
	waiting  []observed // until then
	over     bool       // it is not watched any more
	lost     time.Time  // since when something was lost; zero if nothing was
}

type observed struct {
	snapshot monitor.Snapshot
	note     Change // instead, if it has a What
	at       Moment
}

// record gives it to the recorder.
func (o observed) record(r *Recorder) Output {
	if o.note.What != "" {
		return r.Note(o.note, o.at)
	}
	return r.Observe(o.snapshot, o.at)
}

// Open opens the history in a folder, which is made if it is missing. It owns
// goroutines until Close. If the disk cannot be written to, that is said in the log,
// and tried again each minute.
func Open(folder string, keepMinutes time.Duration, log *slog.Logger) (*Store, error) {
	s := &Store{
		folder: folder, keep: keepMinutes, log: log, lock: flock.New(filepath.Join(folder, ".lock")), began: time.Now(),
		routers: map[string]*kept{}, wake: make(chan struct{}, 1), done: make(chan struct{}),
	}
	opened := make(chan error, 1)
	s.writing.Go(func() {
		err := s.acquire()
		if opened <- err; !errors.Is(err, ErrInUse) {
			s.write()
		}
	})
	select {
	case err := <-opened:
		if errors.Is(err, ErrInUse) {
			s.Close(openPatience)
			return nil, err
		}
	case <-time.After(openPatience):
	}
	s.writing.Go(s.tick)
	return s, nil
}

// acquire locks the folder against other processes.
func (s *Store) acquire() error {
	if s.lock.Locked() {
		return nil
	}
	if err := os.MkdirAll(s.folder, 0o700); err != nil {
		return err
	}
	locked, err := s.lock.TryLock()
	if err == nil && !locked {
		return ErrInUse
	}
	return err
}

func (s *Store) now() Moment {
	now := time.Now()
	return Moment{Wall: now.Round(0), Running: now.Sub(s.began)}
}

// Observe records a snapshot. It must get each snapshot of a router, in order; it may
// be called from any goroutine, and does not block. A watch begins with a snapshot
// that is connecting. A simulated router is not recorded.
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
	if r == nil || r.over {
		if snapshot.Status != monitor.Connecting {
			return // the last word of a watch that is over
		}
		if r == nil {
			r = &kept{}
			s.routers[snapshot.ID] = r
			s.signal()
		}
		r.over = false
	}
	if !r.ready {
		s.wait(r, observed{snapshot: snapshot, at: now})
		return
	}
	s.put(snapshot.ID, r, r.recorder.Observe(snapshot, now), now)
}

// wait keeps a snapshot until what earlier runs left is read.
func (s *Store) wait(r *kept, o observed) {
	if s.waiting >= maxWaiting && len(r.waiting) > 0 {
		if r.lost.IsZero() {
			r.lost = r.waiting[0].at.Wall
		}
		s.waiting -= len(r.waiting)
		r.waiting = nil
	}
	r.waiting = append(r.waiting, o)
	s.waiting++
}

// Note records a change of an observed router that does not show in a snapshot.
func (s *Store) Note(router string, c Change) {
	if s == nil {
		return
	}
	now := s.now()
	s.mu.Lock()
	defer s.mu.Unlock()
	switch r := s.routers[router]; {
	case r == nil || r.over || s.closed:
	case !r.ready:
		s.wait(r, observed{note: c, at: now})
	default:
		s.put(router, r, r.recorder.Note(c, now), now)
	}
}

// Forget ends the watch of a router. What was recorded stays.
func (s *Store) Forget(router string) {
	if s == nil {
		return
	}
	now := s.now()
	s.mu.Lock()
	defer s.mu.Unlock()
	if r := s.routers[router]; r != nil && !s.closed {
		if r.ready {
			s.put(router, r, r.recorder.End(WhyQuit, now), now)
		}
		s.waiting -= len(r.waiting)
		r.over, r.waiting = true, nil
	}
}

// Close ends the watch of all routers, writes what waits, and releases the folder. It
// does not wait longer than the patience for a disk that hangs.
func (s *Store) Close(patience time.Duration) {
	if s == nil {
		return
	}
	s.mu.Lock()
	s.closed, s.closing = true, s.now()
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

// put queues an output. The caller holds the mutex. After a loss it first says since
// when something is missing, and what the state is now.
func (s *Store) put(id string, r *kept, o Output, now Moment) {
	if len(o.Changes)+len(o.Minutes)+len(o.Quarters) == 0 {
		return
	}
	if !r.lost.IsZero() && s.queued < maxQueue/2 { // the disk answers again
		missed := Change{At: utc(now.Wall), What: Lost, Since: utc(r.lost)}
		o.Changes = append(append([]Change{missed}, r.recorder.state(now)...), o.Changes...)
		r.lost = time.Time{}
	}
	since := now.Wall
	if len(o.Minutes) > 0 {
		since = earlier(since, time.Unix(o.Minutes[0].Start, 0))
	}
	for _, l := range o.asLines(id) {
		cost := len(l.data) + lineCost
		if r.lost.IsZero() && s.queued+cost > maxQueue {
			r.lost = since
		}
		if r.lost.IsZero() {
			s.queue = append(s.queue, l)
			s.queued += cost
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
