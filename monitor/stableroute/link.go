package stableroute

import (
	"context"
	"net"
	"net/http"
	"net/netip"
	"slices"
	"sync"
	"time"

	"routerwatch/monitor"
)

// lookupTime bounds the look for new addresses while the old have no way.
const lookupTime = 2 * time.Second

// A peer is the router or its proxy, whichever a poll connects to: its
// addresses, and the name that gave them.
type peer struct {
	addresses []netip.AddrPort
	name      string // empty where the address was given as a number
	port      uint16
}

// link knows the last peer and tells whether this computer has a way to it.
type link struct {
	dialer   *net.Dialer // for its resolver, nil meaning the usual one
	hasRoute func(context.Context, netip.AddrPort) bool

	mu   sync.Mutex
	last peer
}

// newLink makes a link to a peer that no poll has connected to yet.
func newLink(dialer *net.Dialer, first peer) *link {
	return &link{dialer: dialer, hasRoute: hasRoute, last: first}
}

// firstPeer is the peer as the settings name it, before any poll. It has an
// address only where that was given as a number.
func firstPeer(base monitor.Address, transport *http.Transport) peer {
	to := base.Stats()
	proxy, err := transport.Proxy(&http.Request{URL: to})
	switch {
	case err != nil:
		return peer{} // let the poll fail, and tell why
	case proxy != nil:
		to = proxy
	}
	port := monitor.Port(to)
	if ip, err := netip.ParseAddr(to.Hostname()); err == nil {
		return peer{addresses: []netip.AddrPort{netip.AddrPortFrom(ip.Unmap(), port)}, port: port}
	}
	return peer{name: to.Hostname(), port: port}
}

// farAddresses are one address of either kind far away, of a name server of the
// DNS's root: a computer that has a way to neither is on no network that leads
// to the Internet. Nothing is ever sent to them.
func farAddresses() []netip.AddrPort {
	return []netip.AddrPort{
		netip.AddrPortFrom(netip.AddrFrom4([4]byte{198, 41, 0, 4}), 53),
		netip.AddrPortFrom(netip.MustParseAddr("2001:503:ba3e::2:30"), 53),
	}
}

// learn takes over the peer of a poll that got as far as to have an address.
func (l *link) learn(p peer) {
	if len(p.addresses) == 0 {
		return
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	l.last = p
}

// online reports whether any address of the last peer has a way or, while none
// is known, any address at all. Where none has, the name is looked up again:
// another network may give it another address, a network that leads nowhere
// else may have the router in it, and polls, which would find that out, are
// not sent while offline. A ctx that ends proves nothing, and is no reason to
// call this computer offline.
func (l *link) online(ctx context.Context) bool {
	l.mu.Lock()
	last := l.last
	l.mu.Unlock()
	reachable := func(to netip.AddrPort) bool { return to.Addr().IsLoopback() || l.hasRoute(ctx, to) }
	hopeful := last.addresses
	if len(hopeful) == 0 {
		if last.name == "" || monitor.Loopback(last.name) {
			return true
		}
		hopeful = farAddresses()
	}
	switch {
	case ctx.Err() != nil, slices.ContainsFunc(hopeful, reachable):
		return true
	case last.name == "":
		return false
	}
	lookup, cancel := context.WithTimeout(ctx, lookupTime)
	defer cancel()
	lookup = context.WithValue(lookup, progressKey{}, &progress{poll: lookup}) // see closeWithPoll
	found, err := l.dialer.Resolver.LookupNetIP(lookup, "ip", last.name)
	if err != nil {
		return ctx.Err() != nil
	}
	return slices.ContainsFunc(found, func(ip netip.Addr) bool {
		return reachable(netip.AddrPortFrom(ip.Unmap(), last.port))
	})
}

// hasRoute asks the operating system for a way to an address, by connecting a
// UDP socket to it, which sends nothing. Only a plain no counts.
func hasRoute(ctx context.Context, to netip.AddrPort) bool {
	socket, err := (&net.Dialer{}).DialContext(ctx, "udp", to.String())
	if err != nil {
		return !isUnreachable(err)
	}
	_ = socket.Close()
	return true
}
