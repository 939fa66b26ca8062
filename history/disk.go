package history

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"time"
)

// start reads what earlier runs left of the routers that are new.
func (s *Store) start() {
	s.mu.Lock()
	var fresh []string
	for id, r := range s.routers {
		if !r.ready {
			fresh = append(fresh, id)
		}
	}
	s.mu.Unlock()
	for _, id := range fresh {
		var recorder Recorder
		o := s.load(id, &recorder)
		s.mu.Lock()
		if r := s.routers[id]; r != nil {
			r.recorder, r.ready = recorder, true
			s.put(id, r, o, s.now())
			for _, w := range r.waiting {
				s.put(id, r, r.recorder.Observe(w.snapshot, w.at), w.at)
			}
			r.waiting = nil
		}
		s.mu.Unlock()
	}
}

// load replays what earlier runs left of a router, and mends and tidies its files.
func (s *Store) load(id string, recorder *Recorder) Output {
	folder := filepath.Join(s.folder, id)
	now := time.Now()
	errs := []error{removeOld(folder, now.Add(-s.keep))}
	if err := trim(folder, now); !errors.Is(err, os.ErrNotExist) {
		errs = append(errs, err)
	}
	read := func(name string, read func() ([]string, error)) {
		refused, err := read()
		if errs = append(errs, err); len(refused) > 0 {
			s.log.Warn("a file of the history is damaged; it was set aside, and what could be read of it was kept", "router", id, "file", name, "lines", len(refused))
			errs = append(errs, mend(filepath.Join(folder, name), refused))
		}
	}
	var changes []Change
	read(changesFile, func() (refused []string, err error) {
		changes, refused, err = readChanges(folder)
		return refused, err
	})
	until := int64(0)
	if names := listed(folder, "quarters-"); len(names) > 0 {
		var rows []Row
		name := names[len(names)-1]
		read(name, func() (refused []string, err error) {
			rows, refused, err = readRows(filepath.Join(folder, name), quarter, rows)
			return refused, err
		})
		for _, row := range rows {
			until = max(until, row.Start+quarter)
		}
	}
	var minutes []Row
	for _, name := range listed(folder, "minutes-") {
		if name >= minutesFile(min(until, now.Unix())) {
			read(name, func() (refused []string, err error) {
				minutes, refused, err = readRows(filepath.Join(folder, name), minute, minutes)
				return refused, err
			})
		}
	}
	if err := errors.Join(errs...); err != nil {
		s.log.Warn("the history of earlier runs cannot be read whole", "router", id, "error", err)
	}
	return recorder.Replay(changes, minutes, until)
}

// flush appends what is queued. What cannot be written stays queued, and is tried again at the next minute.
func (s *Store) flush(failed map[string]bool) {
	s.mu.Lock()
	queue := s.queue
	s.queue = nil
	s.mu.Unlock()
	var left []lines
	stuck := map[string]bool{}
	for i := 0; i < len(queue); {
		l, n := queue[i], i+1
		for ; n < len(queue) && queue[n].router == l.router && queue[n].file == l.file; n++ {
			l.data, l.sync = append(slices.Clip(l.data), queue[n].data...), l.sync || queue[n].sync
		}
		i = n
		if stuck[l.router] { // keep the order
			left = append(left, l)
			continue
		}
		err := appendTo(filepath.Join(s.folder, l.router, l.file), l.data, l.sync)
		if err != nil {
			stuck[l.router] = true
			left = append(left, l)
		}
		if (err != nil) != failed[l.router] {
			if failed[l.router] = err != nil; err != nil {
				s.log.Warn("the history cannot be written; the watch goes on, and this is tried again each minute", "router", l.router, "error", err)
			} else {
				s.log.Info("the history is written again", "router", l.router)
			}
		}
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.queue = append(left, s.queue...)
	s.queued = 0
	for _, l := range s.queue {
		s.queued += len(l.data)
	}
}
