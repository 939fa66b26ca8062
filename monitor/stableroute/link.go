package stableroute

import (
	"context"
	"net"
	"net/netip"
	"net/url"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"routerwatch/monitor"
)

// lookupTimeout bounds the lookup of new addresses when the old have no route, or a
// SOCKS proxy could not connect to the name.
const lookupTimeout = 2 * time.Second

// A peer is the router or its proxy, whichever a poll connects to: its
// addresses, and the name that gave them.
type peer struct {
	addresses []netip.Addr
	name      string // empty where the address was given as a number
}

// link remembers the last peer and reports whether this computer has a route to it.
type link struct {
	dialer   *net.Dialer // for its resolver
	hasRoute func(context.Context, netip.Addr) bool

	mu   sync.Mutex
	last peer
}

// firstPeer is the peer of the settings, before any poll. It has an address only
// if that is numeric.
func firstPeer(to *url.URL, routeTo routeFunc) peer {
	if proxy := routeTo(to).through; proxy != nil {
		to = proxy
	}
	if ip, err := netip.ParseAddr(to.Hostname()); err == nil {
		return peer{addresses: []netip.Addr{ip.Unmap()}}
	}
	return peer{name: to.Hostname()}
}

// farAddresses are an IPv4 and an IPv6 address of a root name server: a computer
// with a route to neither has no route to the Internet. Nothing is ever sent to
// them.
func farAddresses() []netip.Addr {
	return []netip.Addr{netip.AddrFrom4([4]byte{198, 41, 0, 4}), netip.MustParseAddr("2001:503:ba3e::2:30")}
}

// learn remembers the peer of a poll, if the poll found an address.
func (l *link) learn(p peer) {
	if len(p.addresses) == 0 {
		return
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	l.last = p
}

// online reports whether there is a route to any address of the last peer or, if
// none is known, to any of farAddresses. If there is none, the name is looked up
// again, because polls, which would do that, are not sent while offline: another
// network may give the name another address, and a network without Internet may
// contain the router. If ctx ends, online is true.
func (l *link) online(ctx context.Context) bool {
	l.mu.Lock()
	last := l.last
	l.mu.Unlock()
	reachable := func(to netip.Addr) bool { return to.IsLoopback() || l.hasRoute(ctx, to) }
	candidates := last.addresses
	if len(candidates) == 0 {
		if last.name == "" || monitor.Loopback(last.name) {
			return true
		}
		candidates = farAddresses()
	}
	switch {
	case ctx.Err() != nil, slices.ContainsFunc(candidates, reachable):
		return true
	case last.name == "":
		return false
	}
	lookup, cancel := context.WithTimeout(ctx, lookupTimeout)
	defer cancel()
	lookup = context.WithValue(lookup, progressKey{}, &progress{poll: lookup}) // see closeWithPoll
	var running sync.WaitGroup
	var found atomic.Bool
	for _, family := range []string{"ip4", "ip6"} { // a name server may drop queries for one of them
		running.Go(func() {
			addresses, _ := l.dialer.Resolver.LookupNetIP(lookup, family, last.name)
			if slices.ContainsFunc(addresses, func(ip netip.Addr) bool { return reachable(ip.Unmap()) }) {
				found.Store(true)
				cancel()
			}
		})
	}
	running.Wait()
	return found.Load() || ctx.Err() != nil
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
