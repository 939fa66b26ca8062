package monitor

import (
	"fmt"
	"time"
)

// Kind identifies why a poll failed. Only ui/view makes the sentence for the
// operator from it.
type Kind string

// The kinds of failure. [Examples] has one row for each.
const (
	NoNetwork Kind = "no_network" // this computer has no route to the router

	NameNotFound Kind = "name_not_found" // the name does not resolve
	NameFailed   Kind = "name_failed"    // the lookup failed otherwise

	Refused     Kind = "refused"      // nothing listens there
	Reset       Kind = "reset"        // the peer broke the connection
	Unreachable Kind = "unreachable"  // no route to the host or network
	BeyondProxy Kind = "beyond_proxy" // the proxy says that it cannot reach the router
	ClosedEarly Kind = "closed_early" // closed before the answer was whole

	CertificateExpired   Kind = "certificate_expired"    // or not valid yet
	CertificateWrongHost Kind = "certificate_wrong_host" // for another name
	CertificateNoNames   Kind = "certificate_no_names"   // without a subject alternative name
	CertificateUnknown   Kind = "certificate_unknown"    // unknown authority
	CertificateMalformed Kind = "certificate_malformed"  // not as X.509 has it
	CertificateInvalid   Kind = "certificate_invalid"    // its use, key, signature or chain

	ClientCertificateWanted Kind = "client_certificate_wanted"
	OldEncryption           Kind = "old_encryption"       // TLS 1.1 or older
	NoCommonEncryption      Kind = "no_common_encryption" // of the cipher suites
	NameNotServed           Kind = "name_not_served"      // by the server at this address
	PlainHTTP               Kind = "plain_http"           // where https was asked for
	NotTLS                  Kind = "not_tls"              // nor HTTP
	TLSRefused              Kind = "tls_refused"          // by another alert
	TLSFailed               Kind = "tls_failed"           // anything else

	TimedOut Kind = "timed_out" // the layer is the one that it waited for

	TokenWanted      Kind = "token_wanted"      // 401
	TokenRefused     Kind = "token_refused"     // 403
	NoStatsHere      Kind = "no_stats_here"     // 404, 405, 406, 410
	TooManyRequests  Kind = "too_many_requests" // 429
	RouterError      Kind = "router_error"      // 5xx
	RedirectRefused  Kind = "redirect_refused"  // to another host, down to http, or in a loop
	UnexpectedStatus Kind = "unexpected_status" // any other status
	HTTPSWanted      Kind = "https_wanted"      // where http was asked for
	OnlyHTTP2        Kind = "only_http2"        // HTTP/1.1 is not spoken there
	NotHTTP          Kind = "not_http"          // the answer is not HTTP
	BrokenHTTP       Kind = "broken_http"       // the answer breaks the rules of HTTP
	HeaderTooLarge   Kind = "header_too_large"  // over the size limit
	ProxyFailed      Kind = "proxy_failed"      // the proxy itself; Cause says how

	WebPage  Kind = "web_page"  // HTML where JSON should be
	NotJSON  Kind = "not_json"  // not one JSON object
	BadField Kind = "bad_field" // a field is missing or of the wrong shape
	TooLarge Kind = "too_large" // over the size limit

	NotSetUp  Kind = "not_set_up" // the router is misconfigured; Problem says how
	SourceBug Kind = "source_bug" // the source panicked or returned another error
)

// Examples has one row for each kind of failure, from this computer outwards: its
// kind, its layer, and an example of the other fields. The classifier uses the
// layer; goldens, gallery and tests use the example.
func Examples() []Failure {
	const host, port, proxy = "router.example.org", "router.example.org:8443", "proxy.example.org:3128"
	rows := []Failure{
		{Kind: NoNetwork, Layer: LayerLink},
		{Kind: NameNotFound, Layer: LayerDNS, Host: host},
		{Kind: NameFailed, Layer: LayerDNS, Host: host},
		{Kind: Refused, Layer: LayerTCP, Host: port},
		{Kind: Reset, Layer: LayerTCP, Host: port},
		{Kind: Unreachable, Layer: LayerTCP, Host: port},
		{Kind: BeyondProxy, Layer: LayerTCP, Host: proxy, ProxyFrom: "HTTPS_PROXY", HTTPStatus: 504},
		{Kind: ClosedEarly, Layer: LayerTCP, Host: port},
		{Kind: CertificateExpired, Layer: LayerTLS, Host: host, Expired: time.Date(2026, time.November, 12, 20, 0, 0, 0, time.UTC)},
		{Kind: CertificateWrongHost, Layer: LayerTLS, Host: host},
		{Kind: CertificateNoNames, Layer: LayerTLS, Host: host},
		{Kind: CertificateUnknown, Layer: LayerTLS, Host: host, Authority: "Example authority"},
		{Kind: CertificateMalformed, Layer: LayerTLS, Host: host, Problem: "negative serial number"},
		{Kind: CertificateInvalid, Layer: LayerTLS, Host: host, Problem: "is signed with SHA-1, which is no longer safe"},
		{Kind: ClientCertificateWanted, Layer: LayerTLS, Host: host},
		{Kind: OldEncryption, Layer: LayerTLS, Host: host},
		{Kind: NoCommonEncryption, Layer: LayerTLS, Host: host},
		{Kind: NameNotServed, Layer: LayerTLS, Host: host},
		{Kind: PlainHTTP, Layer: LayerTLS, Host: port},
		{Kind: NotTLS, Layer: LayerTLS, Host: port},
		{Kind: TLSRefused, Layer: LayerTLS, Host: host, Code: "internal error"},
		{Kind: TLSFailed, Layer: LayerTLS, Host: host},
		{Kind: TimedOut, Layer: LayerHTTP, Host: host, Limit: 30 * time.Second},
		{Kind: TokenWanted, Layer: LayerHTTP, Host: host, HTTPStatus: 401, Code: "unauthorized"},
		{Kind: TokenRefused, Layer: LayerHTTP, Host: host, HTTPStatus: 403},
		{Kind: NoStatsHere, Layer: LayerHTTP, Host: host, HTTPStatus: 404, Code: "not_found", Message: "No such route"},
		{Kind: TooManyRequests, Layer: LayerHTTP, Host: host, HTTPStatus: 429, Code: "rate_limited", RetryAfter: time.Minute},
		{Kind: RouterError, Layer: LayerHTTP, Host: host, HTTPStatus: 503, Code: "request_timeout", Message: "The request took too long"},
		{Kind: RedirectRefused, Layer: LayerHTTP, Host: host, HTTPStatus: 302, Target: "https://elsewhere.example.net", Problem: "leads to another host"},
		{Kind: UnexpectedStatus, Layer: LayerHTTP, Host: host, HTTPStatus: 418},
		{Kind: HTTPSWanted, Layer: LayerHTTP, Host: port, HTTPStatus: 400},
		{Kind: OnlyHTTP2, Layer: LayerHTTP, Host: port},
		{Kind: NotHTTP, Layer: LayerHTTP, Host: host},
		{Kind: BrokenHTTP, Layer: LayerHTTP, Host: host, Problem: "gives its length in a wrong way"},
		{Kind: HeaderTooLarge, Layer: LayerHTTP, Host: host},
		{Kind: ProxyFailed, Layer: LayerHTTP, Host: proxy, ProxyFrom: "HTTPS_PROXY", Cause: TokenWanted, HTTPStatus: 407},
		{Kind: WebPage, Layer: LayerAnswer, Host: host, HTTPStatus: 200},
		{Kind: NotJSON, Layer: LayerAnswer, Host: host, HTTPStatus: 200, Problem: "is empty"},
		{Kind: BadField, Layer: LayerAnswer, Host: host, HTTPStatus: 200, Field: "paused", Problem: "is null, not a boolean"},
		{Kind: TooLarge, Layer: LayerAnswer, Host: host, HTTPStatus: 200},
		{Kind: NotSetUp, Layer: LayerProgram, Problem: "the file of further authorities cannot be read"},
		{Kind: SourceBug, Layer: LayerProgram},
	}
	for i := range rows {
		if rows[i].Host != "" { // a request was sent
			rows[i].RequestID = "5e4ed19a-7c0b-4f5e-9d5b-3f1c2a7b8e90"
		}
	}
	return rows
}

// Example is the row of [Examples] for that kind, or the zero Failure.
func Example(kind Kind) Failure {
	for _, f := range Examples() {
		if f.Kind == kind {
			return f
		}
	}
	return Failure{}
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
	LayerProgram Layer = "program" // this program itself
)

// A Failure says why a poll failed. It is an immutable value; its zero value
// (no Kind) means that the poll did not fail. A [Source] returns a *Failure
// as its error. No field may hold a secret, so it keeps no error that caused it.
//
// The text fields that come from outside (Code, Message, Target, RequestID,
// Field) are bounded and stripped of control characters by the source.
type Failure struct {
	Kind  Kind
	Layer Layer

	HTTPStatus int           // the status of the answer, 0 without one
	RetryAfter time.Duration // the wait the router asked for, 0 if none
	RequestID  string        // the X-Request-Id of the poll

	Host    string        // the host or host:port concerned, without credentials
	Silent  string        // its addresses that did not answer: "192.0.2.1, 192.0.2.2"
	Code    string        // the router's own error code, such as request_timeout
	Message string        // the router's own message
	Target  string        // where a refused redirect pointed: scheme and host only
	Field   string        // the field of the answer that is wrong
	Problem string        // what is wrong with it: "is missing", "is null, not a boolean"
	Expired time.Time     // when the certificate expired, or becomes valid if in the future
	Limit   time.Duration // the time limit that passed

	Authority   string       // that issued the certificate or, if Expired is set, has the expired one
	Authorities SetupProblem // see [Reading.Authorities]

	ProxyFrom string // where the proxy's address came from, if the proxy failed: see [Proxy.From]
	Cause     Kind   // how it failed: the kind that this would be of a router
}

// RouterUnknown reports whether the poll failed before it could tell anything
// about the router: no outage of it.
func (f Failure) RouterUnknown() bool { return f.Kind == NoNetwork || f.Kind == ProxyFailed }

// None reports that there is no failure.
func (f Failure) None() bool { return f.Kind == "" }

// Error is for logs: the kind, the status (0 without one) and the request id.
func (f *Failure) Error() string {
	return fmt.Sprintf("%s, HTTP %d, request %q", f.Kind, f.HTTPStatus, f.RequestID)
}
