package simulator

import (
	"net/http"
	"slices"
	"sync"
	"time"
)

// maxRecorded bounds the memory of a router that runs for weeks.
const maxRecorded = 1000

// A Request is one request as it arrived.
type Request struct {
	At     time.Time
	Method string
	Path   string
	Header http.Header
}

// record counts requests and keeps the last of them.
type record struct {
	mu       sync.Mutex
	total    int
	inFlight int
	most     int
	last     []Request
}

// arrived notes a request; the caller calls the function when it is done.
func (r *record) arrived(request *http.Request) (left func()) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.total++
	r.inFlight++
	r.most = max(r.most, r.inFlight)
	if len(r.last) == maxRecorded {
		r.last = slices.Delete(r.last, 0, 1)
	}
	r.last = append(r.last, Request{
		At: time.Now(), Method: request.Method, Path: request.URL.Path, Header: request.Header.Clone(),
	})
	return func() {
		r.mu.Lock()
		defer r.mu.Unlock()
		r.inFlight--
	}
}

// Total is the number of requests that arrived since Start.
func (r *Router) Total() int {
	r.record.mu.Lock()
	defer r.record.mu.Unlock()
	return r.record.total
}

// MostAtOnce is the largest number of requests that were in flight at once. A
// request that its client cancelled counts until the server has noticed.
func (r *Router) MostAtOnce() int {
	r.record.mu.Lock()
	defer r.record.mu.Unlock()
	return r.record.most
}

// Requests are the last requests, at most a thousand, the oldest first. The
// slice is the caller's.
func (r *Router) Requests() []Request {
	r.record.mu.Lock()
	defer r.record.mu.Unlock()
	return slices.Clone(r.record.last)
}
