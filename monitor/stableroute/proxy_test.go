package stableroute

import (
	"bufio"
	"crypto/tls"
	"crypto/x509"
	"encoding/binary"
	"io"
	"net"
	"net/http"
	"net/netip"
	"strconv"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"routerwatch/monitor"
)

func portText(address netip.AddrPort) string { return strconv.Itoa(int(address.Port())) }

func through(proxy string) func(*Options) { return func(o *Options) { o.Proxy = proxy } }

// The routers of these tests have names that exist nowhere: only the proxy
// can answer for them.

func TestAnHTTPProxyIsAskedForPlainHTTP(t *testing.T) {
	proxy := serve(t, func(w http.ResponseWriter, r *http.Request) {
		assert.Equal(t, "http://router.invalid/api/v1/stats", r.URL.String())
		w.Header().Set("Content-Type", "application/json")
		_, _ = io.WriteString(w, live)
	})
	client := newClient(t, "http://router.invalid", through(proxy.URL))
	reading, err := poll(t, client)
	require.NoError(t, err)
	assert.EqualValues(t, 4, reading.Pairs)
	assert.Equal(t, "127.0.0.1", client.link.last.addresses[0].String(), "the way to the proxy counts")
}

func TestProxiesThatDoNotLetUsThrough(t *testing.T) {
	refusing, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	require.NoError(t, refusing.Close())
	connect := func(status string) func(net.Conn) {
		return func(c net.Conn) {
			readRequest(c)
			_, _ = io.WriteString(c, "HTTP/1.1 "+status+"\r\nContent-Length: 0\r\n\r\n")
		}
	}
	for _, c := range []struct {
		name, router, proxy string
		kind                monitor.Kind
		layer               monitor.Layer
		status              int
	}{
		{"nothing listens", "https://router.invalid", "http://u:s3cret@" + refusing.Addr().String(), monitor.Refused, monitor.LayerTCP, 0},
		{"it is not found", "https://router.invalid", "http://u:s3cret@proxy.invalid:3128", monitor.NameNotFound, monitor.LayerDNS, 0},
		{"it wants a password", "https://router.invalid", rawServer(t, connect("407 X")), monitor.ProxyFailed, monitor.LayerHTTP, 407},
		{"it wants a password, for http", "http://router.invalid", rawServer(t, connect("407 X")), monitor.ProxyFailed, monitor.LayerHTTP, 407},
		{"it cannot reach the router", "https://router.invalid", rawServer(t, connect("502 X")), monitor.ProxyFailed, monitor.LayerHTTP, 502},
		{"it closes", "https://router.invalid", rawServer(t, func(c net.Conn) { readRequest(c) }), monitor.ProxyFailed, monitor.LayerHTTP, 0},
		{"SOCKS cannot reach the router", "https://router.invalid", socks(t, "", 5), monitor.ProxyFailed, monitor.LayerHTTP, 0},
		{"SOCKS cannot reach it, for http", "http://router.invalid", socks(t, "", 4), monitor.ProxyFailed, monitor.LayerHTTP, 0},
	} {
		t.Run(c.name, func(t *testing.T) {
			client := newClient(t, c.router, through(c.proxy))
			client.dialer.Resolver = nameServer(t, func(string) []netip.Addr { return nil })
			got := failing(t, client)
			assert.Equal(t, c.kind, got.Kind)
			assert.Equal(t, c.layer, got.Layer)
			assert.Equal(t, c.status, got.HTTPStatus)
			if c.kind != monitor.ProxyFailed || c.status == 0 {
				_, host, _ := strings.Cut(c.proxy, "://")
				_, host, _ = strings.Cut("@"+host[strings.IndexByte(host, '@')+1:], "@")
				assert.Equal(t, host, got.Host, "the proxy is the one in question")
			}
			assert.NotContains(t, got.Host, "s3cret")
		})
	}
}

func TestTunnels(t *testing.T) {
	trusted := newAuthority(t)
	good := trusted.issue(t, func(c *x509.Certificate) { c.DNSNames = []string{"router.invalid"} })
	secure := tlsServer(t, &tls.Config{Certificates: []tls.Certificate{good}}).Listener.Addr().String()
	plain := answering(t, live).Listener.Addr().String()
	for name, proxyTo := range map[string]func(*testing.T, string) string{
		"SOCKS": func(t *testing.T, target string) string { return socks(t, target, 0) },
		"HTTP":  httpTunnel,
	} {
		t.Run(name, func(t *testing.T) {
			reading, err := poll(t, newClient(t, "https://router.invalid", through(proxyTo(t, secure)), trusting(trusted)))
			require.NoError(t, err)
			assert.EqualValues(t, 4, reading.Pairs)
		})
		t.Run(name+", and no TLS behind it", func(t *testing.T) {
			got := failing(t, newClient(t, "https://router.invalid", through(proxyTo(t, plain))))
			assert.Equal(t, monitor.PlainHTTP, got.Kind)
			assert.Equal(t, "router.invalid", got.Host, "no longer the proxy")
		})
	}
	t.Run("SOCKS, for plain HTTP", func(t *testing.T) {
		reading, err := poll(t, newClient(t, "http://router.invalid", through(socks(t, plain, 0))))
		require.NoError(t, err)
		assert.EqualValues(t, 4, reading.Pairs)
	})
}

func TestWhichProxy(t *testing.T) {
	t.Setenv("HTTPS_PROXY", "http://from-environment:3128")
	for _, c := range []struct{ name, proxy, router, want string }{
		{"of the environment", "", "https://router.example", "from-environment:3128"},
		{"not for this computer", "", "https://localhost", ""},
		{"none", monitor.Direct, "https://router.example", ""},
		{"of the setting", "socks5://u:p@set:1080", "https://router.example", "set:1080"},
		{"of the setting, not for this computer", "socks5://set:1080", "http://127.0.0.1:3001", ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			choose, err := newProxyFunc(c.proxy)
			require.NoError(t, err)
			base, err := monitor.ParseAddress(c.router)
			require.NoError(t, err)
			got, err := choose(base.Stats())
			require.NoError(t, err)
			host := ""
			if got != nil {
				host = got.Host
			}
			assert.Equal(t, c.want, host)
		})
	}
}

// socks is a SOCKS 5 proxy that connects everybody to target, or refuses with
// that code.
func socks(t *testing.T, target string, refusal byte) string {
	t.Helper()
	url := rawServer(t, func(c net.Conn) {
		in := bufio.NewReader(c)
		greeting := make([]byte, 2)
		if _, err := io.ReadFull(in, greeting); err != nil {
			return
		}
		_, _ = in.Discard(int(greeting[1]))
		_, _ = c.Write([]byte{5, 0})
		request := make([]byte, 5) // version, command, 0, kind 3: a name, its length
		if _, err := io.ReadFull(in, request); err != nil || request[3] != 3 {
			return
		}
		_, _ = in.Discard(int(request[4]) + 2)
		answer := binary.BigEndian.AppendUint16([]byte{5, refusal, 0, 1, 127, 0, 0, 1}, 1)
		_, _ = c.Write(answer)
		if refusal != 0 {
			return
		}
		join(c, in, target)
	})
	return strings.Replace(url, "http:", "socks5:", 1)
}

// httpTunnel is an HTTP proxy that connects everybody to target.
func httpTunnel(t *testing.T, target string) string {
	t.Helper()
	return rawServer(t, func(c net.Conn) {
		in := bufio.NewReader(c)
		if request, err := http.ReadRequest(in); err != nil || request.Method != http.MethodConnect {
			return
		}
		_, _ = io.WriteString(c, "HTTP/1.1 200 Connected\r\n\r\n")
		join(c, in, target)
	})
}

// join passes bytes to and fro until one side ends.
func join(c net.Conn, in io.Reader, target string) {
	onward, err := net.Dial("tcp", target)
	if err != nil {
		return
	}
	var running sync.WaitGroup
	running.Go(func() { _, _ = io.Copy(c, onward); _ = c.Close() })
	_, _ = io.Copy(onward, in)
	_ = onward.Close()
	running.Wait()
}
