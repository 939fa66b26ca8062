package monitor

import (
	"errors"
	"fmt"
	"time"
)

// Kind is what made a poll fail, for a machine. The sentence for the operator
// is made from it in ui/view, and nowhere else.
type Kind string

// The kinds of failure, by the layer they occur in.
const (
	NoNetwork Kind = "no_network" // link: this computer has no way to the router

	NameNotFound Kind = "name_not_found" // DNS: the name does not resolve
	NameFailed   Kind = "name_failed"    // DNS: the name server did not help

	Refused     Kind = "refused"      // TCP: nothing listens there
	Reset       Kind = "reset"        // TCP: the peer broke the connection
	Unreachable Kind = "unreachable"  // TCP: no route to the host or network
	ClosedEarly Kind = "closed_early" // TCP: closed before the answer was whole

	CertificateExpired   Kind = "certificate_expired"    // TLS: or not valid yet
	CertificateWrongHost Kind = "certificate_wrong_host" // TLS
	CertificateUnknown   Kind = "certificate_unknown"    // TLS: unknown authority
	TLSFailed            Kind = "tls_failed"             // TLS: version, no TLS there, anything else

	TimedOut Kind = "timed_out" // nothing in time; the layer is the one it waited in

	TokenWanted      Kind = "token_wanted"      // HTTP 401
	TokenRefused     Kind = "token_refused"     // HTTP 403
	NoStatsHere      Kind = "no_stats_here"     // HTTP 404, 405, 406, 410
	TooManyRequests  Kind = "too_many_requests" // HTTP 429
	RouterError      Kind = "router_error"      // HTTP 5xx
	RedirectRefused  Kind = "redirect_refused"  // HTTP: to another host, down to http, or in a loop
	UnexpectedStatus Kind = "unexpected_status" // HTTP: any other status
	NotHTTP          Kind = "not_http"          // HTTP: the answer is not HTTP
	ProxyFailed      Kind = "proxy_failed"      // HTTP: the proxy did not let us through

	WebPage   Kind = "web_page"   // answer: HTML where JSON should be
	NotJSON   Kind = "not_json"   // answer: not one JSON object
	BadField  Kind = "bad_field"  // answer: a field is missing or of the wrong shape
	TooLarge  Kind = "too_large"  // answer: over the size limit
	NotSetUp  Kind = "not_set_up" // program: the settings do not let the router be asked; Problem says why
	SourceBug Kind = "source_bug" // program: the source panicked or broke its promise
)

// Kinds lists every kind of failure, from this computer outwards.
func Kinds() []Kind {
	return []Kind{
		NoNetwork,
		NameNotFound, NameFailed,
		Refused, Reset, Unreachable, ClosedEarly,
		CertificateExpired, CertificateWrongHost, CertificateUnknown, TLSFailed,
		TimedOut,
		TokenWanted, TokenRefused, NoStatsHere, TooManyRequests, RouterError,
		RedirectRefused, UnexpectedStatus, NotHTTP, ProxyFailed,
		WebPage, NotJSON, BadField, TooLarge,
		NotSetUp, SourceBug,
	}
}

// Layer is where a poll failed: it turns "error" into "your network", "the
// router" or "the wrong address".
type Layer string

// The layers, from this computer outwards.
const (
	LayerLink    Layer = "link"
	LayerDNS     Layer = "dns"
	LayerTCP     Layer = "tcp"
	LayerTLS     Layer = "tls"
	LayerHTTP    Layer = "http"
	LayerAnswer  Layer = "answer"
	LayerProgram Layer = "program" // our own
)

// A Failure says why a poll failed. It is an immutable value; its zero value
// (no Kind) means that the poll did not fail. A [Source] returns a *Failure
// as its error. No field but Cause may hold a secret, and Cause is never
// shown, only unwrapped.
//
// The text fields that come from outside (Code, Message, Target, RequestID,
// Field) are bounded and stripped of control characters by the source.
type Failure struct {
	Kind  Kind
	Layer Layer

	HTTPStatus int           // the status of the answer, 0 without one
	RetryAfter time.Duration // the wait the router asked for, 0 if none
	RequestID  string        // the X-Request-Id of the poll

	Host    string        // the host (or host:port) in question, without credentials
	Code    string        // the router's own error code, such as request_timeout
	Message string        // the router's own message
	Target  string        // where a refused redirect pointed: scheme and host only
	Field   string        // the field of the answer that is wrong
	Problem string        // what is wrong with it: "is missing", "is null, not a boolean"
	Expired time.Time     // when the certificate expired, or becomes valid if in the future
	Limit   time.Duration // the time limit that passed

	Cause error
}

// None reports that there is no failure.
func (f Failure) None() bool { return f.Kind == "" }

// Error is for logs: the kind, the layer and the request id, never the cause,
// whose text may hold a URL with credentials.
func (f *Failure) Error() string {
	text := fmt.Sprintf("%s (%s layer)", f.Kind, f.Layer)
	if f.HTTPStatus != 0 {
		text += fmt.Sprintf(", HTTP %d", f.HTTPStatus)
	}
	if f.RequestID != "" {
		text += ", request " + f.RequestID
	}
	return text
}

// Unwrap gives the cause to [errors.Is] and [errors.As].
func (f *Failure) Unwrap() error { return f.Cause }

// failureOf is the failure in err. An error that is not a *Failure breaks the
// source's promise, which is a failure too.
func failureOf(err error) Failure {
	if f, ok := errors.AsType[*Failure](err); ok && f != nil && !f.None() {
		return *f
	}
	return Failure{Kind: SourceBug, Layer: LayerProgram, Cause: err}
}
