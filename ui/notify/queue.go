package notify

import (
	"slices"
	"sync"

	"routerwatch/ui/view"
)

// queueLimit bounds the requests that wait: several for each of twenty routers.
const queueLimit = 64

// request asks to show a notification or to withdraw the one with this key.
type request struct {
	key      string
	note     view.Notification
	withdraw bool
}

// queue holds the requests that were not carried out yet, in the order in which
// they came, at most one for each key and at most queueLimit.
type queue struct {
	wake chan struct{} // has a value when something was put since the last take

	mu      sync.Mutex
	waiting []request
	closed  bool
}

func newQueue() *queue {
	return &queue{wake: make(chan struct{}, 1)}
}

// put adds a request in place of an older one with the same key. Where the
// queue is full it drops the oldest request and returns it.
func (q *queue) put(r request) (dropped request, full bool) {
	q.mu.Lock()
	defer q.mu.Unlock()
	if q.closed {
		return request{}, false
	}
	q.waiting = slices.DeleteFunc(q.waiting, func(old request) bool { return old.key == r.key })
	if len(q.waiting) == queueLimit {
		dropped, full = q.waiting[0], true
		q.waiting = slices.Delete(q.waiting, 0, 1)
	}
	q.waiting = append(q.waiting, r)
	select {
	case q.wake <- struct{}{}:
	default:
	}
	return dropped, full
}

// take removes and returns the oldest request, if there is one.
func (q *queue) take() (request, bool) {
	q.mu.Lock()
	defer q.mu.Unlock()
	if len(q.waiting) == 0 {
		return request{}, false
	}
	r := q.waiting[0]
	q.waiting = slices.Delete(q.waiting, 0, 1)
	return r, true
}

// close makes every later put do nothing. What waits can still be taken.
func (q *queue) close() {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.closed = true
}
