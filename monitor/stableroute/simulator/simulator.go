// Package simulator is a simulated StableRoute router: a real HTTP server on
// this computer that answers as the router does and has faults on demand, for
// the demo and for tests.
//
// Its invariants: it listens on a loopback address only; its address stays the
// same from Start to Close, whatever the faults; Close leaves no goroutine and
// no connection.
package simulator

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"log"
	"net"
	"net/http"
	"slices"
	"sync"
	"time"
)

// Options say how a router starts. The zero value is a healthy, empty router
// on a free port of 127.0.0.1.
type Options struct {
	Pairs    int64
	Paused   bool
	Fault    Fault
	Slowness time.Duration // the delay of Slow; 0 for 8 s

	RetryAfter time.Duration // the Retry-After of a 429, rounded up to seconds; 0 for 60 s
}

// A Router is a running simulated router. Its methods are safe for use from
// any goroutine.
type Router struct {
	options Options
	ctx     context.Context // until Close, as those of the requests
	end     context.CancelFunc
	running sync.WaitGroup // the connections

	mu      sync.Mutex // guards what follows
	address string
	scene   Scene
	changed chan struct{} // closed and replaced when the scene changes
	server  *http.Server  // nil while the port refuses, and after Close
	served  sync.WaitGroup
	started time.Time // when it last began to listen: its process, so to speak
	starts  int       // how often it did

	total    int       // polls since Start
	inFlight int       // requests without an answer
	most     int       // the largest inFlight
	last     []Request // at most maxRecorded, oldest first
}

// maxRecorded bounds the memory of a router that runs for weeks.
const maxRecorded = 1000

// A Request is a received request.
type Request struct {
	At     time.Time
	Method string
	Path   string
	Header http.Header
}

// Start starts a router. The caller closes it.
func Start(o Options) (*Router, error) {
	o.Slowness = cmp.Or(o.Slowness, 8*time.Second)
	o.RetryAfter = cmp.Or(o.RetryAfter, time.Minute)
	r := &Router{options: o, address: "127.0.0.1:0", changed: make(chan struct{})}
	r.ctx, r.end = context.WithCancel(context.Background())
	r.mu.Lock()
	err := r.listen() // even if it will refuse, to reserve a port
	if err == nil {
		err = r.set(Scene{Fault: o.Fault, Pairs: max(o.Pairs, 0), Paused: o.Paused})
	}
	r.mu.Unlock()
	if err != nil {
		r.Close()
		return nil, err
	}
	return r, nil
}

// URL is the base URL, the same for the router's whole life.
func (r *Router) URL() string {
	r.mu.Lock()
	defer r.mu.Unlock()
	return "http://" + r.address
}

// Close ends the router, its connections and its held requests. It returns when
// everything has ended, and may be called twice.
func (r *Router) Close() {
	r.mu.Lock()
	r.end()
	r.stop()
	r.mu.Unlock()
	r.running.Wait()
}

// listen starts or stops listening, as the present scene requires. It is called
// with the lock held.
func (r *Router) listen() error {
	switch {
	case r.ctx.Err() != nil:
		return errors.New("simulated router: closed")
	case r.scene.Fault == Refuse:
		r.stop()
		return nil
	case r.server != nil:
		return nil
	}
	listener, err := (&net.ListenConfig{}).Listen(r.ctx, "tcp", r.address)
	if err != nil {
		return fmt.Errorf("simulated router: %w", err)
	}
	server := &http.Server{
		Handler:           http.HandlerFunc(r.serve),
		IdleTimeout:       5 * time.Second, // the router's
		ReadHeaderTimeout: 10 * time.Second,
		ErrorLog:          log.New(io.Discard, "", 0),
		ConnState:         r.follow,
		BaseContext:       func(net.Listener) context.Context { return r.ctx },
	}
	r.server, r.address = server, listener.Addr().String()
	r.started, r.starts = time.Now(), r.starts+1
	r.served.Go(func() { _ = server.Serve(listener) })
	return nil
}

// start is when it was last started, and how often it was.
func (r *Router) start() (started time.Time, starts int) {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.started, r.starts
}

// stop is called with the lock held. It returns when the port refuses
// connections: the listener stays open as long as an Accept is running.
func (r *Router) stop() {
	if r.server != nil {
		_ = r.server.Close()
		r.served.Wait()
		r.server = nil
	}
}

// follow counts the goroutines of connections, for Close to wait for.
func (r *Router) follow(_ net.Conn, now http.ConnState) {
	switch now {
	case http.StateNew: // called by Serve's goroutine, which stop has waited for
		r.running.Add(1)
	case http.StateClosed, http.StateHijacked:
		r.running.Done()
	}
}

// arrived records a request; the caller calls the function when it is answered.
func (r *Router) arrived(request *http.Request) (left func()) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if request.URL.Path == statsPath {
		r.total++
	}
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

// Total is the number of polls since Start: requests for the statistics.
func (r *Router) Total() int {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.total
}

// MostAtOnce is the largest number of concurrent requests. A cancelled request
// counts until the server notices.
func (r *Router) MostAtOnce() int {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.most
}

// Requests are the last requests, at most a thousand, oldest first. The caller
// owns the slice.
func (r *Router) Requests() []Request {
	r.mu.Lock()
	defer r.mu.Unlock()
	return slices.Clone(r.last)
}
