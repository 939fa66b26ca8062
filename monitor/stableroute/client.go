// Package stableroute polls a StableRoute router: one GET of its statistics per
// poll, over HTTP, as a [monitor.Source].
//
// Its invariants: a poll is one attempt, on a new connection that is closed when
// the poll ends; every failure is a typed *[monitor.Failure], classified in one
// place; an answer is a reading only if it is valid in every respect; the token
// is sent only to the router's own host and appears in no error, log or text.
//
// A new connection per poll costs the router a handshake (over TLS a resumed
// one). In return the router's idle timeout, as long as the usual interval,
// causes no race; a connection that broke in a sleep or a change of network fails
// no poll; and every poll checks the name, the port and the certificate as a new
// client would.
package stableroute

import (
	"cmp"
	"context"
	"crypto/x509"
	"errors"
	"fmt"
	"net"
	"net/http"
	"os"
	"time"

	"github.com/go-resty/resty/v2"

	"routerwatch/monitor"
)

// Options configure a client.
type Options struct {
	// BaseURL is the router's address, in any form that [monitor.ParseAddress] takes.
	BaseURL string
	// Token is sent as a bearer token. The zero Token sends none.
	Token Token
	// AllowInsecureToken allows the token to be sent over plain http to another
	// computer.
	AllowInsecureToken bool
	// Version of this program, for the User-Agent.
	Version string
	// Proxy is the URL of an http, https, socks5 or socks5h proxy; empty for that
	// of the environment, and [monitor.Direct] for none. A loopback address is
	// always polled directly.
	Proxy string
	// CAFile holds certificates of authorities, in PEM, to trust like those of the
	// system; empty for none. It is read again when it changes.
	CAFile string
}

// A Client polls one router. Poll must not be called concurrently; Online may be
// called from any goroutine. It needs no closing.
type Client struct {
	base   monitor.Address
	route  route // to base
	token  Token
	http   *resty.Client
	dialer *net.Dialer
	link   *link

	authorities *authorities
	renewal     bool      // see renewalDue
	began       time.Time // since when sessions are resumed
	protocol    protocolCheck
	// trust makes new transports that trust these authorities.
	trust func(*x509.CertPool)
}

var _ monitor.Source = (*Client)(nil)

// New makes a client, without connecting to anything. If the settings are
// invalid, the error is a *[monitor.SetupError].
func New(o Options) (*Client, error) {
	base, err := monitor.ParseAddress(o.BaseURL)
	if err != nil {
		return nil, err
	}
	if err := o.Token.check(base, o.AllowInsecureToken); err != nil {
		return nil, err
	}
	if !monitor.OneWord(o.Version) {
		return nil, errors.New("the version must be one word of printable ASCII")
	}
	routeTo, err := newRouteFunc(o.Proxy, os.Getenv)
	if err != nil {
		return nil, err
	}
	trusted, err := newAuthorities(o.CAFile)
	if err != nil {
		return nil, err
	}
	dialer := newDialer()
	sends := &handshakes{}
	trust := func(roots *x509.CertPool) {
		for kind := range sends.transports {
			sends.transports[kind] = newTransport(dialThroughSOCKS(dialHost(dialer), dialer), routeTo, tlsConfig(roots, hello(kind)))
		}
	}
	trust(trusted.pool)
	client := resty.NewWithClient(&http.Client{
		Transport: sends,
		// ask follows redirects, by the rules of nextHop.
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	})
	client.SetLogger(noLog{}).SetDisableWarn(true).SetHeaders(map[string]string{
		"Accept":          "application/json",
		"Accept-Encoding": "gzip", // set by hand, so that readBody bounds both sizes
		"User-Agent":      "Routerwatch/" + o.Version,
	})
	return &Client{
		base:   base,
		route:  routeTo(base.Stats()),
		token:  o.Token,
		http:   client,
		dialer: dialer,
		link:   &link{dialer: dialer, hasRoute: hasRoute, last: firstPeer(base.Stats(), routeTo)},

		authorities: trusted, trust: trust, began: time.Now(),
	}, nil
}

// Base is the router's address.
func (c *Client) Base() monitor.Address { return c.base }

// Proxy is the proxy that the router is polled through, and why.
func (c *Client) Proxy() monitor.Proxy { return c.route.Proxy }

// Online reports whether this computer has a route to the last known addresses of
// the router or the proxy, or, before any is known, a route to the Internet. It
// sends the router nothing. Loopback always counts as reachable. When ctx ends,
// Online returns true at once.
func (c *Client) Online(ctx context.Context) bool { return c.link.online(ctx) }

// Poll polls the router once. Its error is a *[monitor.Failure], also when the
// deadline of ctx passes; if ctx was cancelled, it wraps ctx.Err(). When it
// returns, its connections are closed.
func (c *Client) Poll(ctx context.Context) (monitor.Reading, error) {
	return c.poll(ctx, newProgress(c.base))
}

// Probe polls once, as [Client.Poll] does, and reports the layers that succeeded.
// The reading has its At set.
func (c *Client) Probe(ctx context.Context) monitor.Probe {
	progress := newProgress(c.base)
	reading, err := c.poll(ctx, progress)
	tryOthers(ctx, c.dialer, progress)
	if err == nil {
		progress.steps = append(progress.steps, monitor.ProbeStep{Layer: monitor.LayerAnswer})
		reading.At = time.Now().Round(0)
		return monitor.Probe{Proxy: c.route.Proxy, Steps: progress.steps, Reading: reading}
	}
	failure, ok := errors.AsType[*monitor.Failure](err)
	if !ok { // it was cancelled, and is not looked at any more
		failure = &monitor.Failure{Kind: monitor.TimedOut, Layer: monitor.LayerHTTP}
	}
	return monitor.Probe{Proxy: c.route.Proxy, Steps: progress.steps, Failure: *failure}
}

func (c *Client) poll(ctx context.Context, progress *progress) (monitor.Reading, error) {
	if deadline, ok := ctx.Deadline(); ok {
		// The deadline was set a moment ago: rounded, so that a busy machine says "within 30 s" too.
		progress.limit = time.Until(deadline).Round(100 * time.Millisecond)
	}
	pollCtx, cancel := context.WithCancel(ctx)
	defer cancel() // closes the poll's connections, see closeWithPoll

	if c.authorities.refresh(pollCtx) || c.renewal {
		c.trust(c.authorities.pool) // without the sessions of the old transports
		c.began = time.Now()
	}
	requestID := newRequestID()
	pollCtx = progress.follow(pollCtx)
	defer c.askSilentProxy(pollCtx, progress)()
	reading, err := c.stats(pollCtx, progress, requestID)
	progress.end()
	c.link.learn(progress.peer)
	switch {
	case err == nil:
		reading.Latency, reading.Path = progress.latency, progress.path
		reading.Authorities, reading.Certificate = c.authorities.problem(), progress.certificate
		c.renewal, c.protocol = renewalDue(reading.Certificate, c.began, time.Now()), protocolCheck{}
		return reading, nil
	case errors.Is(ctx.Err(), context.Canceled):
		return monitor.Reading{}, fmt.Errorf("poll %s: %w", requestID, ctx.Err())
	}
	failure := classify(cause(ctx, err), progress)
	if found := c.checkProtocol(pollCtx, failure.Kind, progress); found != "" {
		failure.Kind, failure.Layer = found, monitor.Example(found).Layer
	}
	failure.Authorities = c.authorities.problem()
	failure.RequestID = cmp.Or(failure.RequestID, requestID)
	redact(failure, c.token)
	return monitor.Reading{}, failure
}

// stats asks for the statistics.
func (c *Client) stats(ctx context.Context, progress *progress, requestID string) (monitor.Reading, error) {
	response, err := c.request(ctx, progress, c.base.Stats(), "", requestID) //nolint:bodyclose // settle closes it
	if err != nil {
		return monitor.Reading{}, err
	}
	return settle(response, c.token)
}

// noLog keeps resty from writing to standard error.
type noLog struct{}

func (noLog) Errorf(string, ...any) {}
func (noLog) Warnf(string, ...any)  {}
func (noLog) Debugf(string, ...any) {}
