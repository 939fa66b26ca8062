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

// classify says why a poll failed: what the reader of the answer says, else the
// type of the error and, where it has none of its own, where the poll was.
// Nothing else in the program looks into an error of the network.
func classify(err error, at position) *monitor.Failure {
	f := &monitor.Failure{Cause: err}
	if answered, ok := errors.AsType[*monitor.Failure](err); ok {
		*f = *answered
	} else {
		f.Kind = networkKind(f, err, at)
	}
	f.Host, f.Layer = at.host, monitor.Example(f.Kind).Layer
	if f.Kind == monitor.TimedOut {
		f.Layer = at.layer
	}
	return f
}

// networkKind is the kind of an error without an answer, or in the middle of
// one.
func networkKind(f *monitor.Failure, err error, at position) monitor.Kind {
	if errors.Is(err, context.DeadlineExceeded) {
		f.Limit = at.limit
		return monitor.TimedOut
	}
	if dns, ok := errors.AsType[*net.DNSError](err); ok {
		if dns.IsNotFound {
			return monitor.NameNotFound
		}
		return monitor.NameFailed
	}
	if kind := tlsKind(f, err); kind != "" {
		return kind
	}
	switch {
	case errors.Is(err, syscall.EMFILE), errors.Is(err, syscall.ENFILE):
		return monitor.SourceBug // no file descriptor left: a fault of this program
	case isRefused(err):
		return monitor.Refused
	case isReset(err), isReset(at.cut):
		return monitor.Reset
	case isUnreachable(err):
		return monitor.Unreachable
	case errors.Is(err, os.ErrDeadlineExceeded), isSystemTimeout(err):
		f.Limit = at.waited // the system's own limit, shorter than ours
		return monitor.TimedOut
	case at.atProxy:
		return monitor.ProxyFailed
	case errors.Is(err, io.EOF), errors.Is(err, io.ErrUnexpectedEOF), errors.Is(at.cut, io.EOF):
		return monitor.ClosedEarly
	case at.layer == monitor.LayerDNS:
		return monitor.NameFailed
	case at.layer == monitor.LayerTCP:
		return monitor.Unreachable
	case at.layer == monitor.LayerTLS:
		return monitor.TLSFailed
	case !at.answering: // closed by the peer; net/http has no exported error for it
		return monitor.ClosedEarly
	}
	return monitor.NotHTTP
}

// tlsKind is what the handshake or the certificate failed by; empty where it
// did not.
func tlsKind(f *monitor.Failure, err error) monitor.Kind {
	if invalid, ok := errors.AsType[x509.CertificateInvalidError](err); ok && invalid.Reason == x509.Expired {
		if f.Expired = invalid.Cert.NotAfter; time.Now().Before(invalid.Cert.NotBefore) {
			f.Expired = invalid.Cert.NotBefore
		}
		return monitor.CertificateExpired
	}
	if _, ok := errors.AsType[x509.HostnameError](err); ok {
		return monitor.CertificateWrongHost
	}
	if _, ok := errors.AsType[x509.UnknownAuthorityError](err); ok {
		return monitor.CertificateUnknown
	}
	if _, ok := errors.AsType[*tls.CertificateVerificationError](err); ok {
		f.Problem = "has a certificate that is not valid"
		return monitor.TLSFailed
	}
	if _, ok := errors.AsType[tls.RecordHeaderError](err); ok || errors.Is(err, http.ErrSchemeMismatch) {
		f.Problem = "does not speak TLS"
		return monitor.TLSFailed
	}
	// An alert of the other side's, as crypto/tls marks it. It can come after
	// the handshake: one that wants a certificate of ours sends it then.
	if alert, ok := errors.AsType[*net.OpError](err); ok && alert.Op == "remote error" {
		return monitor.TLSFailed
	}
	return ""
}
