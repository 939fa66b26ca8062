package stableroute

import (
	"context"
	"crypto/tls"
	"errors"
	"io"
	"net"
	"time"

	"routerwatch/monitor"
)

const (
	// maxProtocolCheck bounds a protocol check.
	maxProtocolCheck = 2 * time.Second
	// http2Preface begins a connection of HTTP/2, with an empty SETTINGS frame.
	http2Preface = "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n" + "\x00\x00\x00\x04\x00\x00\x00\x00\x00"
)

// A protocolCheck finds the protocol of a router that closes connections instead of
// answering: many servers say nothing to a request in another protocol.
type protocolCheck struct {
	done  bool
	found monitor.Kind // HTTPSWanted, OnlyHTTP2, or empty
}

// checkProtocol is the true kind of a failure, if another protocol explains it, else
// empty. It checks once until a poll succeeds, by connections without a request.
func (c *Client) checkProtocol(ctx context.Context, failed monitor.Kind, p *progress) monitor.Kind {
	closed := failed == monitor.ClosedEarly || failed == monitor.Reset
	if !closed || p.layer != monitor.LayerHTTP || p.answering || p.proxy != nil || p.http1 {
		return ""
	}
	if c.protocol.done {
		return c.protocol.found
	}
	ctx, cancel := context.WithTimeout(ctx, maxProtocolCheck)
	defer cancel()
	c.protocol = protocolCheck{done: true}
	check := func(speaks func(context.Context, net.Conn, *progress) bool, kind monitor.Kind) {
		if c.protocol.found != "" {
			return
		}
		connection, err := (&net.Dialer{}).DialContext(ctx, "tcp", p.handshake.at)
		if err != nil {
			return
		}
		defer connection.Close() //nolint:errcheck // nothing was asked for
		defer context.AfterFunc(ctx, func() { _ = connection.Close() })()
		if speaks(ctx, connection, p) {
			c.protocol.found = kind
		}
	}
	if p.target.Scheme == "https" {
		check(c.speaksSecureHTTP2, monitor.OnlyHTTP2)
	} else {
		check(c.speaksTLS, monitor.HTTPSWanted)
		check(speaksHTTP2, monitor.OnlyHTTP2)
	}
	return c.protocol.found
}

func (c *Client) shake(ctx context.Context, connection net.Conn, p *progress, protocol string) (tls.ConnectionState, error) {
	config := tlsConfig(c.authorities.pool, smallHello)
	config.ServerName, config.NextProtos = p.target.Hostname(), []string{protocol}
	secured := tls.Client(connection, config)
	err := secured.HandshakeContext(ctx)
	return secured.ConnectionState(), err
}

func (c *Client) speaksSecureHTTP2(ctx context.Context, connection net.Conn, p *progress) bool {
	state, err := c.shake(ctx, connection, p, "h2")
	return err == nil && state.NegotiatedProtocol == "h2"
}

// speaksTLS reports whether the router says anything in TLS.
func (c *Client) speaksTLS(ctx context.Context, connection net.Conn, p *progress) bool {
	_, err := c.shake(ctx, connection, p, "http/1.1")
	alert, said := errors.AsType[*net.OpError](err)
	return err == nil || certificateRefused(err) || said && alert.Op == "remote error"
}

func speaksHTTP2(_ context.Context, connection net.Conn, _ *progress) bool {
	if _, err := io.WriteString(connection, http2Preface); err != nil {
		return false
	}
	frame := make([]byte, 9)
	_, err := io.ReadFull(connection, frame)
	return err == nil && startsHTTP2(string(frame))
}
