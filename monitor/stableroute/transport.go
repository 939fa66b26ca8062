package stableroute

import (
	"cmp"
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"net"
	"net/http"
	"net/url"

	"golang.org/x/net/http/httpproxy"

	"routerwatch/monitor"
)

// maxHeader bounds the header of an answer, in bytes.
const maxHeader = 64 << 10

// newTransport makes the transport of a client: HTTP/1.1, one connection per
// request, TLS 1.2 or later with session resumption.
func newTransport(dialer *net.Dialer, proxyFor proxyFunc, roots *x509.CertPool) *http.Transport {
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
		DialContext: func(ctx context.Context, network, address string) (net.Conn, error) {
			connection, err := closeWithPoll(dialer.DialContext)(ctx, network, address)
			if err != nil {
				return nil, err
			}
			return notedConn{connection, progressOf(ctx)}, nil
		},
		TLSClientConfig: &tls.Config{
			MinVersion:         tls.VersionTLS12,
			RootCAs:            roots,
			ClientSessionCache: tls.NewLRUClientSessionCache(2),
		},
		DisableKeepAlives:      true,
		DisableCompression:     true, // readBody decompresses, with a limit
		MaxResponseHeaderBytes: maxHeader,
	}
}

var errNoPoll = errors.New("the poll has ended")

type dialFunc func(ctx context.Context, network, address string) (net.Conn, error)

// newDialer is the dialer of a client. Connections of its resolver to name
// servers are closed with their poll.
func newDialer() *net.Dialer {
	return &net.Dialer{
		KeepAlive: -1, // no connection lives long enough to need it
		Resolver:  &net.Resolver{Dial: closeWithPoll((&net.Dialer{}).DialContext)},
	}
}

// closeWithPoll wraps dial so that connections are closed when their poll ends.
// Otherwise the transport would finish a dial, a TLS handshake or a proxy request
// in the background after the poll has ended, and the resolver would keep waiting
// for name servers.
func closeWithPoll(dial dialFunc) dialFunc {
	return func(ctx context.Context, network, address string) (net.Conn, error) {
		p := progressOf(ctx)
		if p == nil { // a resolver that continues after its poll has ended
			return nil, errNoPoll
		}
		ctx, cancel := context.WithCancel(ctx)
		defer cancel()
		defer context.AfterFunc(p.poll, cancel)()
		connection, err := dial(ctx, network, address)
		if err != nil {
			return nil, err
		}
		context.AfterFunc(p.poll, func() { _ = connection.Close() })
		return connection, nil
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
	if err != nil {
		w.progress.update(func() { w.progress.cut = cmp.Or(w.progress.cut, err) })
	}
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
