package stableroute

import (
	"context"
	"net"
	"net/netip"
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"routerwatch/monitor"
)

func TestOnline(t *testing.T) {
	far, near := netip.MustParseAddr("203.0.113.7"), netip.MustParseAddr("192.168.1.5")
	v6 := netip.MustParseAddr("2001:db8::7")
	unknown := peer{name: "router.example"}
	far4, far6 := farAddresses()[:1], farAddresses()[1:]
	for _, c := range []struct {
		name     string
		last     peer
		way      []netip.Addr // where there is a way to
		resolved []netip.Addr // nil: it is not found
		want     bool
	}{
		{"nothing known at all", peer{}, nil, nil, true},
		{"no address known, and no way anywhere", unknown, nil, nil, false},
		{"no address known, and IPv4", unknown, far4, nil, true},
		{"no address known, and IPv6", unknown, far6, nil, true},
		{"no address known, in a network that leads nowhere else", unknown, []netip.Addr{near}, []netip.Addr{near}, true},
		{"no address known, queries for IPv6 are dropped", peer{name: "half.example."}, []netip.Addr{near}, []netip.Addr{near}, true},
		{"no address known, elsewhere than the router", unknown, []netip.Addr{near}, []netip.Addr{far}, false},
		{"no address known, a name of this computer", peer{name: "box.example"}, nil, []netip.Addr{netip.MustParseAddr("127.0.1.1")}, true},
		{"no address known, localhost", peer{name: "localhost"}, nil, nil, true},
		{"a way", peer{addresses: []netip.Addr{far}}, []netip.Addr{far}, nil, true},
		{"no way", peer{addresses: []netip.Addr{far}}, nil, nil, false},
		{"a way to one of two", peer{addresses: []netip.Addr{v6, far}}, []netip.Addr{far}, nil, true},
		{"this computer", peer{addresses: []netip.Addr{netip.MustParseAddr("127.0.0.1")}}, nil, nil, true},
		{"this computer, IPv6", peer{addresses: []netip.Addr{netip.MustParseAddr("::1")}}, nil, nil, true},
		{"no way, and no name server", peer{[]netip.Addr{far}, "router.example"}, nil, nil, false},
		{"no way to the new address either", peer{[]netip.Addr{far}, "router.example"}, nil, []netip.Addr{near}, false},
		{"another network, another address", peer{[]netip.Addr{far}, "router.example"}, []netip.Addr{near}, []netip.Addr{near}, true},
	} {
		t.Run(c.name, func(t *testing.T) {
			l := &link{dialer: &net.Dialer{Resolver: nameServer(t, func(string) []netip.Addr { return c.resolved })}}
			l.hasRoute = func(_ context.Context, to netip.Addr) bool {
				return slices.Contains(c.way, to)
			}
			l.last = c.last
			assert.Equal(t, c.want, l.online(t.Context()))
		})
	}
}

// What a client knows before its first poll is in its settings.
func TestOnlineBeforeTheFirstPoll(t *testing.T) {
	for _, c := range []struct {
		name, router, proxy string
		want                bool
	}{
		{"a name", "http://router.example", monitor.Direct, false},
		{"an address", "http://203.0.113.7", monitor.Direct, false},
		{"an address with a way", "http://192.168.1.5:8080", monitor.Direct, true},
		{"this computer", "http://localhost:3001", monitor.Direct, true},
		{"this computer, IPv6", "http://[::1]:3001", monitor.Direct, true},
		{"this computer, which no proxy is asked for", "http://127.0.0.1:3001", "http://proxy.example:3128", true},
		{"through a proxy elsewhere", "http://router.example", "http://proxy.example:3128", false},
		{"through a proxy with a way", "http://router.example", "socks5://192.168.1.5:8080", true},
		{"through a proxy here", "http://router.example", "http://localhost:3128", true},
		{"through a proxy here, by number", "http://router.example", "socks5h://127.0.0.1", true},
	} {
		t.Run(c.name, func(t *testing.T) {
			client := newClient(t, c.router, through(c.proxy))
			client.dialer.Resolver = nameServer(t, func(string) []netip.Addr { return nil })
			client.link.hasRoute = func(_ context.Context, to netip.Addr) bool {
				return to == netip.MustParseAddr("192.168.1.5")
			}
			assert.Equal(t, c.want, client.Online(t.Context()))
		})
	}
}

// A poll that finds no address leaves the question open: the network may have
// gone, or only the name may be wrong.
func TestOnlineAfterAPollThatFoundNoAddress(t *testing.T) {
	client := newClient(t, "http://router.example.")
	client.dialer.Resolver = nameServer(t, func(string) []netip.Addr { return nil })
	require.Equal(t, monitor.NameNotFound, failing(t, client).Kind)
	for _, way := range []bool{false, true} {
		client.link.hasRoute = func(context.Context, netip.Addr) bool { return way }
		assert.Equal(t, way, client.Online(t.Context()))
	}
}

// Leaving the program must not wait for a name server, and does not make this
// computer offline.
func TestOnlineEndsWithItsContext(t *testing.T) {
	client := newClient(t, "http://silent.example.")
	client.link.hasRoute = func(context.Context, netip.Addr) bool { return false }
	asked := make(chan struct{})
	client.dialer.Resolver = &net.Resolver{PreferGo: true, Dial: func(ctx context.Context, _, _ string) (net.Conn, error) {
		select {
		case asked <- struct{}{}:
		case <-ctx.Done():
		}
		<-ctx.Done()
		return nil, ctx.Err()
	}}
	ctx, cancel := context.WithCancel(t.Context())
	var ended time.Time
	go func() {
		<-asked
		ended = time.Now()
		cancel()
	}()
	assert.True(t, client.Online(ctx))
	assert.Less(t, time.Since(ended), lookupTimeout/4)

	began := time.Now()
	assert.True(t, client.Online(ctx), "it has ended before")
	assert.Less(t, time.Since(began), lookupTimeout/4)
}

func TestAPollRemembersTheAddress(t *testing.T) {
	server := answering(t, live)
	client := newClient(t, server.URL)
	assert.True(t, client.Online(t.Context()))
	_, err := poll(t, client)
	require.NoError(t, err)
	assert.Equal(t, []netip.Addr{netip.MustParseAddr("127.0.0.1")}, client.link.last.addresses)
	assert.True(t, client.Online(t.Context()))
}

func TestANameIsRememberedWithItsAddresses(t *testing.T) {
	server := answering(t, live)
	at := netip.MustParseAddrPort(server.Listener.Addr().String())
	client := newClient(t, "http://localhost:"+portText(at))
	_, err := poll(t, client)
	require.NoError(t, err)
	assert.Equal(t, "localhost", client.link.last.name)
	assert.Contains(t, client.link.last.addresses, at.Addr())
}

func TestAFailedLookupKeepsWhatWasKnown(t *testing.T) {
	known := peer{addresses: []netip.Addr{netip.MustParseAddr("203.0.113.7")}}
	l := &link{}
	l.learn(known)
	l.learn(peer{name: "router.example"})
	assert.Equal(t, known, l.last)
}

// There is a way to this computer in any case; what else there is depends on
// the machine.
func TestTheSystemReportsRoutes(t *testing.T) {
	assert.True(t, hasRoute(t.Context(), netip.MustParseAddr("127.0.0.1")))
}
