package stableroute

import (
	"net/http"
	"net/url"
	"strings"

	"routerwatch/monitor"
)

// isSOCKS reports whether a proxy speaks SOCKS, and not HTTP.
func isSOCKS(proxy *url.URL) bool { return strings.HasPrefix(proxy.Scheme, "socks") }

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
	if f.HTTPStatus == http.StatusProxyAuthRequired && at.forwarded() {
		f.Kind, at.pastProxy = passwordKind(at.proxy), false
	}
	if at.pastProxy || f.Kind == monitor.SourceBug {
		return
	}
	f.ProxyFrom = at.proxyFrom
	if f.Kind != monitor.BeyondProxy {
		f.Kind, f.Cause = monitor.ProxyFailed, f.Kind
	}
}
