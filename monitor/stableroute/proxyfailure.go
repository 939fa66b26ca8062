package stableroute

import (
	"context"
	"io"
	"net/http"
	"net/url"
	"time"

	"routerwatch/monitor"
)

// failure is why nothing can be requested on the route, nil if something can.
func (r route) failure() error {
	if r.through != nil && r.through.Host == "" {
		return &monitor.Failure{Kind: monitor.NotSetUp}
	}
	return nil
}

// connectFailure is a proxy's refusal to connect. The gateway's statuses are about
// the router, all others about the proxy.
func connectFailure(status int, proxy *url.URL) error {
	f := &monitor.Failure{Kind: monitor.UnexpectedStatus, HTTPStatus: status}
	switch status {
	case http.StatusBadGateway, http.StatusServiceUnavailable, http.StatusGatewayTimeout:
		f.Kind = monitor.BeyondProxy
	case http.StatusProxyAuthRequired:
		f.Kind = passwordKind(proxy)
	}
	return f
}

func passwordKind(proxy *url.URL) monitor.Kind {
	if proxy.User == nil {
		return monitor.TokenWanted
	}
	return monitor.TokenRefused
}

// blameProxy turns a failure into one of the proxy, if the poll did not get past
// it: then the router is unknown. A proxy that was asked for the answer itself can
// only be blamed before it answers, or for wanting a password.
func blameProxy(f *monitor.Failure, at *progress) {
	if at.proxy == nil {
		return
	}
	switch {
	case f.HTTPStatus == http.StatusProxyAuthRequired && at.forwarded():
		f.Kind, at.pastProxy = passwordKind(at.proxy), false
	case f.Kind == monitor.TimedOut && at.layer == monitor.LayerHTTP && at.heard:
		at.pastProxy = true // the proxy itself waits for the router
	}
	if at.pastProxy || f.Kind == monitor.SourceBug {
		return
	}
	f.ProxyFrom = at.proxyFrom
	if f.Kind != monitor.BeyondProxy {
		f.Kind, f.Cause = monitor.ProxyFailed, f.Kind
	}
}

// signTime is how long before a poll's limit a silent proxy is asked for a sign of
// life.
const signTime = 2 * time.Second

// askSilentProxy tells a proxy that hangs from one that waits for the router, which
// looks the same to the poll: shortly before the poll's limit, a proxy that has sent
// nothing yet is asked for a page of its own, on another connection. A SOCKS or https
// proxy that works has sent something by then. It returns the function to end with.
func (c *Client) askSilentProxy(ctx context.Context, p *progress) (stop func() bool) {
	end, limited := ctx.Deadline()
	if !limited {
		return func() bool { return true }
	}
	left := time.Until(end)
	return time.AfterFunc(left-min(signTime, left/2), func() {
		var at string
		p.update(func() {
			if p.proxy != nil && p.proxy.Scheme == "http" && !p.pastProxy && !p.heard && p.layer == monitor.LayerHTTP {
				at = p.handshake.at
			}
		})
		if at == "" {
			return
		}
		connection, err := closeWithPoll(c.dialer.DialContext)(ctx, "tcp", at)
		if err != nil {
			return
		}
		defer connection.Close() //nolint:errcheck // it was read
		_, _ = io.WriteString(connection, "GET / HTTP/1.1\r\nHost: "+at+"\r\nConnection: close\r\n\r\n")
		if n, _ := connection.Read(make([]byte, 1)); n > 0 { // until the poll's limit
			p.update(func() { p.heard = true })
		}
	}).Stop
}
