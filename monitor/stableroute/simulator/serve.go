package simulator

import (
	"fmt"
	"net"
	"net/http"
	"time"
)

// serve answers one request: as the fault of the moment has it, else as the
// router would.
func (r *Router) serve(w http.ResponseWriter, request *http.Request) {
	defer r.record.arrived(request)()
	arrived := time.Now()
	w.Header().Set("Vary", "Origin")
	w.Header().Set("Keep-Alive", "timeout=5")
	identify(w, request)

	client, _, _ := net.SplitHostPort(request.RemoteAddr)
	if !r.limiter.allow(client, arrived) {
		r.tooMany(w)
		return
	}
	for {
		scene, changed := r.state.now()
		switch scene.Fault {
		case None:
			r.answer(w, request)
		case Slow:
			if wait := time.Until(arrived.Add(r.options.Slowness)); wait > 0 {
				r.hold(request, wait, changed)
				continue
			}
			r.answer(w, request)
		case BlackHole:
			r.hold(request, 0, changed)
			continue
		case Error:
			writeError(w, http.StatusInternalServerError, "internal_error", "An unexpected error occurred")
		case Unavailable:
			writeError(w, http.StatusServiceUnavailable, "request_timeout", "Request exceeded 10000ms")
		case RateLimit:
			r.tooMany(w)
		case Reset, Refuse: // Refuse: the request came in just before the listener closed
			reset(w)
		case Garbage:
			write(w, request, http.StatusOK, []byte(`{"totalPairs":4,"paused":fal<<<`+"\x00\x07"))
		case Empty:
			w.Header().Set("Content-Length", "0")
			w.WriteHeader(http.StatusOK)
		case WebPage:
			w.Header().Set("Content-Type", "text/html; charset=utf-8")
			_, _ = w.Write([]byte("<!doctype html><title>Sign in</title><h1>Sign in to this network</h1>\n"))
		case Drip:
			r.drip(w, request, changed)
		}
		return
	}
}

// hold keeps a request waiting: for that long (0: without end) or until the
// scene changes. Where the client goes or the router closes first, it ends the
// request, without an answer.
func (r *Router) hold(request *http.Request, wait time.Duration, changed <-chan struct{}) {
	var over <-chan time.Time
	if wait > 0 {
		timer := time.NewTimer(wait)
		defer timer.Stop()
		over = timer.C
	}
	select {
	case <-over:
	case <-changed:
	case <-request.Context().Done():
		panic(http.ErrAbortHandler)
	case <-r.done:
		panic(http.ErrAbortHandler)
	}
}

// drip answers rightly, a byte at a time, until the scene changes; then the
// rest comes at once.
func (r *Router) drip(w http.ResponseWriter, request *http.Request, changed <-chan struct{}) {
	w.Header().Set("Content-Type", "application/json; charset=utf-8")
	out := http.NewResponseController(w)
	hurry := false
	for _, b := range []byte(`{"totalPairs":0,"paused":false,"totalApiKeys":0,"totalWebhooks":0}`) {
		if _, err := w.Write([]byte{b}); err != nil {
			return
		}
		if hurry {
			continue
		}
		if out.Flush() != nil {
			return
		}
		r.hold(request, dripEvery, changed)
		select {
		case <-changed:
			hurry = true
		default:
		}
	}
}

// tooMany refuses in the router's own words. The fault names the router's usual limit where there is none.
func (r *Router) tooMany(w http.ResponseWriter) {
	w.Header().Set("Retry-After", wholeSeconds(r.options.RetryAfter))
	limit := r.limiter.limit
	if limit <= 0 {
		limit = usualLimit
	}
	writeError(w, http.StatusTooManyRequests, "rate_limited",
		fmt.Sprintf("more than %d requests per %ss", limit, wholeSeconds(r.limiter.window)))
}

// reset ends the connection with a TCP reset.
func reset(w http.ResponseWriter) {
	connection, _, err := http.NewResponseController(w).Hijack()
	if err != nil {
		panic(http.ErrAbortHandler) // closes the connection, which is nearly the same
	}
	if tcp, ok := connection.(*net.TCPConn); ok {
		_ = tcp.SetLinger(0)
	}
	_ = connection.Close()
}
