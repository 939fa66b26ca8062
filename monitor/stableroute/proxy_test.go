package stableroute

import (
	"bufio"
	"cmp"
	"context"
	"crypto/tls"
	"crypto/x509"
	"encoding/binary"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"net/url"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

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

// What a proxy does, what the poll makes of it: a failure of the proxy, for which
// only a cause is given here, or one of the router, with a kind.
func TestProxiesThatDoNotLetUsThrough(t *testing.T) {
	refusing, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	require.NoError(t, refusing.Close())
	trusted := newAuthority(t)
	answers := func(status string) string { return saying(t, "HTTP/1.1 "+status+" X\r\nContent-Length: 0\r\n\r\n") }
	says := func(text string) string {
		return rawServer(t, func(c net.Conn) { _, _ = io.WriteString(c, text); untilClosed(c) })
	}
	as := func(user, proxy string) string { return strings.Replace(proxy, "://", "://"+user+"@", 1) }
	hangs := rawServer(t, untilClosed)
	behindTLS := func(change func(*x509.Certificate)) string {
		return tlsServer(t, &tls.Config{Certificates: []tls.Certificate{trusted.issue(t, change)}}).URL
	}
	const secure, plain = "https://router.invalid", "http://router.invalid"
	for _, c := range []struct {
		name, router, proxy string
		kind, cause         monitor.Kind // one of them
		layer               monitor.Layer
		status              int
		code                string
	}{
		{"nothing listens", secure, "http://u:s3cret@" + refusing.Addr().String(), "", monitor.Refused, monitor.LayerTCP, 0, ""},
		{"nothing listens, for http", plain, "http://" + refusing.Addr().String(), "", monitor.Refused, monitor.LayerTCP, 0, ""},
		{"nothing listens, SOCKS", plain, "socks5://" + refusing.Addr().String(), "", monitor.Refused, monitor.LayerTCP, 0, ""},
		{"it is not found", secure, "http://u:s3cret@proxy.invalid:3128", "", monitor.NameNotFound, monitor.LayerDNS, 0, ""},
		{"it wants a password", secure, answers("407"), "", monitor.TokenWanted, monitor.LayerHTTP, 407, ""},
		{"it wants a password, for http", plain, answers("407"), "", monitor.TokenWanted, monitor.LayerHTTP, 407, ""},
		{"it wants another password", secure, as("u:s3cret", answers("407")), "", monitor.TokenRefused, monitor.LayerHTTP, 407, ""},
		{"it wants another password, for http", plain, as("u:s3cret", answers("407")), "", monitor.TokenRefused, monitor.LayerHTTP, 407, ""},
		{"it forbids the router", secure, answers("403"), "", monitor.UnexpectedStatus, monitor.LayerHTTP, 403, ""},
		{"it is a web server", secure, answers("405"), "", monitor.UnexpectedStatus, monitor.LayerHTTP, 405, ""},
		{"it closes", secure, rawServer(t, func(c net.Conn) { readRequest(c) }), "", monitor.ClosedEarly, monitor.LayerTCP, 0, ""},
		{"it closes, for http", plain, rawServer(t, func(c net.Conn) { readRequest(c) }), "", monitor.ClosedEarly, monitor.LayerTCP, 0, ""},
		{"it closes, SOCKS", plain, "socks5" + strings.TrimPrefix(rawServer(t, func(c net.Conn) { _, _ = c.Read(make([]byte, 100)) }), "http"), "", monitor.ClosedEarly, monitor.LayerTCP, 0, ""},
		{"it breaks off", secure, rawServer(t, func(c net.Conn) { readRequest(c); resetNow(c) }), "", monitor.Reset, monitor.LayerTCP, 0, ""},
		{"it is none", secure, says("SSH-2.0-OpenSSH_9.2\r\n"), "", monitor.NotHTTP, monitor.LayerHTTP, 0, ""},
		{"it is none, for http", plain, says("SSH-2.0-OpenSSH_9.2\r\n"), "", monitor.NotHTTP, monitor.LayerHTTP, 0, ""},
		{"it is none, SOCKS", plain, "socks5" + strings.TrimPrefix(says("SSH-2.0-OpenSSH_9.2\r\n"), "http"), "", monitor.NotHTTP, monitor.LayerHTTP, 0, ""},
		{"it hangs", secure, hangs, "", monitor.TimedOut, monitor.LayerHTTP, 0, ""},
		{"it hangs, for http", plain, hangs, "", monitor.TimedOut, monitor.LayerHTTP, 0, ""},
		{"it hangs, SOCKS", plain, "socks5" + strings.TrimPrefix(hangs, "http"), "", monitor.TimedOut, monitor.LayerHTTP, 0, ""},
		{"it hangs, over TLS", secure, "https" + strings.TrimPrefix(hangs, "http"), "", monitor.TimedOut, monitor.LayerTLS, 0, ""},
		{"its certificate is for another", secure, behindTLS(func(c *x509.Certificate) { c.IPAddresses, c.DNSNames = nil, []string{"other.example"} }), "", monitor.CertificateWrongHost, monitor.LayerTLS, 0, ""},
		{"its certificate has expired", plain, behindTLS(func(c *x509.Certificate) { c.NotAfter = c.NotBefore.Add(1) }), "", monitor.CertificateExpired, monitor.LayerTLS, 0, ""},
		{"its authority is unknown", secure, tlsServer(t, &tls.Config{Certificates: []tls.Certificate{newAuthority(t).issue(t, func(*x509.Certificate) {})}}).URL, "", monitor.CertificateUnknown, monitor.LayerTLS, 0, ""},
		{"SOCKS fails", secure, socks(t, "", 1), "", monitor.UnexpectedStatus, monitor.LayerHTTP, 0, "general SOCKS server failure"},
		{"SOCKS forbids the router", secure, socks(t, "", 2), "", monitor.UnexpectedStatus, monitor.LayerHTTP, 0, "connection not allowed by ruleset"},
		{"SOCKS connects nobody", plain, socks(t, "", 7), "", monitor.UnexpectedStatus, monitor.LayerHTTP, 0, "command not supported"},
		{"SOCKS wants a password", secure, socksMethod(t, 0xff), "", monitor.TokenWanted, monitor.LayerHTTP, 0, ""},
		{"SOCKS wants another password", secure, as("u:s3cret", socksMethod(t, 2)), "", monitor.TokenRefused, monitor.LayerHTTP, 0, ""},

		{"it cannot reach the router", secure, answers("502"), monitor.BeyondProxy, "", monitor.LayerTCP, 502, ""},
		{"it has no room for the router", secure, answers("503"), monitor.BeyondProxy, "", monitor.LayerTCP, 503, ""},
		{"it gets no answer of the router", secure, answers("504"), monitor.BeyondProxy, "", monitor.LayerTCP, 504, ""},
		{"it cannot reach it, for http", plain, answers("502"), monitor.RouterError, "", monitor.LayerHTTP, 502, ""},
		{"it has no room for it, for http", plain, answers("503"), monitor.RouterError, "", monitor.LayerHTTP, 503, ""},
		{"it leads elsewhere, for http", plain, saying(t, "HTTP/1.1 302 X\r\nLocation: https://login.example/\r\nContent-Length: 0\r\n\r\n"), monitor.RedirectRefused, "", monitor.LayerHTTP, 302, ""},
		{"it forbids the router, for http", plain, answers("403"), monitor.TokenRefused, "", monitor.LayerHTTP, 403, ""},
		{"SOCKS has no network", secure, socks(t, "", 3), monitor.BeyondProxy, "", monitor.LayerTCP, 0, "network unreachable"},
		{"SOCKS does not reach the router", plain, socks(t, "", 4), monitor.BeyondProxy, "", monitor.LayerTCP, 0, "host unreachable"},
		{"SOCKS is refused", secure, socks(t, "", 5), monitor.BeyondProxy, "", monitor.LayerTCP, 0, "connection refused"},
		{"SOCKS waits too long", secure, socks(t, "", 6), monitor.BeyondProxy, "", monitor.LayerTCP, 0, "TTL expired"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			client := newClient(t, c.router, through(c.proxy), trusting(trusted))
			client.dialer.Resolver = nameServer(t, func(string) []netip.Addr { return nil })
			limit := 30 * time.Second
			if c.cause == monitor.TimedOut {
				limit = time.Second
			}
			ctx, cancel := context.WithTimeout(t.Context(), limit)
			defer cancel()
			_, err := client.Poll(ctx)
			got := failureIn(t, err)
			host, from := "router.invalid", ""
			if c.kind == "" || c.kind == monitor.BeyondProxy {
				proxy, err := url.Parse(c.proxy)
				require.NoError(t, err)
				host, from = proxy.Host, monitor.ProxySetting
			}
			assert.Equal(t, cmp.Or(c.kind, monitor.ProxyFailed), got.Kind)
			assert.Equal(t, c.cause, got.Cause)
			assert.Equal(t, c.layer, got.Layer)
			assert.Equal(t, c.status, got.HTTPStatus)
			assert.Equal(t, c.code, got.Code)
			assert.Equal(t, host, got.Host)
			assert.Equal(t, from, got.ProxyFrom)
			assert.Equal(t, c.kind == "", got.RouterUnknown())
			assert.NotContains(t, fmt.Sprintf("%+v", got), "s3cret")
		})
	}
}

// A router that wants a password as a proxy does is no proxy.
func TestA407OfTheRouterItself(t *testing.T) {
	trusted := newAuthority(t)
	server := httptest.NewUnstartedServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusProxyAuthRequired) }))
	server.TLS = &tls.Config{Certificates: []tls.Certificate{trusted.issue(t, func(c *x509.Certificate) { c.DNSNames = []string{"router.invalid"} })}}
	server.StartTLS()
	t.Cleanup(server.Close)
	got := failing(t, newClient(t, "https://router.invalid", through(httpTunnel(t, server.Listener.Addr().String())), trusting(trusted)))
	assert.Equal(t, monitor.UnexpectedStatus, got.Kind)
	assert.Equal(t, "router.invalid", got.Host)
}

// Behind a proxy that let us through, failures are the router's.
func TestARouterThatFailsBehindAProxy(t *testing.T) {
	hung := strings.TrimPrefix(rawServer(t, untilClosed), "http://")
	short := strings.TrimPrefix(saying(t, "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 999\r\n\r\n{"), "http://")
	for _, c := range []struct {
		name, router, proxy string
		kind                monitor.Kind
	}{
		{"it hangs, HTTP", "https://router.invalid", httpTunnel(t, hung), monitor.TimedOut},
		{"it hangs, SOCKS", "https://router.invalid", socks(t, hung, 0), monitor.TimedOut},
		{"it hangs, SOCKS, for http", "http://router.invalid", socks(t, hung, 0), monitor.TimedOut},
		{"it hangs, and the proxy waits for it", "https://router.invalid", patient(t), monitor.TimedOut},
		{"it hangs, and the proxy waits for it, for http", "http://router.invalid", patient(t), monitor.TimedOut},
		{"it hangs, and the proxy waits for it, SOCKS", "http://router.invalid", strings.Replace(rawServer(t, func(c net.Conn) {
			_, _ = c.Read(make([]byte, 100))
			_, _ = c.Write([]byte{5, 0})
			untilClosed(c)
		}), "http:", "socks5:", 1), monitor.TimedOut},
		{"it breaks off its answer", "http://router.invalid", "http://" + short, monitor.ClosedEarly},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			ctx, cancel := context.WithTimeout(t.Context(), 3*time.Second)
			defer cancel()
			_, err := newClient(t, c.router, through(c.proxy)).Poll(ctx)
			got := failureIn(t, err)
			assert.Equal(t, c.kind, got.Kind)
			assert.Equal(t, "router.invalid", got.Host)
			assert.Empty(t, got.ProxyFrom)
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

// patient is an HTTP proxy that waits for the router, and answers for itself at once.
func patient(t *testing.T) string {
	t.Helper()
	return rawServer(t, func(c net.Conn) {
		request, err := http.ReadRequest(bufio.NewReader(c))
		if err != nil {
			return
		}
		if request.Method == http.MethodConnect || request.URL.Host != "" {
			untilClosed(c)
			return
		}
		_, _ = io.WriteString(c, "HTTP/1.1 400 X\r\nContent-Length: 0\r\n\r\n")
	})
}

// socksMethod is a SOCKS 5 proxy that chooses that method of authentication, and
// refuses every name and password.
func socksMethod(t *testing.T, method byte) string {
	t.Helper()
	url := rawServer(t, func(c net.Conn) {
		_, _ = c.Read(make([]byte, 100))
		_, _ = c.Write([]byte{5, method})
		_, _ = c.Read(make([]byte, 100))
		_, _ = c.Write([]byte{1, 1})
		untilClosed(c)
	})
	return strings.Replace(url, "http:", "socks5:", 1)
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
