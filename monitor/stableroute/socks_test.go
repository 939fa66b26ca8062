package stableroute

import (
	"bufio"
	"crypto/tls"
	"crypto/x509"
	"io"
	"net"
	"net/netip"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"routerwatch/monitor"
)

// socksForAddresses is a SOCKS 5 proxy that answers to a name as refuse does, connects
// only 192.0.2.2, to target, and cannot reach other addresses.
func socksForAddresses(t *testing.T, target string, refuse func(net.Conn)) string {
	t.Helper()
	url := rawServer(t, func(c net.Conn) {
		in := bufio.NewReader(c)
		if _, err := io.ReadFull(in, make([]byte, 3)); err != nil {
			return
		}
		_, _ = c.Write([]byte{5, 0})
		request := make([]byte, 4+4+2)
		if _, err := io.ReadFull(in, request); err != nil {
			return
		}
		switch {
		case request[3] == 3:
			refuse(c)
		case netip.AddrFrom4([4]byte(request[4:8])) == netip.MustParseAddr("192.0.2.2"):
			_, _ = c.Write([]byte{5, 0, 0, 1, 0, 0, 0, 0, 0, 0})
			join(c, in, target)
		default:
			_, _ = c.Write([]byte{5, 4, 0, 1, 0, 0, 0, 0, 0, 0})
		}
	})
	return strings.Replace(url, "http:", "socks5:", 1)
}

// As curl does, socks5 looks a name up here, if the proxy cannot; socks5h never.
func TestANameThatTheProxyCannotLookUp(t *testing.T) {
	trusted := newAuthority(t)
	good := trusted.issue(t, func(c *x509.Certificate) { c.DNSNames = []string{"router.invalid"} })
	secure := tlsServer(t, &tls.Config{Certificates: []tls.Certificate{good}}).Listener.Addr().String()
	plain := answering(t, live).Listener.Addr().String()
	replying := func(code byte) func(net.Conn) {
		return func(c net.Conn) { _, _ = c.Write([]byte{5, code, 0, 1, 0, 0, 0, 0, 0, 0}) }
	}
	here := []netip.Addr{netip.MustParseAddr("192.0.2.1"), netip.MustParseAddr("192.0.2.2")}
	for name, refuse := range map[string]func(net.Conn){
		"general failure": replying(1), "unreachable": replying(4), "no names": replying(8), "it closes": func(net.Conn) {},
	} {
		for router, target := range map[string]string{"https://router.invalid": secure, "http://router.invalid": plain} {
			t.Run(name+", "+router, func(t *testing.T) {
				proxy := socksForAddresses(t, target, refuse)
				client := newClient(t, router, through(proxy), trusting(trusted))
				client.dialer.Resolver = nameServer(t, func(string) []netip.Addr { return here })
				reading, err := poll(t, client)
				require.NoError(t, err)
				assert.EqualValues(t, 4, reading.Pairs)

				client = newClient(t, router, through(strings.Replace(proxy, "socks5:", "socks5h:", 1)), trusting(trusted))
				client.dialer.Resolver = nameServer(t, func(string) []netip.Addr { return here })
				failing(t, client)
			})
		}
	}
	t.Run("nor can we", func(t *testing.T) {
		client := newClient(t, "http://router.invalid", through(socksForAddresses(t, plain, replying(4))))
		client.dialer.Resolver = nameServer(t, func(string) []netip.Addr { return nil })
		got := failing(t, client)
		assert.Equal(t, monitor.BeyondProxy, got.Kind)
		assert.Equal(t, "host unreachable", got.Code)
	})
}
