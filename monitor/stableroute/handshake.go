package stableroute

import (
	"cmp"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"io"
	"net"
	"net/http"
	"os"
	"time"

	"routerwatch/monitor"
)

// A hello is the first message of a TLS handshake.
type hello int

const (
	// usualHello offers a post-quantum key share and a session to resume. It is
	// larger than a packet, and some firewalls lose or reset such a hello.
	usualHello hello = iota
	// smallHello fits into one packet.
	smallHello
)

// tlsConfig is for TLS 1.2 or later.
func tlsConfig(roots *x509.CertPool, hello hello) *tls.Config {
	config := &tls.Config{
		MinVersion: tls.VersionTLS12, RootCAs: roots, GetClientCertificate: noCertificate, NextProtos: []string{"http/1.1"},
	}
	if hello == smallHello {
		config.CurvePreferences = []tls.CurveID{tls.X25519, tls.CurveP256, tls.CurveP384}
	} else {
		config.ClientSessionCache = tls.NewLRUClientSessionCache(2)
	}
	return config
}

const (
	// maxFirstHandshake bounds the first handshake of a poll, so that a second one
	// fits into the poll's limit.
	maxFirstHandshake = 10 * time.Second
	// firstDetour is how long a detour is taken before the usual handshake is tried
	// again; each time that this is lost again the time doubles, up to maxDetour.
	firstDetour = 10 * time.Minute
	maxDetour   = 24 * time.Hour
)

// A detour is how a TLS handshake succeeded after the usual one was lost: with a
// small hello, and at another address if there was one. The zero value is none.
type detour struct {
	until  time.Time
	lasted time.Duration // from its beginning until then
	avoid  string        // the address where the usual handshake was lost; empty for none
}

// again is the detour after the usual handshake was lost, anew or again.
func (d detour) again(now time.Time, avoid string) detour {
	lasted := min(max(2*d.lasted, firstDetour), maxDetour)
	return detour{until: now.Add(lasted), lasted: lasted, avoid: avoid}
}

// handshakes is a transport that makes a lost TLS handshake once more, with the
// other hello. The router gets the request once, after the handshake. Like a client
// it is not for concurrent use.
type handshakes struct {
	transports [2]http.RoundTripper // by hello
	detour     detour               // remembered from poll to poll
}

// RoundTrip sends the request by the way that worked last.
func (h *handshakes) RoundTrip(request *http.Request) (*http.Response, error) {
	p := progressOf(request.Context())
	hello, avoid := usualHello, ""
	remembered := time.Now().Before(h.detour.until)
	if remembered {
		hello, avoid = smallHello, h.detour.avoid
	}
	p.send(hello, avoid, maxFirstHandshake)
	response, err := h.transports[hello].RoundTrip(request)
	shaken := p.shaken()
	switch {
	case shaken.done && !remembered:
		h.detour = detour{} // what was in the way is gone
		return response, err
	case shaken.err == nil, request.Context().Err() != nil:
		return response, err
	case !lost(shaken.err) && (!remembered || certificateRefused(shaken.err)):
		return response, err
	}
	p.retry(shaken)
	if remembered {
		p.send(usualHello, "", 0)
		if response, err = h.transports[usualHello].RoundTrip(request); p.shaken().done {
			h.detour = detour{}
		}
		return response, err
	}
	p.send(smallHello, shaken.at, 0)
	response, err = h.transports[smallHello].RoundTrip(request)
	switch again := p.shaken(); {
	case !again.done:
	case again.at == shaken.at:
		h.detour = h.detour.again(time.Now(), "")
	default:
		h.detour = h.detour.again(time.Now(), shaken.at)
	}
	return response, err
}

// lost reports whether a handshake ended without a word of the peer. After an alert
// or a refused certificate another hello would change nothing.
func lost(err error) bool { return lostKind(err) != "" }

// lostKind is how a handshake was lost; empty if it was not.
func lostKind(err error) monitor.Kind {
	switch {
	case errors.Is(err, os.ErrDeadlineExceeded):
		return monitor.TimedOut
	case errors.Is(err, io.EOF), errors.Is(err, io.ErrUnexpectedEOF):
		return monitor.ClosedEarly
	case errnoKind(err) == monitor.Reset:
		return monitor.Reset
	}
	return ""
}

func certificateRefused(err error) bool {
	_, refused := errors.AsType[*tls.CertificateVerificationError](err)
	return refused
}

// A handshake is the last TLS handshake of a request.
type handshake struct {
	connection net.Conn
	at         string // the address of the connection
	done       bool
	err        error // why it failed; nil if it did not
	took       time.Duration
}

// startHandshake and endHandshake record a handshake with the router, or first with
// an https proxy. They are called with the lock held.
func (p *progress) startHandshake() {
	p.lap(&p.path.Phases[monitor.Connect]) // a proxy's part of it
	p.layer = monitor.LayerTLS
	p.handshake.done = false
	if p.patience > 0 {
		limit := time.Now().Add(p.patience)
		if end, ok := p.poll.Deadline(); ok {
			if half := time.Now().Add(time.Until(end) / 2); half.Before(limit) {
				limit = half
			}
		}
		_ = p.handshake.connection.SetDeadline(limit)
	}
}

func (p *progress) endHandshake(state tls.ConnectionState, err error) {
	p.handshake.done, p.handshake.err, p.handshake.took = err == nil, err, p.lap(&p.path.Phases[monitor.Handshake])
	if err != nil {
		return
	}
	_ = p.handshake.connection.SetDeadline(time.Time{})
	ends := endsFirst(state.VerifiedChains)
	if p.pastProxy {
		p.certificate, p.http1 = ends, state.NegotiatedProtocol == "http/1.1"
	}
	p.steps = append(p.steps, monitor.ProbeStep{Layer: monitor.LayerTLS, Took: p.handshake.took, Expires: ends.Ends})
}

// shaken is the last handshake of the request; the zero value if there was none.
func (p *progress) shaken() (h handshake) {
	p.update(func() { h = p.handshake })
	return h
}

// retry records a lost handshake that is followed by another one.
func (p *progress) retry(h handshake) {
	p.update(func() {
		p.steps = append(p.steps, monitor.ProbeStep{
			Layer: monitor.LayerTLS, Took: h.took, Addresses: []string{h.at}, Failed: cmp.Or(lostKind(h.err), monitor.TLSFailed),
		})
	})
}
