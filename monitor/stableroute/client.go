// Package stableroute asks a StableRoute router how it is: one GET of its
// statistics per poll, over HTTP, as a [monitor.Source].
//
// Its invariants: a poll is one attempt, made on a connection of its own that
// is closed when the poll ends, whatever way it ends; every failure is a typed
// *[monitor.Failure], classified in one place; an answer is a reading only if
// nothing about it is doubtful; the token goes to the router's own host and
// appears in no error, log or text.
//
// A connection of its own costs the router a handshake per poll (over TLS a
// resumed one) and buys that the router's idle close, exactly as long as the
// usual cadence, has nothing to race with, that a connection which died in a
// sleep or a change of network fails no poll, and that every poll tries the
// name, the port and the certificate as a new client would.
package stableroute

import (
	"cmp"
	"context"
	"crypto/rand"
	"crypto/x509"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/url"
	"time"

	"github.com/go-resty/resty/v2"

	"routerwatch/monitor"
)

// Options say which router to ask, and how.
type Options struct {
	// BaseURL is the router's address, in any form that [monitor.ParseAddress] takes.
	BaseURL string
	// Token is sent as a bearer token. The zero Token sends none.
	Token Token
	// AllowInsecureToken lets the token travel over plain http to a host that
	// is not this computer.
	AllowInsecureToken bool
	// Version of this program, for the User-Agent.
	Version string
	// Proxy is the URL of an http, https, socks5 or socks5h proxy; empty for
	// the one that the environment names, and [monitor.Direct] for none. This computer
	// itself is always asked directly.
	Proxy string
	// RootCAs are the authorities to trust; nil for those of the system.
	RootCAs *x509.CertPool
}

// A Client asks one router. Poll is for one goroutine at a time; Online may be
// called from any. It holds nothing between polls that needs closing.
type Client struct {
	base   monitor.Address
	token  Token
	http   *resty.Client
	dialer *net.Dialer
	link   *link
}

var _ monitor.Source = (*Client)(nil)

// New makes a client without connecting to anything. What is wrong with the
// settings is a *[monitor.SetupError].
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
	proxyFor, err := newProxyFunc(o.Proxy)
	if err != nil {
		return nil, err
	}
	dialer := newDialer()
	client := resty.NewWithClient(&http.Client{
		Transport: newTransport(dialer, proxyFor, o.RootCAs),
		// Redirects are followed here, by rules of our own: see nextHop.
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	})
	client.SetLogger(noLog{}).SetDisableWarn(true).SetHeaders(map[string]string{
		"Accept":          "application/json",
		"Accept-Encoding": "gzip", // set by hand, so that readBody bounds both sizes
		"User-Agent":      "Routerwatch/" + o.Version,
	})
	return &Client{
		base:   base,
		token:  o.Token,
		http:   client,
		dialer: dialer,
		link:   &link{dialer: dialer, hasRoute: hasRoute, last: firstPeer(base.Stats(), proxyFor)},
	}, nil
}

// Base is the address that is asked.
func (c *Client) Base() monitor.Address { return c.base }

// Online reports whether this computer has a way to the addresses that the
// router, or the proxy, last had; before any is known, whether it has a way to
// anywhere. It sends the router nothing. This computer itself always counts as
// reachable. When ctx ends, Online returns at once, with true: nothing is
// proven.
func (c *Client) Online(ctx context.Context) bool { return c.link.online(ctx) }

// Poll asks the router once. It fails with a *[monitor.Failure], also when the
// deadline of ctx passes; when ctx was merely cancelled it fails with an error
// that wraps ctx.Err(). When it returns, nothing of it is left on the network.
func (c *Client) Poll(ctx context.Context) (monitor.Reading, error) {
	return c.poll(ctx, newProgress(c.base))
}

// Probe polls once, as [Client.Poll] does, and tells how far it came. A
// reading of a probe has its At and Latency set.
func (c *Client) Probe(ctx context.Context) monitor.Probe {
	progress := newProgress(c.base)
	reading, err := c.poll(ctx, progress)
	if err == nil {
		progress.step(monitor.ProbeStep{Layer: monitor.LayerAnswer})
		reading.At, reading.Latency = time.Now().Round(0), time.Since(progress.started)
		return monitor.Probe{Steps: progress.steps, Reading: reading}
	}
	failure, ok := errors.AsType[*monitor.Failure](err)
	if !ok { // it was cancelled, and is not looked at any more
		failure = &monitor.Failure{Kind: monitor.TimedOut, Layer: monitor.LayerHTTP}
	}
	return monitor.Probe{Steps: progress.steps, Failure: *failure}
}

func (c *Client) poll(ctx context.Context, progress *progress) (monitor.Reading, error) {
	if deadline, ok := ctx.Deadline(); ok {
		progress.limit = time.Until(deadline).Round(10 * time.Millisecond)
	}
	pollCtx, cancel := context.WithCancel(ctx)
	defer cancel() // closes the poll's connections, see closeWithPoll

	requestID := newRequestID()
	reading, err := c.ask(progress.follow(pollCtx), progress, requestID)
	progress.end()
	c.link.learn(progress.peer)
	switch {
	case err == nil:
		return reading, nil
	case errors.Is(ctx.Err(), context.Canceled):
		return monitor.Reading{}, fmt.Errorf("poll %s: %w", requestID, ctx.Err())
	case ctx.Err() != nil:
		err = ctx.Err()
	}
	failure := classify(err, progress)
	failure.RequestID = cmp.Or(failure.RequestID, requestID)
	redact(failure, c.token)
	return monitor.Reading{}, failure
}

// ask makes the request, and those of the redirects that may be followed.
func (c *Client) ask(ctx context.Context, progress *progress, requestID string) (monitor.Reading, error) {
	target := c.base.Stats()
	for hops := 0; ; hops++ {
		response, err := c.get(ctx, target, requestID)
		if err != nil {
			return monitor.Reading{}, err
		}
		if !redirects(response) {
			progress.update(func() { progress.layer = monitor.LayerAnswer })
			return settle(response, c.token)
		}
		_ = response.Body.Close() // nothing in it is wanted
		target, err = nextHop(target, response, hops, c.token)
		if err != nil {
			return monitor.Reading{}, err
		}
		progress.restart(target)
	}
}

// get sends one request and returns once the answer's header is there. The
// caller closes the body.
func (c *Client) get(ctx context.Context, target *url.URL, requestID string) (*http.Response, error) {
	response, err := c.http.R().SetContext(ctx).SetDoNotParseResponse(true).
		SetHeader("X-Request-Id", requestID).SetAuthToken(c.token.reveal()).Get(target.String())
	if err != nil {
		// A *url.Error only adds the URL, which may hold a secret after a redirect.
		if outer, ok := errors.AsType[*url.Error](err); ok {
			err = outer.Err
		}
		return nil, err
	}
	return response.RawResponse, nil
}

// newRequestID is a random UUID (version 4): the router takes it, echoes it,
// and its logs carry it.
func newRequestID() string {
	var b [16]byte
	_, _ = rand.Read(b[:]) // never fails: crypto/rand's promise
	b[6] = b[6]&0x0f | 0x40
	b[8] = b[8]&0x3f | 0x80
	return fmt.Sprintf("%x-%x-%x-%x-%x", b[:4], b[4:6], b[6:8], b[8:10], b[10:])
}

// noLog keeps resty from writing to standard error: the failure says it all.
type noLog struct{}

func (noLog) Errorf(string, ...any) {}
func (noLog) Warnf(string, ...any)  {}
func (noLog) Debugf(string, ...any) {}
