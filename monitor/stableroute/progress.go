package stableroute

import (
	"cmp"
	"context"
	"crypto/tls"
	"net"
	"net/http/httptrace"
	"net/netip"
	"net/url"
	"slices"
	"strings"
	"sync"
	"time"

	"routerwatch/monitor"
)

// progress tracks how far a poll has come, which gives a failure without a type,
// above all a timeout, its layer, a reading its phases, and a probe its steps. The transport updates it
// from its own goroutines, possibly after the poll has ended.
type progress struct {
	started time.Time
	limit   time.Duration   // how long the poll may take; 0 without a limit
	poll    context.Context // the poll's own: the transport detaches its dials from it

	mu        sync.Mutex // guards what follows, until the poll has ended
	ended     bool
	layer     monitor.Layer
	answering bool  // the first byte of an answer is there
	cut       error // what ended the reading from the connection, nil if nothing did
	target    *url.URL
	proxy     *url.URL // nil without a proxy
	proxyFrom string   // see [monitor.Proxy.From]
	heard     bool     // something was read from the peer, or from the proxy by askSilentProxy
	pastProxy bool     // talking with the router itself, not with a proxy
	peer      peer
	addresses []string      // of the peer, with the port, in the order in which to try them
	avoid     string        // the address to try last
	patience  time.Duration // how long the handshake may take; 0 without a limit
	handshake handshake
	latency   time.Duration // from the request to the first byte of its answer
	path      monitor.Path
	steps     []monitor.ProbeStep // what was done, in order
	stepped   time.Time           // when the last phase ended

	certificate      monitor.Certificate // of the router
	certificateAsked bool                // of this program
	http1            bool                // the router agreed to HTTP/1.1 in the handshake
	first            string              // the first bytes of the answer; empty where they are not seen
}

// maxFirst bounds the first bytes of an answer that are kept.
const maxFirst = 16

type progressKey struct{}

func newProgress(base monitor.Address) *progress {
	now := time.Now()
	p := &progress{started: now, stepped: now, layer: monitor.LayerTCP}
	p.restart(base.Stats())
	return p
}

func progressOf(ctx context.Context) *progress {
	p, _ := ctx.Value(progressKey{}).(*progress)
	return p
}

// update changes the progress under its lock, until it has ended.
func (p *progress) update(change func()) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if !p.ended {
		change()
	}
}

// end makes later updates do nothing, so that it can be read without the lock.
func (p *progress) end() {
	p.update(func() {
		p.lap(&p.path.Phases[monitor.Body]) // after an answer
		p.path.PassedOver = p.attempts(monitor.TimedOut, monitor.Refused, monitor.Reset)
		p.ended = true
	})
}

// follow is ctx with the progress attached.
func (p *progress) follow(ctx context.Context) context.Context {
	p.poll = ctx
	ctx = context.WithValue(ctx, progressKey{}, p)
	return httptrace.WithClientTrace(ctx, &httptrace.ClientTrace{
		TLSHandshakeStart: func() { p.update(p.startHandshake) },
		TLSHandshakeDone: func(state tls.ConnectionState, err error) {
			p.update(func() { p.endHandshake(state, err) })
		},
		GotConn: func(httptrace.GotConnInfo) {
			p.update(func() {
				p.lap(&p.path.Phases[monitor.Connect]) // a SOCKS proxy's part of it
				p.pastProxy, p.layer = !p.forwarded(), monitor.LayerHTTP
			})
		},
		GotFirstResponseByte: func() {
			p.update(func() {
				p.answering = true
				p.steps = append(p.steps, monitor.ProbeStep{Layer: monitor.LayerHTTP, Took: p.lap(&p.latency)})
			})
		},
	})
}

// restart resets the progress for a new target, also after a redirect.
func (p *progress) restart(target *url.URL) {
	p.update(func() { p.target, p.proxy = target, nil })
}

// send resets the progress for a request that begins with that hello. The address
// to avoid is tried last; its TLS handshakes may take that long, 0 for no limit.
func (p *progress) send(hello hello, avoid string, patience time.Duration) {
	p.update(func() {
		p.avoid, p.patience, p.path.SmallHello = avoid, patience, hello == smallHello
		p.handshake = handshake{}
		p.layer, p.pastProxy, p.answering, p.cut = monitor.LayerTCP, false, false, nil
		p.certificate, p.certificateAsked, p.http1, p.first, p.heard = monitor.Certificate{}, false, false, "", false
	})
}

// lap ends a phase: it adds the time since the last one ended. It is called with the
// lock held.
func (p *progress) lap(phase *time.Duration) time.Duration {
	now := time.Now()
	took := now.Sub(p.stepped)
	*phase, p.stepped = *phase+took, now
	return took
}

// resolved records the addresses of a name.
func (p *progress) resolved(addresses []netip.Addr) {
	p.update(func() {
		p.peer.addresses, p.layer = addresses, monitor.LayerTCP
		step := monitor.ProbeStep{Layer: monitor.LayerDNS, Took: p.lap(&p.path.Phases[monitor.Lookup])}
		for _, address := range addresses {
			step.Addresses = append(step.Addresses, address.String())
		}
		p.steps = append(p.steps, step)
	})
}

// targets are the addresses with the port, the one to avoid last.
func (p *progress) targets(addresses []netip.Addr, port string) []string {
	var targets []string
	for _, address := range addresses {
		targets = append(targets, net.JoinHostPort(address.String(), port))
	}
	p.update(func() {
		if at := slices.Index(targets, p.avoid); at >= 0 {
			targets = append(slices.Delete(targets, at, at+1), p.avoid)
		}
		p.addresses = targets
	})
	return targets
}

// trying records an attempt at an address, which is silent until it ends.
func (p *progress) trying(address string) {
	p.update(func() {
		p.steps = append(p.steps, monitor.ProbeStep{Layer: monitor.LayerTCP, Addresses: []string{address}, Failed: monitor.TimedOut})
	})
}

// tried records the end of an attempt.
func (p *progress) tried(address string, took time.Duration, err error) {
	p.update(func() {
		if step := p.attempt(address); step != nil {
			step.Took, step.Failed = took, attemptKind(err)
		}
	})
}

// connected records the connection to the router or the proxy.
func (p *progress) connected(connection net.Conn) {
	p.update(func() {
		p.handshake = handshake{connection: connection, at: connection.RemoteAddr().String()}
		p.layer = monitor.LayerHTTP
		if p.pastProxy && p.target.Scheme == "https" {
			p.layer = monitor.LayerTLS
		}
		took := p.lap(&p.path.Phases[monitor.Connect])
		if step := p.attempt(p.handshake.at); step != nil {
			step.Took, step.Failed = took, ""
		}
	})
}

// attempt is the last attempt at an address, nil if there was none.
func (p *progress) attempt(address string) *monitor.ProbeStep {
	for i := len(p.steps) - 1; i >= 0; i-- {
		if step := &p.steps[i]; step.Layer == monitor.LayerTCP && step.Addresses[0] == address {
			return step
		}
	}
	return nil
}

// noteRead records the first bytes of an answer without encryption, and the error
// of reading.
func (p *progress) noteRead(bytes []byte, err error) {
	if err != nil {
		p.cut = cmp.Or(p.cut, err)
	}
	p.heard = p.heard || len(bytes) > 0
	if p.proxy == nil && p.target.Scheme == "http" && len(p.first) < maxFirst {
		p.first += string(bytes[:min(len(bytes), maxFirst-len(p.first))])
	}
}

// attempts lists the hosts at which an attempt ended in one of these ways.
func (p *progress) attempts(ended ...monitor.Kind) string {
	var hosts []string
	for _, step := range p.steps {
		if step.Layer == monitor.LayerTCP && slices.Contains(ended, step.Failed) {
			host, _, _ := net.SplitHostPort(step.Addresses[0])
			hosts = append(hosts, host)
		}
	}
	slices.Sort(hosts)
	return strings.Join(slices.Compact(hosts), ", ")
}

// host is that of the router or the proxy, whichever was being talked to.
func (p *progress) host() string {
	if p.proxy != nil && !p.pastProxy {
		return p.proxy.Host
	}
	return p.target.Host
}

// forwarded reports whether the request itself goes to a proxy, which then
// answers for the router; else a proxy only connects.
func (p *progress) forwarded() bool {
	return p.proxy != nil && !isSOCKS(p.proxy) && p.target.Scheme == "http"
}
