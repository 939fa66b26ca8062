package stableroute

import (
	"bufio"
	"bytes"
	"context"
	"crypto/tls"
	"crypto/x509"
	"io"
	"net"
	"net/http"
	"net/netip"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"routerwatch/monitor"
)

// A firewall passes connections to a TLS server on, but does something else with
// those whose first message is larger than a packet.
type firewall struct {
	at string // host:port

	mu     sync.Mutex
	hellos []int // the sizes of the first messages
	open   bool  // it lets everything through
}

const packet = 1400

func startFirewall(t *testing.T, target string, large func(net.Conn)) *firewall {
	t.Helper()
	f := &firewall{}
	url := rawServer(t, func(c net.Conn) {
		in := bufio.NewReader(c)
		header, err := in.Peek(5) // of a TLS record
		if err != nil {
			return
		}
		hello := make([]byte, 5+int(header[3])<<8+int(header[4]))
		if _, err := io.ReadFull(in, hello); err != nil {
			return
		}
		f.mu.Lock()
		f.hellos = append(f.hellos, len(hello))
		open := f.open
		f.mu.Unlock()
		if len(hello) > packet && !open {
			large(c)
			return
		}
		join(c, io.MultiReader(bytes.NewReader(hello), in), target)
	})
	f.at = strings.TrimPrefix(url, "http://")
	return f
}

// seen is a letter for each hello since the last call: L for large, S for small.
func (f *firewall) seen() string {
	f.mu.Lock()
	defer f.mu.Unlock()
	letters := ""
	for _, size := range f.hellos {
		if size > packet {
			letters += "L"
		} else {
			letters += "S"
		}
	}
	f.hellos = nil
	return letters
}

func (f *firewall) set(open bool) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.open = open
}

func sends(c *Client) *handshakes { return c.http.GetClient().Transport.(*handshakes) }

// pollWithin polls with that limit, of which a lost handshake takes half.
func pollWithin(t *testing.T, c *Client, limit time.Duration) (monitor.Reading, error) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), limit)
	defer cancel()
	return c.Poll(ctx)
}

// countingTLS counts the requests that it answers.
func countingTLS(t *testing.T, trusted authority, change func(*tls.Config)) (at string, requests *atomic.Int32) {
	t.Helper()
	config := &tls.Config{Certificates: []tls.Certificate{trusted.issue(t, func(c *x509.Certificate) {
		c.DNSNames = []string{"router.invalid", "router.example."}
	})}}
	change(config)
	server := tlsServer(t, config)
	requests = &atomic.Int32{}
	handler := server.Config.Handler
	server.Config.Handler = http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		requests.Add(1)
		handler.ServeHTTP(w, r)
	})
	return server.Listener.Addr().String(), requests
}

func TestALostHandshakeIsMadeOnceMore(t *testing.T) {
	trusted := newAuthority(t)
	for name, large := range map[string]func(net.Conn){
		"reset":  resetNow,
		"closed": func(net.Conn) {},
		"silent": untilClosed,
	} {
		t.Run(name, func(t *testing.T) {
			router, requests := countingTLS(t, trusted, func(*tls.Config) {})
			wall := startFirewall(t, router, large)
			client := newClient(t, "https://"+wall.at, trusting(trusted))
			reading, err := pollWithin(t, client, 4*time.Second)
			require.NoError(t, err)
			assert.Equal(t, "LS", wall.seen())
			assert.True(t, reading.Path.SmallHello)
			assert.Less(t, reading.Latency, time.Second, "it is the router's alone")
			for range 3 { // what worked is remembered
				reading, err = pollWithin(t, client, 4*time.Second)
				require.NoError(t, err)
				assert.Equal(t, "S", wall.seen())
				assert.True(t, reading.Path.SmallHello)
			}
			assert.EqualValues(t, 4, requests.Load(), "one request for a poll")

			// After a while the usual one is tried, each time later.
			now := time.Now()
			assert.Less(t, sends(client).detour.until.Sub(now), firstDetour+time.Second)
			sends(client).detour.until = now
			_, err = pollWithin(t, client, 4*time.Second)
			require.NoError(t, err)
			assert.Equal(t, "LS", wall.seen())
			assert.Equal(t, 2*firstDetour, sends(client).detour.lasted)

			wall.set(true)
			sends(client).detour.until = now
			for range 2 {
				reading, err = pollWithin(t, client, 4*time.Second)
				require.NoError(t, err)
				assert.Equal(t, "L", wall.seen())
				assert.False(t, reading.Path.SmallHello)
				assert.Zero(t, sends(client).detour)
			}
		})
	}
}

func TestALostHandshakeBehindAProxy(t *testing.T) {
	trusted := newAuthority(t)
	router, _ := countingTLS(t, trusted, func(*tls.Config) {})
	for name, proxyTo := range map[string]func(*testing.T, string) string{
		"SOCKS": func(t *testing.T, target string) string { return socks(t, target, 0) },
		"HTTP":  httpTunnel,
	} {
		t.Run(name, func(t *testing.T) {
			wall := startFirewall(t, router, resetNow)
			client := newClient(t, "https://router.invalid", through(proxyTo(t, wall.at)), trusting(trusted))
			for _, hellos := range []string{"LS", "S"} {
				_, err := pollWithin(t, client, 10*time.Second)
				require.NoError(t, err)
				assert.Equal(t, hellos, wall.seen())
			}
		})
	}
}

// A handshake that the peer or the certificate ended would end the same way again.
func TestARefusedHandshakeIsNotMadeAgain(t *testing.T) {
	trusted, other := newAuthority(t), newAuthority(t)
	for name, c := range map[string]struct {
		by     authority
		change func(*tls.Config)
		kind   monitor.Kind
	}{
		"an alert":             {trusted, func(c *tls.Config) { c.MinVersion, c.MaxVersion = tls.VersionTLS11, tls.VersionTLS11 }, monitor.OldEncryption},
		"an unknown authority": {other, func(*tls.Config) {}, monitor.CertificateUnknown},
	} {
		t.Run(name, func(t *testing.T) {
			router, _ := countingTLS(t, c.by, c.change)
			wall := startFirewall(t, router, resetNow)
			wall.set(true)
			got := failing(t, newClient(t, "https://"+wall.at, trusting(trusted)))
			assert.Equal(t, c.kind, got.Kind)
			assert.Equal(t, "L", wall.seen())
		})
	}
}

// Every handshake is lost: two are made in a poll, and nothing is remembered.
func TestHandshakesThatAreAllLost(t *testing.T) {
	for name, c := range map[string]struct {
		talk  func(net.Conn)
		kind  monitor.Kind
		layer monitor.Layer
	}{
		"reset":  {func(c net.Conn) { _, _ = c.Read(make([]byte, 4096)); resetNow(c) }, monitor.Reset, monitor.LayerTCP},
		"closed": {func(c net.Conn) { _, _ = c.Read(make([]byte, 4096)) }, monitor.ClosedEarly, monitor.LayerTCP},
		"silent": {untilClosed, monitor.TimedOut, monitor.LayerTLS},
	} {
		t.Run(name, func(t *testing.T) {
			var connections atomic.Int32
			url := rawServer(t, func(conn net.Conn) {
				connections.Add(1)
				c.talk(conn)
			})
			client := newClient(t, strings.Replace(url, "http:", "https:", 1))
			_, err := pollWithin(t, client, time.Second)
			got := failureIn(t, err)
			assert.Equal(t, c.kind, got.Kind)
			assert.Equal(t, c.layer, got.Layer)
			assert.EqualValues(t, 2, connections.Load())
			assert.Zero(t, sends(client).detour)
		})
	}
}

// What was remembered must not keep out a router that could be reached: it now
// takes nothing but a post-quantum key.
func TestARememberedHandshakeThatIsRefused(t *testing.T) {
	trusted := newAuthority(t)
	var strict atomic.Bool
	router, _ := countingTLS(t, trusted, func(c *tls.Config) {
		only := c.Clone()
		only.CurvePreferences = []tls.CurveID{tls.X25519MLKEM768}
		c.GetConfigForClient = func(*tls.ClientHelloInfo) (*tls.Config, error) {
			if strict.Load() {
				return only, nil
			}
			return nil, nil
		}
	})
	wall := startFirewall(t, router, resetNow)
	client := newClient(t, "https://"+wall.at, trusting(trusted))
	_, err := poll(t, client)
	require.NoError(t, err)
	assert.Equal(t, "LS", wall.seen())
	wall.set(true)
	strict.Store(true)
	for _, hellos := range []string{"SL", "L"} {
		_, err = poll(t, client)
		require.NoError(t, err)
		assert.Equal(t, hellos, wall.seen())
	}
}

// An address that connects and then says nothing is tried last the next time.
func TestAnAddressThatIsSilentInTheHandshake(t *testing.T) {
	trusted := newAuthority(t)
	router, _ := countingTLS(t, trusted, func(*tls.Config) {})
	at := netip.MustParseAddrPort(router)
	listener, err := net.Listen("tcp", netip.AddrPortFrom(two, at.Port()).String())
	require.NoError(t, err) // connections wait in its queue
	t.Cleanup(func() { _ = listener.Close() })
	client := newClient(t, "https://router.example.:"+portText(at), trusting(trusted))
	client.dialer.Resolver = nameServer(t, func(string) []netip.Addr { return []netip.Addr{two, at.Addr()} })
	_, err = pollWithin(t, client, 2*time.Second)
	require.NoError(t, err)
	for range 2 {
		began := time.Now()
		_, err = pollWithin(t, client, 2*time.Second)
		require.NoError(t, err)
		assert.Less(t, time.Since(began), time.Second)
	}
}

func TestHowLongADetourLasts(t *testing.T) {
	now := time.Now()
	var d detour
	for _, minutes := range []int{10, 20, 40, 80, 160, 320, 640, 1280, 1440, 1440} {
		d = d.again(now, "")
		assert.Equal(t, time.Duration(minutes)*time.Minute, d.lasted)
		assert.Equal(t, now.Add(d.lasted), d.until)
	}
}
