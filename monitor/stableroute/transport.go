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
// request, TLS 1.2 or later with the sessions resumed.
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
		DisableCompression:     true, // readBody does it, bounded
		MaxResponseHeaderBytes: maxHeader,
	}
}

var errNoPoll = errors.New("there is no poll left to connect for")

type dialFunc func(ctx context.Context, network, address string) (net.Conn, error)

// newDialer is the dialer of a client. Its connections, and those of its
// resolver to name servers, belong to the poll that they are made for.
func newDialer() *net.Dialer {
	return &net.Dialer{
		KeepAlive: -1, // no connection lives long enough to need it
		Resolver:  &net.Resolver{Dial: closeWithPoll((&net.Dialer{}).DialContext)},
	}
}

// closeWithPoll makes connections that are closed when their poll ends. Left
// alone, the transport would finish a dial, a TLS handshake or a talk with a
// proxy behind the back of a poll that gave up, and the resolver would go on to
// wait for its name servers.
func closeWithPoll(dial dialFunc) dialFunc {
	return func(ctx context.Context, network, address string) (net.Conn, error) {
		p := progressOf(ctx)
		if p == nil { // a resolver that goes on after its poll has ended
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

// A notedConn reports to the poll's progress how reading ended: above it,
// net/http reports a header that was cut off as one that is malformed.
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
			return nil, nil // of this computer: never to a proxy, least of all with a token
		}
		return proxy, nil
	}, err
}
