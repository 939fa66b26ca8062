package stableroute

import (
	"context"
	"crypto/tls"
	"net"
	"net/http"
	"net/url"

	"golang.org/x/net/http/httpproxy"

	"routerwatch/monitor"
)

// maxHeader bounds the header of an answer, in bytes.
const maxHeader = 64 << 10

// newTransport makes a transport of a client: HTTP/1.1, one connection per
// request.
func newTransport(dial dialFunc, proxyFor proxyFunc, secure *tls.Config) *http.Transport {
	return &http.Transport{
		Proxy: func(request *http.Request) (*url.URL, error) {
			through, err := proxyFor(request.URL)
			p := progressOf(request.Context())
			p.update(func() { p.proxy, p.pastProxy = through, through == nil })
			return through, err
		},
		OnProxyConnectResponse: func(ctx context.Context, _ *url.URL, _ *http.Request, answer *http.Response) error {
			if answer.StatusCode != http.StatusOK {
				return &monitor.Failure{Kind: monitor.ProxyFailed, HTTPStatus: answer.StatusCode}
			}
			p := progressOf(ctx)
			p.update(func() { p.pastProxy = true })
			return nil
		},
		DialContext:            dial,
		TLSClientConfig:        secure,
		DisableKeepAlives:      true,
		DisableCompression:     true, // readBody decompresses, with a limit
		MaxResponseHeaderBytes: maxHeader,
	}
}

// A notedConn records the error of reading in the poll's progress: net/http
// reports a truncated header as a malformed one.
type notedConn struct {
	net.Conn
	progress *progress
}

func (w notedConn) Read(b []byte) (int, error) {
	n, err := w.Conn.Read(b)
	w.progress.update(func() { w.progress.noteRead(b[:n], err) })
	return n, err
}

// A proxyFunc chooses the proxy for a URL, nil for none.
type proxyFunc func(*url.URL) (*url.URL, error)

// newProxyFunc always chooses the given proxy, or the one that the environment
// names now.
func newProxyFunc(setting string) (proxyFunc, error) {
	if setting == "" {
		return httpproxy.FromEnvironment().ProxyFunc(), nil
	}
	proxy, err := monitor.ParseProxy(setting) // nil for none
	return func(target *url.URL) (*url.URL, error) {
		if monitor.Loopback(target.Hostname()) {
			return nil, nil // loopback never goes to a proxy, least of all with a token
		}
		return proxy, nil
	}, err
}
