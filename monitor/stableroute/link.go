package stableroute

import (
	"context"
	"net"
	"net/netip"
	"slices"
	"sync"
	"time"
)

// lookupTime bounds the look for new addresses while the old have no way.
const lookupTime = 2 * time.Second

// A peer is whom a poll connects to, the router or its proxy: where it was
// found, and the name it was found by.
type peer struct {
	addresses []netip.AddrPort
	name      string // empty where the address was given as a number
	port      uint16
}

// link knows the last peer and tells whether this computer has a way to it.
type link struct {
	dialer *net.Dialer // for its resolver, nil meaning the usual one
	hasWay func(context.Context, netip.AddrPort) bool

	mu   sync.Mutex
	last peer
}

func newLink(dialer *net.Dialer) *link { return &link{dialer: dialer, hasWay: hasWay} }

// learn takes over the peer of a poll that got as far as to have an address.
func (l *link) learn(p peer) {
	if len(p.addresses) == 0 {
		return
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	l.last = p
}

// online reports whether any address of the last peer has a way. Where none
// has, the name is looked up again: another network may give it another
// address, and polls, which would find that out, are not sent while offline.
func (l *link) online(ctx context.Context) bool {
	l.mu.Lock()
	last := l.last
	l.mu.Unlock()
	reachable := func(to netip.AddrPort) bool { return to.Addr().IsLoopback() || l.hasWay(ctx, to) }
	if len(last.addresses) == 0 || slices.ContainsFunc(last.addresses, reachable) {
		return true
	}
	if last.name == "" {
		return false
	}
	ctx, cancel := context.WithTimeout(ctx, lookupTime)
	defer cancel()
	ctx = context.WithValue(ctx, progressKey{}, &progress{poll: ctx}) // see tied
	found, err := l.dialer.Resolver.LookupNetIP(ctx, "ip", last.name)
	if err != nil {
		return false
	}
	return slices.ContainsFunc(found, func(ip netip.Addr) bool {
		return reachable(netip.AddrPortFrom(ip.Unmap(), last.port))
	})
}

// hasWay asks the operating system for a way to an address, by connecting a
// UDP socket to it, which sends nothing. Only a plain no counts.
func hasWay(ctx context.Context, to netip.AddrPort) bool {
	socket, err := (&net.Dialer{}).DialContext(ctx, "udp", to.String())
	if err != nil {
		return !isUnreachable(err)
	}
	_ = socket.Close()
	return true
}
