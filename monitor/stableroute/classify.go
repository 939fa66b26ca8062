package stableroute

import (
	"context"
	"errors"
	"io"
	"net"
	"os"
	"syscall"
	"time"

	"routerwatch/monitor"
)

// classify is the failure for a poll's error: the failure that the reader of the
// answer returned, or else by the type of the error or, failing that, by the
// position of the poll. No other code inspects network errors.
func classify(err error, at *progress) *monitor.Failure {
	f := &monitor.Failure{}
	if answered, ok := errors.AsType[*monitor.Failure](err); ok {
		*f = *answered
		if at.certificateAsked && f.Kind == monitor.UnexpectedStatus && certificateStatus(f.HTTPStatus) {
			f.Kind = monitor.ClientCertificateWanted
		}
	} else {
		f.Kind = networkKind(f, err, at)
	}
	f.Layer = monitor.Example(f.Kind).Layer
	if f.Kind == monitor.TimedOut {
		f.Layer = at.layer
	}
	if at.layer == monitor.LayerTCP {
		f.Silent = at.attempts(monitor.TimedOut)
	}
	blameProxy(f, at)
	f.Host = at.host()
	return f
}

// cause is why a request failed: that its time is over, unless the answer had said
// why before.
func cause(ctx context.Context, err error) error {
	if _, answered := errors.AsType[*monitor.Failure](err); answered || ctx.Err() == nil {
		return err
	}
	return ctx.Err()
}

// networkKind is the kind of an error before or during an answer.
func networkKind(f *monitor.Failure, err error, at *progress) monitor.Kind {
	if kind := at.firstKind(); kind != "" {
		return kind
	}
	if errors.Is(err, context.DeadlineExceeded) {
		if at.layer == monitor.LayerTCP && at.attempts(monitor.Refused) != "" {
			return monitor.Refused // by an address that answered, while others were silent
		}
		f.Limit = at.limit
		return monitor.TimedOut
	}
	if dns, ok := errors.AsType[*net.DNSError](err); ok {
		if dns.IsNotFound {
			return monitor.NameNotFound
		}
		return monitor.NameFailed
	}
	if kind := tlsKind(f, err, at); kind != "" {
		return kind
	}
	switch kind := errnoKind(err); {
	case kind == monitor.TimedOut, kind == "" && errors.Is(err, os.ErrDeadlineExceeded):
		f.Limit = time.Since(at.started).Round(time.Second) // the system's own limit, shorter than ours
		return monitor.TimedOut
	case kind != "":
		return kind
	case errnoKind(at.cut) == monitor.Reset:
		return monitor.Reset
	case errors.Is(err, io.EOF), errors.Is(err, io.ErrUnexpectedEOF), errors.Is(at.cut, io.EOF):
		return monitor.ClosedEarly
	}
	if kind := untypedKind(f, err); kind != "" {
		return kind
	}
	switch {
	case at.layer == monitor.LayerDNS:
		return monitor.NameFailed
	case at.layer == monitor.LayerTCP:
		return monitor.Unreachable
	case at.layer == monitor.LayerTLS:
		return monitor.TLSFailed
	case at.proxy != nil && !at.pastProxy:
		return monitor.NotHTTP
	case !at.answering: // closed by the peer, for which net/http exports no error
		return monitor.ClosedEarly
	}
	return monitor.NotHTTP
}

// Windows' network errors have numbers of their own; package syscall's POSIX
// names are not them there.
const (
	wsaEACCES        syscall.Errno = 10013
	wsaEAFNOSUPPORT  syscall.Errno = 10047
	wsaEADDRNOTAVAIL syscall.Errno = 10049
	wsaENETDOWN      syscall.Errno = 10050
	wsaENETUNREACH   syscall.Errno = 10051
	wsaECONNABORTED  syscall.Errno = 10053
	wsaECONNRESET    syscall.Errno = 10054
	wsaETIMEDOUT     syscall.Errno = 10060
	wsaECONNREFUSED  syscall.Errno = 10061
	wsaEHOSTDOWN     syscall.Errno = 10064
	wsaEHOSTUNREACH  syscall.Errno = 10065
)

// errnoKind is the kind of an operating system error, or empty for other errors.
func errnoKind(err error) monitor.Kind {
	number, _ := errors.AsType[syscall.Errno](err)
	switch number {
	case syscall.EMFILE, syscall.ENFILE: // this program has leaked file descriptors
		return monitor.SourceBug
	case syscall.ECONNREFUSED, wsaECONNREFUSED:
		return monitor.Refused
	case syscall.ECONNRESET, syscall.ECONNABORTED, syscall.EPIPE, wsaECONNRESET, wsaECONNABORTED:
		return monitor.Reset
	case syscall.ENETUNREACH, syscall.EHOSTUNREACH, syscall.ENETDOWN, syscall.EHOSTDOWN,
		syscall.EADDRNOTAVAIL, syscall.EAFNOSUPPORT, syscall.EACCES, syscall.EPERM,
		wsaENETUNREACH, wsaEHOSTUNREACH, wsaENETDOWN, wsaEHOSTDOWN, wsaEADDRNOTAVAIL, wsaEAFNOSUPPORT, wsaEACCES:
		return monitor.Unreachable
	case syscall.ETIMEDOUT, wsaETIMEDOUT:
		return monitor.TimedOut
	}
	return ""
}
