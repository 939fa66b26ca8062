package stableroute

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"io"
	"net"
	"net/http"
	"os"
	"syscall"
	"time"

	"routerwatch/monitor"
)

// classify says why a poll failed: by the type of its error and, where the
// error has none of its own, by where the poll was. Nothing else in the
// program looks into an error of the network.
func classify(err error, at place) *monitor.Failure {
	f := &monitor.Failure{Host: at.host, Cause: err}
	if refused, ok := errors.AsType[*refusal](err); ok {
		classifyStatus(f, refused, at)
		return f
	}
	if refused, ok := errors.AsType[*redirectRefusal](err); ok {
		f.Kind, f.Layer, f.HTTPStatus = monitor.RedirectRefused, monitor.LayerHTTP, refused.status
		f.Target, f.Problem = clean(refused.target, maxTarget), refused.problem
		return f
	}
	if refused, ok := errors.AsType[*proxyRefusal](err); ok {
		f.Kind, f.Layer, f.HTTPStatus = monitor.ProxyFailed, monitor.LayerHTTP, refused.status
		return f
	}
	if wrong, ok := errors.AsType[*shapeError](err); ok {
		f.Kind, f.Layer, f.HTTPStatus = wrong.kind, monitor.LayerAnswer, http.StatusOK
		f.Field, f.Problem = wrong.field, wrong.problem
		return f
	}
	f.Kind, f.Layer = classifyNetwork(f, err, at)
	return f
}

// classifyStatus maps an answer with another status than 200.
func classifyStatus(f *monitor.Failure, r *refusal, at place) {
	f.Layer, f.HTTPStatus, f.RetryAfter, f.RequestID = monitor.LayerHTTP, r.status, r.retryAfter, r.requestID
	f.Code, f.Message = clean(r.code, maxCode), clean(r.message, maxMessage)
	switch r.status {
	case http.StatusUnauthorized:
		f.Kind = monitor.TokenWanted
		if at.token { // it was given one
			f.Kind = monitor.TokenRefused
		}
	case http.StatusForbidden:
		f.Kind = monitor.TokenRefused
	case http.StatusNotFound, http.StatusMethodNotAllowed, http.StatusNotAcceptable, http.StatusGone:
		f.Kind = monitor.NoStatsHere
	case http.StatusProxyAuthRequired:
		f.Kind = monitor.ProxyFailed
	case http.StatusTooManyRequests:
		f.Kind = monitor.TooManyRequests
	case http.StatusNetworkAuthenticationRequired: // the sign-in page of a network, by its own word
		f.Kind, f.Layer = monitor.WebPage, monitor.LayerAnswer
	default:
		f.Kind = monitor.UnexpectedStatus
		if r.status >= 500 && r.status <= 599 {
			f.Kind = monitor.RouterError
		}
	}
}

// classifyNetwork maps an error without an answer, or in the middle of one.
func classifyNetwork(f *monitor.Failure, err error, at place) (monitor.Kind, monitor.Layer) {
	if errors.Is(err, errTooLarge) {
		f.HTTPStatus = http.StatusOK
		return monitor.TooLarge, monitor.LayerAnswer
	}
	if errors.Is(err, context.DeadlineExceeded) {
		f.Limit = at.limit
		return monitor.TimedOut, at.layer
	}
	if dns, ok := errors.AsType[*net.DNSError](err); ok {
		if dns.IsNotFound {
			return monitor.NameNotFound, monitor.LayerDNS
		}
		return monitor.NameFailed, monitor.LayerDNS
	}
	if kind, ok := classifyTLS(f, err); ok {
		return kind, monitor.LayerTLS
	}
	switch {
	case errors.Is(err, syscall.EMFILE), errors.Is(err, syscall.ENFILE):
		return monitor.SourceBug, monitor.LayerProgram // no file descriptor left: ours to mend
	case isRefused(err):
		return monitor.Refused, monitor.LayerTCP
	case isReset(err), isReset(at.cut):
		return monitor.Reset, monitor.LayerTCP
	case isUnreachable(err):
		return monitor.Unreachable, monitor.LayerTCP
	case errors.Is(err, os.ErrDeadlineExceeded), isSystemTimeout(err):
		f.Limit = at.waited // the system's own limit, shorter than ours
		return monitor.TimedOut, at.layer
	case at.atProxy:
		return monitor.ProxyFailed, monitor.LayerHTTP
	case errors.Is(err, io.EOF), errors.Is(err, io.ErrUnexpectedEOF), errors.Is(at.cut, io.EOF):
		return monitor.ClosedEarly, monitor.LayerTCP
	}
	switch at.layer {
	case monitor.LayerDNS:
		return monitor.NameFailed, monitor.LayerDNS
	case monitor.LayerTCP:
		return monitor.Unreachable, monitor.LayerTCP
	case monitor.LayerTLS:
		return monitor.TLSFailed, monitor.LayerTLS
	}
	if !at.answering { // closed by the peer; net/http has no exported error for it
		return monitor.ClosedEarly, monitor.LayerTCP
	}
	return monitor.NotHTTP, monitor.LayerHTTP
}

// classifyTLS maps what the handshake or the certificate failed by.
func classifyTLS(f *monitor.Failure, err error) (monitor.Kind, bool) {
	if invalid, ok := errors.AsType[x509.CertificateInvalidError](err); ok {
		if invalid.Reason != x509.Expired {
			f.Problem = "has a certificate that is not valid"
			return monitor.TLSFailed, true
		}
		if f.Expired = invalid.Cert.NotAfter; time.Now().Before(invalid.Cert.NotBefore) {
			f.Expired = invalid.Cert.NotBefore
		}
		return monitor.CertificateExpired, true
	}
	if _, ok := errors.AsType[x509.HostnameError](err); ok {
		return monitor.CertificateWrongHost, true
	}
	if _, ok := errors.AsType[x509.UnknownAuthorityError](err); ok {
		return monitor.CertificateUnknown, true
	}
	if _, ok := errors.AsType[*tls.CertificateVerificationError](err); ok {
		f.Problem = "has a certificate that is not valid"
		return monitor.TLSFailed, true
	}
	if _, ok := errors.AsType[tls.RecordHeaderError](err); ok || errors.Is(err, http.ErrSchemeMismatch) {
		f.Problem = "does not speak TLS"
		return monitor.TLSFailed, true
	}
	// An alert of the other side's, as crypto/tls marks it. It can come after
	// the handshake: one that wants a certificate of ours sends it then.
	if alert, ok := errors.AsType[*net.OpError](err); ok && alert.Op == "remote error" {
		return monitor.TLSFailed, true
	}
	return "", false
}
