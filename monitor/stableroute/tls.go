package stableroute

import (
	"crypto/tls"
	"errors"
	"net"
	"net/http"
	"strings"

	"routerwatch/monitor"
)

// tlsKind is the kind of an error of the handshake or the certificate, or empty
// for other errors.
func tlsKind(f *monitor.Failure, err error, at *progress) monitor.Kind {
	if verification, ok := errors.AsType[*tls.CertificateVerificationError](err); ok {
		return certificateKind(f, verification)
	}
	if errors.Is(err, http.ErrSchemeMismatch) {
		return monitor.PlainHTTP
	}
	if record, ok := errors.AsType[tls.RecordHeaderError](err); ok {
		if record.RecordHeader[0] == '<' { // a page, as from a server of HTTP/0.9
			return monitor.PlainHTTP
		}
		return monitor.NotTLS
	}
	if broken, ok := errors.AsType[*net.OpError](err); ok {
		switch broken.Op {
		// An alert of the peer. It can come after the handshake, from a router that
		// requires a client certificate.
		case "remote error":
			return alertKind(f, broken.Err, at)
		case "local error": // an alert of ours, about what the peer sent
			return monitor.TLSFailed
		}
	}
	if at.layer == monitor.LayerTLS {
		return untypedKind(f, err)
	}
	return ""
}

// Alerts of TLS, by their numbers in RFC 8446 and 7301. crypto/tls reports them by
// a type that it does not export, and whose text is that of [tls.AlertError].
const (
	alertHandshakeFailure      tls.AlertError = 40
	alertBadCertificate        tls.AlertError = 42
	alertProtocolVersion       tls.AlertError = 70
	alertInsufficientSecurity  tls.AlertError = 71
	alertUnrecognizedName      tls.AlertError = 112
	alertCertificateRequired   tls.AlertError = 116
	alertNoApplicationProtocol tls.AlertError = 120
)

func alertKind(f *monitor.Failure, alert error, at *progress) monitor.Kind {
	is := func(numbers ...tls.AlertError) bool {
		for _, number := range numbers {
			if alert.Error() == number.Error() {
				return true
			}
		}
		return false
	}
	switch {
	case is(alertCertificateRequired), at.certificateAsked && is(alertHandshakeFailure, alertBadCertificate):
		return monitor.ClientCertificateWanted
	case is(alertHandshakeFailure, alertInsufficientSecurity):
		return monitor.NoCommonEncryption
	case is(alertProtocolVersion):
		return monitor.OldEncryption
	case is(alertUnrecognizedName):
		return monitor.NameNotServed
	case is(alertNoApplicationProtocol):
		return monitor.OnlyHTTP2
	}
	f.Code = strings.TrimPrefix(alert.Error(), "tls: ")
	return monitor.TLSRefused
}

// noCertificate answers a router that asks for a client certificate, which is noted
// in the poll's progress, because a refusal that follows may not say so.
func noCertificate(request *tls.CertificateRequestInfo) (*tls.Certificate, error) {
	if p := progressOf(request.Context()); p != nil {
		p.update(func() { p.certificateAsked = true })
	}
	return &tls.Certificate{}, nil
}

// certificateStatus reports whether servers refuse a client without a certificate
// by this status.
func certificateStatus(status int) bool {
	return status == http.StatusBadRequest || status == 495 || status == 496 // the last two are nginx's own
}

// firstKind is the kind of an answer that did not begin as one of HTTP/1, or empty.
func (p *progress) firstKind() monitor.Kind {
	const http1, tlsAlert = "HTTP/1", "\x15\x03"
	first := p.first
	switch {
	case first == "" || strings.HasPrefix(http1, first[:min(len(http1), len(first))]):
		return ""
	case strings.HasPrefix(first, tlsAlert) && p.target.Scheme == "http":
		return monitor.HTTPSWanted
	case startsHTTP2(first):
		return monitor.OnlyHTTP2
	}
	return monitor.NotHTTP
}

// startsHTTP2 reports whether an answer begins with a frame with which a server of
// HTTP/2 begins, or ends.
func startsHTTP2(first string) bool {
	const settings, goAway = 4, 7
	return len(first) > 3 && first[0] == 0 && (first[3] == settings || first[3] == goAway)
}

// An untyped error is one that crypto/tls, crypto/x509 or net/http tells only by
// its text.
type untypedError struct {
	begins  string
	kind    monitor.Kind
	problem string
}

// untypedErrors is the one place where the text of an error is compared. Each row
// has a test on a socket.
func untypedErrors() []untypedError {
	const chunks, length = "is cut into chunks in a wrong way", "gives its length in a wrong way"
	return []untypedError{
		{"tls: server selected unsupported protocol version", monitor.OldEncryption, ""},
		{"tls: server chose an unconfigured cipher suite", monitor.NoCommonEncryption, ""},
		{certificateUnreadable, monitor.CertificateMalformed, ""},
		{"tls: server's certificate contains an unsupported type of public key", monitor.CertificateInvalid, "has a key of an unknown kind"},
		{"tls: server sent certificate containing RSA key larger than", monitor.CertificateInvalid, "has a key that is too long"},
		{"tls: invalid signature by the server certificate: crypto/rsa: ", monitor.CertificateInvalid, "has a key that is too short"},

		{"net/http: server response headers exceeded", monitor.HeaderTooLarge, ""},
		{"malformed MIME header", monitor.BrokenHTTP, "has a malformed header"},
		{"unsupported transfer encoding", monitor.BrokenHTTP, "is encoded in an unknown way"},
		{"too many transfer encodings", monitor.BrokenHTTP, "is encoded in several ways"},
		{"bad Content-Length", monitor.BrokenHTTP, length},
		{"invalid empty Content-Length", monitor.BrokenHTTP, length},
		{"http: message cannot contain multiple Content-Length", monitor.BrokenHTTP, length},
		{"invalid byte in chunk length", monitor.BrokenHTTP, chunks},
		{"empty hex number for chunk length", monitor.BrokenHTTP, chunks},
		{"http chunk length too large", monitor.BrokenHTTP, chunks},
		{"malformed chunked encoding", monitor.BrokenHTTP, chunks},
		{"chunked encoding contains too much non-data", monitor.BrokenHTTP, chunks},
		{"chunked line ends with bare LF", monitor.BrokenHTTP, chunks},
		{"invalid CR in chunked line", monitor.BrokenHTTP, chunks},
		{"header line too long", monitor.BrokenHTTP, chunks},
		{"bad trailer key", monitor.BrokenHTTP, "ends in a malformed header"},
		{"http: suspiciously long trailer after chunked body", monitor.BrokenHTTP, "ends in a malformed header"},

		{socksReply + "network unreachable", monitor.BeyondProxy, ""},
		{socksReply + "host unreachable", monitor.BeyondProxy, ""},
		{socksReply + "connection refused", monitor.BeyondProxy, ""},
		{socksReply + "TTL expired", monitor.BeyondProxy, ""},
		{socksReply, monitor.UnexpectedStatus, ""},
		{"no acceptable authentication methods", monitor.TokenWanted, ""},
		{"username/password authentication failed", monitor.TokenRefused, ""},
	}
}

const (
	certificateUnreadable = "tls: failed to parse certificate from server: "
	socksReply            = "unknown error " // before the words for the code of a SOCKS reply
)

// untypedKind is the kind of an error of the table, or empty for other errors.
func untypedKind(f *monitor.Failure, err error) monitor.Kind {
	for inner := err; inner != nil; inner = errors.Unwrap(inner) {
		text := inner.Error()
		for _, row := range untypedErrors() {
			if !strings.HasPrefix(text, row.begins) {
				continue
			}
			f.Problem = row.problem
			if words, ok := strings.CutPrefix(text, socksReply); ok {
				f.Code = words
			}
			if row.kind == monitor.CertificateMalformed {
				f.Problem = clean(strings.TrimPrefix(strings.TrimPrefix(text, certificateUnreadable), "x509: "), maxMessage)
			}
			return row.kind
		}
	}
	return ""
}
