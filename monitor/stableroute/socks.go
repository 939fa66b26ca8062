package stableroute

import (
	"context"
	"errors"
	"io"
	"net"
	"net/netip"
	"net/url"
	"strings"

	"golang.org/x/net/proxy"

	"routerwatch/monitor"
)

// isSOCKS reports whether a proxy speaks SOCKS, and not HTTP.
func isSOCKS(proxy *url.URL) bool { return strings.HasPrefix(proxy.Scheme, "socks") }

// dialThroughSOCKS wraps dial so that a SOCKS proxy of the poll connects to the
// host. The proxy gets the name, which it can look up; one named as socks5, which to
// curl means that the name is looked up here, gets the addresses too if it cannot
// connect to the name.
func dialThroughSOCKS(dial dialFunc, dialer *net.Dialer) dialFunc {
	return func(ctx context.Context, network, hostPort string) (net.Conn, error) {
		p := progressOf(ctx)
		var through *url.URL
		p.update(func() { through = p.proxy })
		if through == nil || !isSOCKS(through) {
			return dial(ctx, network, hostPort)
		}
		connection, err := dialSOCKS(ctx, dial, through, hostPort)
		host, port, _ := net.SplitHostPort(hostPort)
		if _, numeric := netip.ParseAddr(host); through.Scheme == "socks5" && numeric != nil && refusedBySOCKS(err) {
			lookup, cancel := context.WithTimeout(ctx, lookupTimeout)
			defer cancel()
			addresses, _ := dialer.Resolver.LookupNetIP(lookup, "ip", host)
			for _, address := range interleave(addresses) {
				p.update(func() { p.cut = nil })
				if connection, err = dialSOCKS(ctx, dial, through, net.JoinHostPort(address.String(), port)); !refusedBySOCKS(err) {
					break
				}
			}
		}
		if err == nil {
			p.update(func() { p.pastProxy = true })
		}
		return connection, err
	}
}

// refusedBySOCKS reports whether a proxy answered, but did not connect.
func refusedBySOCKS(err error) bool {
	kind := untypedKind(&monitor.Failure{}, err)
	return kind == monitor.BeyondProxy || kind == monitor.UnexpectedStatus || errors.Is(err, io.EOF)
}

func dialSOCKS(ctx context.Context, dial dialFunc, through *url.URL, hostPort string) (net.Conn, error) {
	var auth *proxy.Auth
	if user := through.User; user != nil {
		auth = &proxy.Auth{User: user.Username()}
		auth.Password, _ = user.Password()
	}
	dialer, err := proxy.SOCKS5("tcp", through.Host, auth, dial)
	if err != nil {
		return nil, err
	}
	return dialer.(proxy.ContextDialer).DialContext(ctx, "tcp", hostPort)
}

// Dial and DialContext are what package proxy needs.
func (d dialFunc) Dial(network, address string) (net.Conn, error) {
	return d.DialContext(context.Background(), network, address)
}

// DialContext calls d.
func (d dialFunc) DialContext(ctx context.Context, network, address string) (net.Conn, error) {
	return d(ctx, network, address)
}
