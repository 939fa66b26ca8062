package stableroute

import (
	"context"
	"errors"
	"net"
	"net/netip"
	"slices"
	"sync"
	"time"

	"routerwatch/monitor"
)

var errNoPoll = errors.New("the poll has ended")

type dialFunc func(ctx context.Context, network, address string) (net.Conn, error)

// newDialer is the dialer of a client. Connections of its resolver to name
// servers are closed with their poll.
func newDialer() *net.Dialer {
	return &net.Dialer{
		KeepAlive: -1, // no connection lives long enough to need it
		Resolver:  &net.Resolver{Dial: closeWithPoll((&net.Dialer{}).DialContext)},
	}
}

// dialHost connects to a host by whichever of its addresses answers first, and
// records each of them in the poll's progress. A [net.Dialer] would wait for a
// silent address until the poll's limit: it races only the two families.
func dialHost(dialer *net.Dialer) dialFunc {
	return closeWithPoll(func(ctx context.Context, network, hostPort string) (net.Conn, error) {
		p := progressOf(ctx)
		host, port, err := net.SplitHostPort(hostPort)
		if err != nil {
			return nil, err
		}
		addresses, err := lookUp(ctx, dialer.Resolver, host)
		if err != nil {
			return nil, err
		}
		connection, err := race(ctx, p.targets(addresses, port), func(ctx context.Context, target string) (net.Conn, error) {
			p.trying(target)
			began := time.Now()
			connection, err := dialer.DialContext(ctx, network, target)
			p.tried(target, time.Since(began), err)
			return connection, err
		})
		if err != nil {
			return nil, err
		}
		p.connected(connection)
		return notedConn{connection, p}, nil
	})
}

// closeWithPoll wraps dial so that connections are closed when their poll ends.
// Otherwise the transport would finish a dial, a TLS handshake or a proxy request
// in the background after the poll has ended, and the resolver would keep waiting
// for name servers.
func closeWithPoll(dial dialFunc) dialFunc {
	return func(ctx context.Context, network, address string) (net.Conn, error) {
		p := progressOf(ctx)
		if p == nil { // a resolver that continues after its poll has ended
			return nil, errNoPoll
		}
		ctx, cancel := context.WithCancel(ctx)
		defer cancel()
		defer context.AfterFunc(p.poll, cancel)()
		connection, err := dial(ctx, network, address)
		if err != nil {
			return nil, err
		}
		context.AfterFunc(p.poll, func() { _ = connection.Close() })
		return connection, nil
	}
}

// lookUp is the addresses of a host, in the order in which to try them.
func lookUp(ctx context.Context, resolver *net.Resolver, host string) ([]netip.Addr, error) {
	p := progressOf(ctx)
	if ip, err := netip.ParseAddr(host); err == nil {
		addresses := []netip.Addr{ip.Unmap()}
		p.update(func() { p.peer, p.layer = peer{addresses: addresses}, monitor.LayerTCP })
		return addresses, nil
	}
	p.update(func() { p.peer, p.layer = peer{name: host}, monitor.LayerDNS })
	found, err := resolver.LookupNetIP(ctx, "ip", host)
	if err != nil {
		return nil, err
	}
	addresses := interleave(found)
	p.resolved(addresses)
	return addresses, nil
}

// otherTimeout is how long a connection test waits for each of the addresses that
// its poll did not need.
const otherTimeout = 3 * time.Second

// tryOthers tries those addresses of a poll that ended with a connection to another
// one, so that a test names them all.
func tryOthers(ctx context.Context, dialer *net.Dialer, p *progress) {
	last := slices.IndexFunc(p.steps, func(s monitor.ProbeStep) bool { return s.Layer == monitor.LayerTCP && s.Failed == "" })
	if last < 0 || ctx.Err() != nil {
		return
	}
	ctx, cancel := context.WithTimeout(ctx, otherTimeout)
	defer cancel()
	var running sync.WaitGroup
	var others []*monitor.ProbeStep
	for _, target := range p.addresses {
		step := p.attempt(target)
		if step == nil {
			step = &monitor.ProbeStep{Layer: monitor.LayerTCP, Addresses: []string{target}, Failed: monitor.TimedOut}
			others = append(others, step)
		}
		if step.Failed != monitor.TimedOut {
			continue
		}
		running.Go(func() {
			began := time.Now()
			connection, err := dialer.DialContext(ctx, "tcp", target)
			step.Took, step.Failed = time.Since(began), attemptKind(err)
			if err == nil {
				_ = connection.Close()
			}
		})
	}
	running.Wait()
	for _, step := range others {
		p.steps = slices.Insert(p.steps, last+1, *step)
		last++
	}
}
