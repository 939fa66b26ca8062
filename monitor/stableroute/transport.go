package stableroute

import (
	"context"
	"crypto/tls"
	"net"
	"net/http"
	"net/url"
)

// maxHeader bounds the header of an answer, in bytes.
const maxHeader = 64 << 10

// newTransport makes a transport of a client: HTTP/1.1, one connection per
// request.
func newTransport(dial dialFunc, routeTo routeFunc, secure *tls.Config) *http.Transport {
	return &http.Transport{
		Proxy: func(request *http.Request) (*url.URL, error) {
			route := routeTo(request.URL)
			p := progressOf(request.Context())
			p.update(func() { p.proxy, p.proxyFrom, p.pastProxy = route.through, route.From, route.through == nil })
			if route.through != nil && isSOCKS(route.through) {
				return nil, nil // dialThroughSOCKS asks it
			}
			return route.through, route.failure()
		},
		OnProxyConnectResponse: func(ctx context.Context, proxy *url.URL, _ *http.Request, answer *http.Response) error {
			if answer.StatusCode != http.StatusOK {
				return connectFailure(answer.StatusCode, proxy)
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
