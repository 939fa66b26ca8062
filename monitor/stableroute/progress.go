package stableroute

import (
	"context"
	"crypto/tls"
	"net/http/httptrace"
	"net/netip"
	"net/url"
	"slices"
	"sync"
	"time"

	"routerwatch/monitor"
)

// progress tracks how far a poll has come, which gives a failure without a type,
// above all a timeout, its layer, and a probe its steps. The transport updates it
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
	pastProxy bool     // talking with the router itself, not with a proxy
	peer      peer
	steps     []monitor.ProbeStep // the layers that were got through
	stepped   time.Time           // when the last of them was
}

type progressKey struct{}

func newProgress(base monitor.Address) *progress {
	now := time.Now()
	p := &progress{started: now, stepped: now}
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
func (p *progress) end() { p.update(func() { p.ended = true }) }

// follow is ctx with the progress attached.
func (p *progress) follow(ctx context.Context) context.Context {
	p.poll = ctx
	ctx = context.WithValue(ctx, progressKey{}, p)
	return httptrace.WithClientTrace(ctx, &httptrace.ClientTrace{
		DNSStart: func(info httptrace.DNSStartInfo) {
			p.update(func() { p.layer, p.peer = monitor.LayerDNS, peer{name: info.Host} })
		},
		DNSDone: func(info httptrace.DNSDoneInfo) {
			if info.Err == nil {
				p.update(func() { p.resolved(info) })
			}
		},
		ConnectStart: func(_, address string) {
			p.update(func() {
				p.layer = monitor.LayerTCP
				if parsed, err := netip.ParseAddrPort(address); err == nil {
					p.remember(parsed.Addr())
				}
			})
		},
		ConnectDone: func(_, address string, err error) {
			if err == nil {
				p.update(func() { p.connected(address) })
			}
		},
		TLSHandshakeStart: func() {
			p.update(func() { // with the router, or first with an https proxy
				p.layer = monitor.LayerTLS
				if p.proxy != nil && (p.proxy.Scheme == "socks5" || p.proxy.Scheme == "socks5h") {
					p.pastProxy = true // the only sign that a SOCKS proxy has connected us
				}
			})
		},
		TLSHandshakeDone: func(state tls.ConnectionState, err error) {
			step := monitor.ProbeStep{Layer: monitor.LayerTLS}
			if len(state.PeerCertificates) > 0 {
				step.Expires = state.PeerCertificates[0].NotAfter
			}
			if err == nil {
				p.update(func() { p.step(step) })
			}
		},
		GotConn: func(httptrace.GotConnInfo) {
			p.update(func() { p.pastProxy, p.layer = true, monitor.LayerHTTP })
		},
		GotFirstResponseByte: func() {
			p.update(func() {
				p.answering = true
				p.step(monitor.ProbeStep{Layer: monitor.LayerHTTP})
			})
		},
	})
}

// restart resets the progress for a new target, also after a redirect.
func (p *progress) restart(target *url.URL) {
	p.update(func() {
		p.target, p.proxy = target, nil
		p.layer, p.pastProxy, p.answering, p.cut = monitor.LayerTCP, false, false, nil
	})
}

// resolved is called with the lock held, as are the methods below down to
// remember.
func (p *progress) resolved(info httptrace.DNSDoneInfo) {
	p.layer = monitor.LayerTCP
	step := monitor.ProbeStep{Layer: monitor.LayerDNS}
	for _, address := range info.Addrs {
		step.Addresses = append(step.Addresses, address.String())
		if ip, ok := netip.AddrFromSlice(address.IP); ok {
			p.remember(ip.WithZone(address.Zone))
		}
	}
	p.step(step)
}

// connected records a connection to the router or the proxy.
func (p *progress) connected(address string) {
	p.layer = monitor.LayerHTTP
	if p.pastProxy && p.target.Scheme == "https" {
		p.layer = monitor.LayerTLS
	}
	p.step(monitor.ProbeStep{Layer: monitor.LayerTCP, Addresses: []string{address}})
}

func (p *progress) step(step monitor.ProbeStep) {
	now := time.Now()
	step.Took, p.stepped = now.Sub(p.stepped), now
	p.steps = append(p.steps, step)
}

func (p *progress) remember(address netip.Addr) {
	if address = address.Unmap(); !slices.Contains(p.peer.addresses, address) {
		p.peer.addresses = append(p.peer.addresses, address)
	}
}

// host is that of the router or the proxy, whichever was being talked to.
func (p *progress) host() string {
	if p.proxy != nil && !p.pastProxy {
		return p.proxy.Host
	}
	return p.target.Host
}

// atProxy reports whether it was connected to the proxy, and not yet to the router.
func (p *progress) atProxy() bool {
	return p.proxy != nil && !p.pastProxy && (p.layer == monitor.LayerTLS || p.layer == monitor.LayerHTTP)
}
