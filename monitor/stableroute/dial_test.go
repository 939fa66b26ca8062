package stableroute

import (
	"context"
	"math/rand/v2"
	"net"
	"net/http"
	"net/netip"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"routerwatch/monitor"
)

var (
	one, two, three = netip.MustParseAddr("127.0.0.1"), netip.MustParseAddr("127.0.0.2"), netip.MustParseAddr("127.0.0.3")
	six             = netip.MustParseAddr("::1")
)

// freePort is free at all of the addresses. It is none of those that the system
// gives to connections.
func freePort(t *testing.T, addresses []netip.Addr) uint16 {
	t.Helper()
	for {
		port, free := uint16(10_000+rand.N(20_000)), true
		for _, address := range addresses {
			listener, err := net.Listen("tcp", netip.AddrPortFrom(address, port).String())
			if err != nil {
				free = false
				require.ErrorIs(t, err, syscall.EADDRINUSE)
				continue
			}
			require.NoError(t, listener.Close())
		}
		if free {
			return port
		}
	}
}

// silentAt swallows every packet that would open a connection: its queue of
// connections is full. Port 0 is any.
func silentAt(t *testing.T, address netip.Addr, port uint16) netip.AddrPort {
	t.Helper()
	family, name := syscall.AF_INET, syscall.Sockaddr(&syscall.SockaddrInet4{Addr: [4]byte{127, 0, 0, 1}, Port: int(port)})
	if address.Is6() {
		family, name = syscall.AF_INET6, &syscall.SockaddrInet6{Addr: address.As16(), Port: int(port)}
	} else {
		name.(*syscall.SockaddrInet4).Addr = address.As4()
	}
	fd, err := syscall.Socket(family, syscall.SOCK_STREAM, 0)
	require.NoError(t, err)
	t.Cleanup(func() { _ = syscall.Close(fd) })
	require.NoError(t, syscall.SetsockoptInt(fd, syscall.SOL_SOCKET, syscall.SO_REUSEADDR, 1))
	require.NoError(t, syscall.Bind(fd, name))
	require.NoError(t, syscall.Listen(fd, 0))
	bound, err := syscall.Getsockname(fd)
	require.NoError(t, err)
	at := netip.AddrPortFrom(address, port)
	if four, ok := bound.(*syscall.SockaddrInet4); ok {
		at = netip.AddrPortFrom(address, uint16(four.Port))
	}
	for { // until the queue is full
		connection, err := net.DialTimeout("tcp", at.String(), 200*time.Millisecond)
		if err != nil {
			return at
		}
		t.Cleanup(func() { _ = connection.Close() })
	}
}

// routerAt answers at that address. Port 0 is any.
func routerAt(t *testing.T, address netip.Addr, port uint16) netip.AddrPort {
	t.Helper()
	listener, err := net.Listen("tcp", netip.AddrPortFrom(address, port).String())
	require.NoError(t, err)
	server := &http.Server{ReadHeaderTimeout: time.Minute, Handler: http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		_, _ = w.Write([]byte(live))
	})}
	go func() { _ = server.Serve(listener) }()
	t.Cleanup(func() { _ = server.Close() })
	return netip.MustParseAddrPort(listener.Addr().String())
}

// named is a client of a name with those addresses.
func named(t *testing.T, port string, addresses []netip.Addr, change ...func(*Options)) *Client {
	t.Helper()
	client := newClient(t, "http://router.example.:"+port, change...)
	client.dialer.Resolver = nameServer(t, func(string) []netip.Addr { return addresses })
	return client
}

// Each row is a name's addresses, in the order in which they are tried.
func TestAddressesOfAName(t *testing.T) {
	silent, refuses, answers := silentAt, func(*testing.T, netip.Addr, uint16) netip.AddrPort { return netip.AddrPort{} }, routerAt
	type place struct {
		at   netip.Addr
		does func(*testing.T, netip.Addr, uint16) netip.AddrPort
	}
	for _, c := range []struct {
		name       string
		places     []place
		limit      time.Duration
		passedOver string        // of a reading
		least      time.Duration // how long it took to connect
		kind       monitor.Kind  // empty: a reading
		silent     string        // of a failure
	}{
		{"IPv4", []place{{one, answers}}, 0, "", 0, "", ""},
		{"IPv6", []place{{six, answers}}, 0, "", 0, "", ""},
		{"both", []place{{six, answers}, {one, answers}}, 0, "", 0, "", ""},
		{"both, IPv6 is silent", []place{{six, silent}, {one, answers}}, 0, "::1", attemptDelay, "", ""},
		{"both, IPv6 refuses", []place{{six, refuses}, {one, answers}}, 0, "::1", 0, "", ""},
		{"both, IPv4 is silent", []place{{six, answers}, {one, silent}}, 0, "", 0, "", ""},
		{"two of IPv4, one is silent", []place{{two, silent}, {one, answers}}, 0, "127.0.0.2", attemptDelay, "", ""},
		{"three of IPv4, one is silent", []place{{two, silent}, {three, answers}, {one, answers}}, 0, "127.0.0.2", attemptDelay, "", ""},
		{"three of IPv4, two are silent", []place{{two, silent}, {three, silent}, {one, answers}}, 0, "127.0.0.2, 127.0.0.3", 2 * attemptDelay, "", ""},
		{"both, all but the last are silent", []place{{six, silent}, {two, silent}, {one, answers}}, 0, "127.0.0.2, ::1", 2 * attemptDelay, "", ""},
		{"one refuses, one is silent, one answers", []place{{two, refuses}, {three, silent}, {one, answers}}, 0, "127.0.0.2, 127.0.0.3", attemptDelay, "", ""},
		{"all are silent", []place{{two, silent}, {three, silent}, {one, silent}}, time.Second, "", 0, monitor.TimedOut, "127.0.0.1, 127.0.0.2, 127.0.0.3"},
		{"one refuses, one is silent", []place{{two, refuses}, {one, silent}}, time.Second, "", 0, monitor.Refused, "127.0.0.1"},
		{"one is silent, one refuses", []place{{two, silent}, {one, refuses}}, time.Second, "", 0, monitor.Refused, "127.0.0.2"},
		{"all refuse", []place{{six, refuses}, {two, refuses}, {one, refuses}}, 0, "", 0, monitor.Refused, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			var addresses []netip.Addr
			for _, p := range c.places {
				addresses = append(addresses, p.at)
			}
			port := freePort(t, addresses)
			for _, p := range c.places {
				p.does(t, p.at, port)
			}
			limit := c.limit
			if limit == 0 {
				limit = 30 * time.Second
			}
			ctx, cancel := context.WithTimeout(t.Context(), limit)
			defer cancel()
			began := time.Now()
			reading, err := named(t, portText(netip.AddrPortFrom(one, port)), addresses).Poll(ctx)
			if c.kind != "" {
				got := failureIn(t, err)
				assert.Equal(t, c.kind, got.Kind)
				assert.Equal(t, monitor.LayerTCP, got.Layer)
				assert.Equal(t, c.silent, got.Silent)
				return
			}
			require.NoError(t, err)
			assert.Less(t, time.Since(began), 10*time.Second)
			assert.Equal(t, c.passedOver, reading.Path.PassedOver)
			assert.GreaterOrEqual(t, reading.Path.Phases[monitor.Connect], c.least)
			assert.Less(t, reading.Latency, reading.Path.Phases[monitor.Connect]+attemptDelay, "it is the router's alone")
		})
	}
}

// A proxy's name may have a silent address as well.
func TestAddressesOfAProxysName(t *testing.T) {
	router := routerAt(t, one, 0).String()
	for name, proxy := range map[string]string{"HTTP": httpTunnel(t, router), "SOCKS": socks(t, router, 0)} {
		t.Run(name, func(t *testing.T) {
			scheme, at, _ := strings.Cut(proxy, "://")
			port := netip.MustParseAddrPort(at).Port()
			silentAt(t, two, port)
			client := newClient(t, "https://router.invalid", through(scheme+"://proxy.example.:"+portText(netip.AddrPortFrom(one, port))))
			client.dialer.Resolver = nameServer(t, func(string) []netip.Addr { return []netip.Addr{two, one} })
			began := time.Now()
			got := failing(t, client)
			assert.Equal(t, monitor.PlainHTTP, got.Kind, "the router, which speaks no TLS, was reached")
			assert.Less(t, time.Since(began), 10*time.Second)
		})
	}
}

func TestAProbeNamesEachAddress(t *testing.T) {
	port := routerAt(t, one, 0).Port()
	silentAt(t, two, port)
	attempts := func(addresses ...netip.Addr) (all []string) {
		client := named(t, portText(netip.AddrPortFrom(one, port)), addresses)
		ctx, cancel := context.WithTimeout(t.Context(), 30*time.Second)
		defer cancel()
		for _, step := range client.Probe(ctx).Steps {
			if step.Layer == monitor.LayerTCP {
				all = append(all, step.Addresses[0]+" "+string(step.Failed))
			}
		}
		return all
	}
	at := func(a netip.Addr, kind monitor.Kind) string {
		return netip.AddrPortFrom(a, port).String() + " " + string(kind)
	}
	for name, c := range map[string]struct {
		addresses []netip.Addr
		want      []string
	}{
		"the first answers":   {[]netip.Addr{one, two, three}, []string{at(one, ""), at(two, monitor.TimedOut), at(three, monitor.Refused)}},
		"the first is silent": {[]netip.Addr{two, one, three}, []string{at(two, monitor.TimedOut), at(one, ""), at(three, monitor.Refused)}},
		"the first refuses":   {[]netip.Addr{three, one}, []string{at(three, monitor.Refused), at(one, "")}},
		"all refuse":          {[]netip.Addr{three, netip.MustParseAddr("127.0.0.4")}, []string{at(three, monitor.Refused), at(netip.MustParseAddr("127.0.0.4"), monitor.Refused)}},
	} {
		t.Run(name, func(t *testing.T) { assert.Equal(t, c.want, attempts(c.addresses...)) })
	}
}
