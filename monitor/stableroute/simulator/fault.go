package simulator

import (
	"encoding/json"
	"net"
	"net/http"
	"slices"
	"strconv"
	"time"

	"routerwatch/monitor"
)

// A Fault is what is wrong with the simulated router.
type Fault string

// The faults. The zero value of Fault is None.
const (
	None        Fault = ""
	Slow        Fault = "slow"
	Error       Fault = "error"
	Unavailable Fault = "unavailable"
	Refuse      Fault = "refuse"
	Reset       Fault = "reset"
	RateLimit   Fault = "rate-limit"
	Garbage     Fault = "garbage"
	Empty       Fault = "empty"
	WebPage     Fault = "web-page"
	BlackHole   Fault = "black-hole"
	Drip        Fault = "drip"
)

// A Choice is a fault, the label of the button that causes it, and the kind of
// failure it gives.
type Choice struct {
	Fault  Fault
	Words  string
	Kind   monitor.Kind // empty if the poll succeeds
	answer func(*Router, *exchange)
}

// Faults has a row for each fault, None first, in the order to offer them.
func Faults() []Choice {
	return []Choice{
		{None, "None", "", (*Router).answer},
		{Slow, "Slow", "", (*Router).answerLate},
		{Error, "Error 500", monitor.RouterError, func(_ *Router, e *exchange) {
			e.fail(http.StatusInternalServerError, "internal_error", "An unexpected error occurred")
		}},
		{Unavailable, "Error 503", monitor.RouterError, func(_ *Router, e *exchange) { // its own time limit
			e.fail(http.StatusServiceUnavailable, "request_timeout", "Request exceeded 10000ms")
		}},
		{Refuse, "Refuse", monitor.Refused, (*Router).reset}, // the request came in just before the listener closed
		{Reset, "Reset", monitor.Reset, (*Router).reset},
		{RateLimit, "Rate limit", monitor.TooManyRequests, (*Router).refuse},
		{Garbage, "Garbage", monitor.NotJSON, func(_ *Router, e *exchange) {
			e.send(http.StatusOK, []byte(`{"totalPairs":4,"paused":fal<<<`+"\x00\x07"))
		}},
		{Empty, "Empty answer", monitor.NotJSON, func(_ *Router, e *exchange) {
			e.w.Header().Set("Content-Length", "0")
			e.w.WriteHeader(http.StatusOK)
		}},
		{WebPage, "Web page", monitor.WebPage, func(_ *Router, e *exchange) { // as a sign-in page
			e.w.Header().Set("Content-Type", "text/html; charset=utf-8")
			_, _ = e.w.Write([]byte("<!doctype html><title>Sign in</title><h1>Sign in to this network</h1>\n"))
		}},
		{BlackHole, "No answer", monitor.TimedOut, func(r *Router, e *exchange) { r.hold(e, 0) }},
		{Drip, "Drip", monitor.TimedOut, (*Router).drip},
	}
}

// Valid reports whether f is one of the faults.
func (f Fault) Valid() bool {
	return slices.ContainsFunc(Faults(), func(c Choice) bool { return c.Fault == f })
}

// An exchange is one request and its answer.
type exchange struct {
	w       http.ResponseWriter
	request *http.Request
	arrived time.Time
	scene   Scene
	changed <-chan struct{} // closed when the scene changes
	again   bool            // the scene changed while the request was held: start over
}

// serve answers one request according to the present fault.
func (r *Router) serve(w http.ResponseWriter, request *http.Request) {
	defer r.arrived(request)()
	e := &exchange{w: w, request: request, arrived: time.Now()}
	w.Header().Set("X-Request-Id", request.Header.Get("X-Request-Id"))
	for e.again = true; e.again; {
		e.again = false
		e.scene, e.changed = r.Now()
		fault := e.scene.Fault
		if fault == None && request.URL.Path != statsPath {
			fault = e.scene.Elsewhere
		}
		for _, c := range Faults() {
			if c.Fault == fault {
				c.answer(r, e)
			}
		}
	}
}

// hold keeps a request waiting for that long (0 for ever), or until the scene
// changes, when the request starts over. If the client leaves or the router
// closes first, it aborts the request.
func (r *Router) hold(e *exchange, wait time.Duration) {
	var over <-chan time.Time
	if wait > 0 {
		over = time.After(wait)
	}
	select {
	case <-over:
	case <-e.changed:
		e.again = true
	case <-e.request.Context().Done():
		panic(http.ErrAbortHandler)
	}
}

func (r *Router) answerLate(e *exchange) {
	if wait := time.Until(e.arrived.Add(r.options.Slowness)); wait > 0 {
		r.hold(e, wait)
	}
	if !e.again {
		r.answer(e)
	}
}

// dripEvery is the pause between two bytes of a dripping answer, so slow that the
// client times out.
const dripEvery = 500 * time.Millisecond

// drip answers correctly, a byte at a time; if the scene changes, it sends the
// rest at once.
func (r *Router) drip(e *exchange) {
	e.w.Header().Set("Content-Type", "application/json; charset=utf-8")
	out := http.NewResponseController(e.w)
	for _, b := range e.scene.stats() {
		if _, err := e.w.Write([]byte{b}); err != nil {
			return
		}
		if !e.again && out.Flush() == nil {
			r.hold(e, dripEvery)
		}
	}
	e.again = false // it was answered
}

// refuse answers 429 as the router does.
func (r *Router) refuse(e *exchange) {
	seconds := (r.options.RetryAfter + time.Second - 1) / time.Second // never less than was asked for
	e.w.Header().Set("Retry-After", strconv.Itoa(int(seconds)))
	e.fail(http.StatusTooManyRequests, "rate_limited", "more than 60 requests per 60s")
}

// reset ends the connection with a TCP reset.
func (*Router) reset(e *exchange) {
	connection, _, err := http.NewResponseController(e.w).Hijack()
	if err != nil {
		panic(http.ErrAbortHandler) // closes the connection, which is close enough
	}
	if tcp, ok := connection.(*net.TCPConn); ok {
		_ = tcp.SetLinger(0)
	}
	_ = connection.Close()
}

// fail answers with an error of the router's own form.
func (e *exchange) fail(status int, code, message string) {
	body, _ := json.Marshal(map[string]string{ // in the router's order, which is the alphabet's
		"error": code, "message": message, "requestId": e.w.Header().Get("X-Request-Id"),
	})
	e.send(status, body)
}

// send sends JSON.
func (e *exchange) send(status int, body []byte) {
	e.w.Header().Set("Content-Type", "application/json; charset=utf-8")
	e.w.WriteHeader(status)
	_, _ = e.w.Write(body)
}
