package stableroute

import (
	"context"
	"net"
	"net/netip"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestOnline(t *testing.T) {
	far, near := netip.MustParseAddrPort("203.0.113.7:443"), netip.MustParseAddrPort("192.168.1.5:443")
	v6 := netip.MustParseAddrPort("[2001:db8::7]:443")
	for _, c := range []struct {
		name     string
		last     peer
		way      []netip.AddrPort // where there is a way to
		resolved []netip.Addr     // nil: it is not found
		want     bool
	}{
		{"nothing known yet", peer{}, nil, nil, true},
		{"a way", peer{addresses: []netip.AddrPort{far}}, []netip.AddrPort{far}, nil, true},
		{"no way", peer{addresses: []netip.AddrPort{far}}, nil, nil, false},
		{"a way to one of two", peer{addresses: []netip.AddrPort{v6, far}}, []netip.AddrPort{far}, nil, true},
		{"this computer", peer{addresses: []netip.AddrPort{netip.MustParseAddrPort("127.0.0.1:80")}}, nil, nil, true},
		{"this computer, IPv6", peer{addresses: []netip.AddrPort{netip.MustParseAddrPort("[::1]:80")}}, nil, nil, true},
		{"no way, and no name server", peer{[]netip.AddrPort{far}, "router.example", 443}, nil, nil, false},
		{"no way to the new address either", peer{[]netip.AddrPort{far}, "router.example", 443}, nil, []netip.Addr{near.Addr()}, false},
		{"another network, another address", peer{[]netip.AddrPort{far}, "router.example", 443}, []netip.AddrPort{near}, []netip.Addr{near.Addr()}, true},
	} {
		t.Run(c.name, func(t *testing.T) {
			l := newLink(&net.Dialer{Resolver: nameServer(t, func(string) []netip.Addr { return c.resolved })})
			l.hasWay = func(_ context.Context, to netip.AddrPort) bool {
				return slices.Contains(c.way, to)
			}
			l.learn(c.last)
			assert.Equal(t, c.want, l.online(t.Context()))
		})
	}
}

func TestAPollTeachesTheAddress(t *testing.T) {
	server := answering(t, live)
	client := newClient(t, server.URL)
	assert.True(t, client.Online(t.Context()))
	_, err := poll(t, client)
	require.NoError(t, err)
	assert.Equal(t, []netip.AddrPort{netip.MustParseAddrPort(client.Base().Host())}, client.link.last.addresses)
	assert.True(t, client.Online(t.Context()))
}

func TestANameIsRememberedWithItsAddresses(t *testing.T) {
	server := answering(t, live)
	at := netip.MustParseAddrPort(server.Listener.Addr().String())
	client := newClient(t, "http://localhost:"+portText(at))
	_, err := poll(t, client)
	require.NoError(t, err)
	assert.Equal(t, "localhost", client.link.last.name)
	assert.Equal(t, at.Port(), client.link.last.port)
	assert.Contains(t, client.link.last.addresses, at)
}

func TestAFailedLookupKeepsWhatWasKnown(t *testing.T) {
	known := peer{addresses: []netip.AddrPort{netip.MustParseAddrPort("203.0.113.7:443")}}
	l := newLink(&net.Dialer{})
	l.learn(known)
	l.learn(peer{name: "router.example"})
	assert.Equal(t, known, l.last)
}

// There is a way to this computer in any case; what else there is depends on
// the machine.
func TestTheSystemTellsTheWay(t *testing.T) {
	assert.True(t, hasWay(t.Context(), netip.MustParseAddrPort("127.0.0.1:9")))
}
