package stableroute

import (
	"crypto/tls"
	"crypto/x509"
	"net"
	"net/http"
	"net/netip"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"routerwatch/monitor"
)

// One part of the poll is slow, and no other part is blamed for it.
func TestPhasesAreMeasuredApart(t *testing.T) {
	trusted := newAuthority(t)
	for name, slow := range map[string]monitor.Phase{
		"name lookup": monitor.Lookup, "connecting": monitor.Connect, "handshake": monitor.Handshake,
		"body": monitor.Body, "first byte": monitor.FirstByte,
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			wait := func(in monitor.Phase) {
				if in == slow {
					time.Sleep(slowLookup)
				}
			}
			certificate := trusted.issue(t, func(c *x509.Certificate) {
				c.DNSNames = []string{"fast.example.", "slow.example.", "fast.example", "slow.example"}
			})
			server := tlsServer(t, &tls.Config{GetCertificate: func(*tls.ClientHelloInfo) (*tls.Certificate, error) {
				wait(monitor.Handshake)
				return &certificate, nil
			}})
			server.Config.Handler = http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
				wait(monitor.FirstByte)
				w.Header().Set("Content-Type", "application/json")
				_, _ = w.Write([]byte(live[:5]))
				w.(http.Flusher).Flush()
				wait(monitor.Body)
				_, _ = w.Write([]byte(live[5:]))
			})
			at := netip.MustParseAddrPort(server.Listener.Addr().String())
			host, addresses := "fast.example", []netip.Addr{at.Addr()}
			if slow == monitor.Lookup {
				host = "slow.example"
			}
			if slow == monitor.Connect { // by the time of four silent addresses
				for _, silent := range addressList("127.0.0.5 127.0.0.4 127.0.0.3 127.0.0.2") {
					silentAt(t, silent, at.Port())
					addresses = append([]netip.Addr{silent}, addresses...)
				}
			}
			client := newClient(t, "https://"+host+".:"+portText(at), trusting(trusted))
			client.dialer.Resolver = nameServer(t, func(string) []netip.Addr { return addresses })
			reading, err := poll(t, client)
			require.NoError(t, err)
			phases := reading.Path.Phases
			phases[monitor.FirstByte] = reading.Latency
			for phase, took := range phases {
				assert.Positive(t, took, "phase %d", phase)
				if monitor.Phase(phase) == slow {
					assert.GreaterOrEqual(t, took, slowLookup)
				} else {
					assert.Less(t, took, slowLookup, "phase %d", phase)
				}
			}
		})
	}
}

// What a proxy takes before it has connected is no latency of the router's.
func TestASlowProxyIsNotTheRouter(t *testing.T) {
	trusted := newAuthority(t)
	secure, _ := countingTLS(t, trusted, func(*tls.Config) {})
	for name, c := range map[string]struct{ router, proxy string }{
		"SOCKS":           {"http://router.invalid", socks(t, answering(t, live).Listener.Addr().String(), 0)},
		"SOCKS, https":    {"https://router.invalid", socks(t, secure, 0)},
		"HTTP, for https": {"https://router.invalid", httpTunnel(t, secure)},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			scheme, at, _ := strings.Cut(c.proxy, "://")
			slow := rawServer(t, func(connection net.Conn) {
				time.Sleep(slowLookup)
				join(connection, connection, at)
			})
			client := newClient(t, c.router, through(strings.Replace(slow, "http", scheme, 1)), trusting(trusted))
			reading, err := poll(t, client)
			require.NoError(t, err)
			assert.Less(t, reading.Latency, slowLookup)
			assert.Less(t, reading.Path.Phases[monitor.Handshake], slowLookup)
			assert.GreaterOrEqual(t, reading.Path.Phases[monitor.Connect], slowLookup)
		})
	}
}
