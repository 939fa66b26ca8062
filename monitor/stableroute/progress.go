package stableroute

import (
	"context"
	"net"
	"net/http/httptrace"
	"net/netip"
	"net/url"
	"slices"
	"sync"
	"time"

	"routerwatch/monitor"
)

// progress knows how far a poll has come, so that a failure without a type of
// its own, a time limit above all, has a layer. The transport reports to it
// from goroutines of its own.
type progress struct {
	started time.Time
	limit   time.Duration   // how long the poll may take; 0 without a limit
	poll    context.Context // the poll's: the transport detaches its dial from it

	mu        sync.Mutex
	target    *url.URL
	proxy     *url.URL // nil where the router is asked directly
	layer     monitor.Layer
	talking   bool  // with the router itself, not with a proxy
	answering bool  // the first byte of an answer is there
	cut       error // what ended the reading from the connection
	peer      peer
}

// A place is where a poll was when it failed.
type place struct {
	layer     monitor.Layer
	host      string // of the router or the proxy, whichever was being talked to
	atProxy   bool   // connected to the proxy, not yet to the router
	answering bool
	limit     time.Duration
	waited    time.Duration // since the poll began
	cut       error         // what ended the reading, nil if nothing did
	token     bool          // one was sent
}

type progressKey struct{}

func newProgress(base Base, now time.Time) *progress {
	p := &progress{started: now}
	p.restart(base.stats())
	return p
}

// follow is ctx with the progress attached.
func (p *progress) follow(ctx context.Context) context.Context {
	p.poll = ctx
	ctx = context.WithValue(ctx, progressKey{}, p)
	return httptrace.WithClientTrace(ctx, &httptrace.ClientTrace{
		DNSStart: func(info httptrace.DNSStartInfo) { p.resolving(info.Host) },
		DNSDone: func(info httptrace.DNSDoneInfo) {
			if info.Err == nil {
				p.resolved(info.Addrs)
			}
		},
		ConnectStart: func(_, address string) { p.attempted(address) },
		ConnectDone: func(_, _ string, err error) {
			if err == nil {
				p.connected()
			}
		},
		TLSHandshakeStart: func() { p.handshaking() },
		GotConn: func(httptrace.GotConnInfo) {
			p.pastProxy()
			p.enter(monitor.LayerHTTP)
		},
		GotFirstResponseByte: func() { p.answered() },
	})
}

func progressOf(ctx context.Context) *progress {
	p, _ := ctx.Value(progressKey{}).(*progress)
	return p
}

// restart begins again with a new target: at first, and after a redirect.
func (p *progress) restart(target *url.URL) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.target, p.proxy = target, nil
	p.layer, p.talking, p.answering, p.cut = monitor.LayerTCP, false, false, nil
}

func (p *progress) enter(layer monitor.Layer) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.layer = layer
}

func (p *progress) goThrough(proxy *url.URL) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.proxy, p.talking = proxy, proxy == nil
}

func (p *progress) pastProxy() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.talking = true
}

// connected: what is next depends on whom the connection is with.
func (p *progress) connected() {
	p.mu.Lock()
	defer p.mu.Unlock()
	switch {
	case p.talking && p.target.Scheme == "https":
		p.layer = monitor.LayerTLS
	default:
		p.layer = monitor.LayerHTTP
	}
}

// handshaking: TLS starts with the router, or first with a proxy that speaks it.
func (p *progress) handshaking() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.layer = monitor.LayerTLS
	if p.proxy != nil && (p.proxy.Scheme == "socks5" || p.proxy.Scheme == "socks5h") {
		p.talking = true // no other sign says that a SOCKS proxy has connected us
	}
}

func (p *progress) ended(err error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.cut == nil {
		p.cut = err
	}
}

func (p *progress) answered() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.answering = true
}

func (p *progress) resolving(name string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.layer = monitor.LayerDNS
	p.peer = peer{name: name, port: p.port()}
}

func (p *progress) resolved(addresses []net.IPAddr) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.layer = monitor.LayerTCP
	for _, address := range addresses {
		if ip, ok := netip.AddrFromSlice(address.IP); ok {
			p.remember(netip.AddrPortFrom(ip.Unmap().WithZone(address.Zone), p.peer.port))
		}
	}
}

func (p *progress) attempted(address string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.layer = monitor.LayerTCP
	if parsed, err := netip.ParseAddrPort(address); err == nil {
		p.remember(netip.AddrPortFrom(parsed.Addr().Unmap(), parsed.Port()))
	}
}

// remember is called with the lock held.
func (p *progress) remember(address netip.AddrPort) {
	if !slices.Contains(p.peer.addresses, address) {
		p.peer.addresses = append(p.peer.addresses, address)
	}
}

// port is that of the router or the proxy; it is called with the lock held.
func (p *progress) port() uint16 {
	to := p.target
	if p.proxy != nil {
		to = p.proxy
	}
	return portNumber(to)
}

// seen is whom this poll connected to, or tried to.
func (p *progress) seen() peer {
	p.mu.Lock()
	defer p.mu.Unlock()
	seen := p.peer
	seen.addresses = slices.Clone(seen.addresses)
	return seen
}

func (p *progress) where() place {
	p.mu.Lock()
	defer p.mu.Unlock()
	at := place{
		layer:     p.layer,
		host:      p.target.Host,
		answering: p.answering,
		cut:       p.cut,
		limit:     p.limit,
		waited:    time.Since(p.started).Round(time.Second),
	}
	if p.proxy != nil && !p.talking {
		at.host = p.proxy.Host
		at.atProxy = p.layer == monitor.LayerTLS || p.layer == monitor.LayerHTTP
	}
	return at
}
