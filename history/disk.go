package history

import (
	"encoding/json"
	"errors"
	"path/filepath"
	"time"
)

// write is the goroutine that reads what earlier runs left, and appends.
func (s *Store) write() {
	failing := map[string]bool{} // by router; "" for the folder
	for open := true; open; {
		select {
		case <-s.done:
			open = false
		case <-s.wake:
		}
		if s.say(failing, "", s.acquire()); !s.lock.Locked() {
			continue
		}
		s.start()
		if !open {
			s.end()
		}
		s.flush(failing)
	}
}

// tick is the goroutine that has the rows completed at the end of each minute, also
// while the disk hangs.
func (s *Store) tick() {
	for {
		// The time until the next minute begins, and a little.
		now := time.Now()
		select {
		case <-s.done:
			return
		case <-time.After(now.Truncate(time.Minute).Add(time.Minute + 50*time.Millisecond).Sub(now)):
		}
		at := s.now()
		s.mu.Lock()
		for id, r := range s.routers {
			if r.ready && !s.closed {
				s.put(id, r, r.recorder.Tick(at), at)
			}
		}
		s.mu.Unlock()
		s.signal() // what failed is tried again
	}
}

// end ends the watch of all routers.
func (s *Store) end() {
	s.mu.Lock()
	defer s.mu.Unlock()
	for id, r := range s.routers {
		s.put(id, r, r.recorder.End(WhyQuit, s.closing), s.closing)
	}
}

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
		r := s.routers[id]
		r.recorder, r.ready = recorder, true
		s.put(id, r, o, s.now())
		for _, w := range r.waiting {
			s.put(id, r, w.record(&r.recorder), w.at)
		}
		s.waiting -= len(r.waiting)
		r.waiting = nil
		s.mu.Unlock()
	}
}

// load replays what earlier runs left of a router, and mends and tidies its files.
func (s *Store) load(id string, recorder *Recorder) Output {
	folder := filepath.Join(s.folder, id)
	var errs []error
	read := func(name string, readable, keep func(line []byte) error) {
		refused, err := eachLine(filepath.Join(folder, name), keep)
		if errs = append(errs, err); refused > 0 {
			s.log.Warn("a file of the history is damaged; it was set aside, and what could be read of it was kept",
				"router", id, "file", name, "lines", refused)
			errs = append(errs, mend(filepath.Join(folder, name), readable))
		}
	}
	readRows := func(name string, length int64) (rows []Row) {
		var none []Row
		read(name, rowsOf(length, &none), rowsOf(length, &rows))
		return rows
	}
	var changes []Change
	var other Change
	read(changesFile, func(line []byte) error { return json.Unmarshal(line, &other) }, func(line []byte) error {
		var c Change
		err := json.Unmarshal(line, &c)
		if c.What == Began { // what was before is in the rows
			changes = nil
		}
		changes = append(changes, c)
		return err
	})
	until := int64(0)
	if names := listed(folder, "quarters-"); len(names) > 0 {
		until = s.lastQuarter(names[len(names)-1], read)
	}
	from := min(until, time.Now().Unix()/quarter*quarter)
	var minutes []Row
	for _, name := range listed(folder, "minutes-") {
		if name >= minutesFile(from) {
			minutes = append(minutes, readRows(name, minute)...)
		}
	}
	errs = append(errs, trim(folder), removeOld(folder, min(from, s.oldest())))
	if err := errors.Join(errs...); err != nil {
		s.log.Warn("the history of earlier runs cannot be read whole", "router", id, "error", err)
	}
	return recorder.Replay(changes, minutes, from, until)
}

// lastQuarter is the end of the last quarter in a file. Of the rows of a year it
// reads only those of the last weeks: the agent may start with hundreds of routers.
func (s *Store) lastQuarter(name string, read func(name string, readable, keep func(line []byte) error)) (until int64) {
	var rows, others []Row
	var older []byte
	keep, recently := rowsOf(quarter, &rows), stamp(time.Now().Unix()-maxRebuilt)
	read(name, rowsOf(quarter, &others), func(line []byte) error {
		if len(line) > len(recently) && string(line[:len(recently)]) < recently {
			older = append(older[:0], line...)
			return nil
		}
		return keep(line)
	})
	if len(rows) == 0 {
		_ = keep(older) // it is damaged, or there is none
	}
	for _, row := range rows {
		until = max(until, row.Start+quarter)
	}
	return until
}

// oldest is the second from which on minutes are kept.
func (s *Store) oldest() int64 { return time.Now().Add(-s.keep).Unix() }

// flush appends what is queued. What cannot be written stays queued, and is tried
// again at the next minute.
func (s *Store) flush(failing map[string]bool) {
	s.mu.Lock()
	queue := s.queue
	s.queue = nil
	s.mu.Unlock()
	var left []lines
	stuck := map[string]bool{}
	for _, l := range joined(queue) {
		if stuck[l.router] { // keep the order
			left = append(left, l)
			continue
		}
		folder := filepath.Join(s.folder, l.router)
		size, err := appendTo(filepath.Join(folder, l.file), l.data, l.sync)
		switch {
		case err != nil:
			stuck[l.router] = true
			left = append(left, l)
		case l.file == changesFile && size > maxChanges:
			err = trim(folder)
		case size == int64(len(l.data)+len(header())+1): // a new day or year
			err = removeOld(folder, s.oldest())
		}
		s.say(failing, l.router, err)
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.queue = append(left, s.queue...)
	s.queued = 0
	for _, l := range s.queue {
		s.queued += len(l.data) + lineCost
	}
}

// say logs that the disk fails, and that it does not any more, for all routers at
// once.
func (s *Store) say(failing map[string]bool, router string, err error) {
	failed := len(failing) > 0
	if err == nil {
		delete(failing, router)
	} else {
		failing[router] = true
	}
	switch {
	case !failed && len(failing) > 0:
		s.log.Warn("the history cannot be written; the watch goes on, and this is tried again each minute", "router", router, "error", err)
	case failed && len(failing) == 0:
		s.log.Info("the history is written again")
	}
}
