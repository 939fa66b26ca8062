package stableroute

import (
	"context"
	"net"
	"net/netip"
	"net/url"
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
	addresses []netip.Addr
	name      string // empty where the address was given as a number
}

// link knows the last peer and tells whether this computer has a way to it.
type link struct {
	dialer   *net.Dialer // for its resolver, nil meaning the usual one
	hasRoute func(context.Context, netip.Addr) bool

	mu   sync.Mutex
	last peer
}

// firstPeer is the peer as the settings name it, before any poll. It has an
// address only where that was given as a number.
func firstPeer(to *url.URL, proxyFor proxyFunc) peer {
	proxy, err := proxyFor(to)
	switch {
	case err != nil:
		return peer{} // let the poll fail, and tell why
	case proxy != nil:
		to = proxy
	}
	if ip, err := netip.ParseAddr(to.Hostname()); err == nil {
		return peer{addresses: []netip.Addr{ip.Unmap()}}
	}
	return peer{name: to.Hostname()}
}

// farAddresses are one address of either kind far away, of a name server of the
// DNS's root: a computer that has a way to neither is on no network that leads
// to the Internet. Nothing is ever sent to them.
func farAddresses() []netip.Addr {
	return []netip.Addr{netip.AddrFrom4([4]byte{198, 41, 0, 4}), netip.MustParseAddr("2001:503:ba3e::2:30")}
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
	reachable := func(to netip.Addr) bool { return to.IsLoopback() || l.hasRoute(ctx, to) }
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
	return slices.ContainsFunc(found, func(ip netip.Addr) bool { return reachable(ip.Unmap()) })
}

// hasRoute asks the operating system for a way to an address, by connecting a
// UDP socket to it, which sends nothing: any port does. Only a plain no counts.
func hasRoute(ctx context.Context, to netip.Addr) bool {
	socket, err := (&net.Dialer{}).DialContext(ctx, "udp", netip.AddrPortFrom(to, 53).String())
	if err != nil {
		return errnoKind(err) != monitor.Unreachable
	}
	_ = socket.Close()
	return true
}
