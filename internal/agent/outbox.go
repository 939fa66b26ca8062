package agent

import "sync"

// outbox holds the lines that a window has not read yet: of lines with the
// same key the newest wins, so that it is bounded by the number of routers.
type outbox struct {
	mu     sync.Mutex
	ready  chan struct{} // holds one token while there are lines
	keys   []string      // in the order in which they were first put
	lines  map[string][]byte
	closed bool
}

func newOutbox() *outbox {
	return &outbox{ready: make(chan struct{}, 1), lines: make(map[string][]byte)}
}

// put adds a line, in place of one with the same key that was not read yet.
func (o *outbox) put(key string, line []byte) {
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.closed {
		return
	}
	if _, waiting := o.lines[key]; !waiting {
		o.keys = append(o.keys, key)
	}
	o.lines[key] = line
	o.signal()
}

// close has next report the end once the lines are taken.
func (o *outbox) close() {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.closed = true
	o.signal()
}

func (o *outbox) signal() {
	select {
	case o.ready <- struct{}{}:
	default:
	}
}

// next waits for a line. It reports false at the end, or when stop is closed.
func (o *outbox) next(stop <-chan struct{}) ([]byte, bool) {
	for {
		if line, more := o.take(); line != nil || !more {
			return line, more
		}
		select {
		case <-stop:
			return nil, false
		case <-o.ready:
		}
	}
}

func (o *outbox) take() (line []byte, more bool) {
	o.mu.Lock()
	defer o.mu.Unlock()
	if len(o.keys) == 0 {
		return nil, !o.closed
	}
	key := o.keys[0]
	line = o.lines[key]
	o.keys = o.keys[1:]
	delete(o.lines, key)
	return line, true
}
