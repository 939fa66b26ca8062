package stableroute

import (
	"context"
	"crypto/tls"
	"io"
	"net"
	"time"

	"routerwatch/monitor"
)

const (
	// http2Timeout bounds the question whether a router speaks HTTP/2.
	http2Timeout = 2 * time.Second
	// http2Preface begins a connection of HTTP/2, with an empty SETTINGS frame.
	http2Preface = "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n" + "\x00\x00\x00\x04\x00\x00\x00\x00\x00"
)

// http2 is whether a router speaks HTTP/2 alone.
type http2 struct{ asked, only bool }

// onlyHTTP2 reports whether a router that closed the connection instead of
// answering speaks HTTP/2 alone: such a server often says nothing to a request of
// HTTP/1.1. It asks once, by a connection without a request, until a poll succeeds.
func (c *Client) onlyHTTP2(ctx context.Context, f *monitor.Failure, p *progress) bool {
	closed := f.Kind == monitor.ClosedEarly || f.Kind == monitor.Reset
	if !closed || p.layer != monitor.LayerHTTP || p.answering || p.proxy != nil || p.http1 {
		return false
	}
	if !c.http2.asked {
		ctx, cancel := context.WithTimeout(ctx, http2Timeout)
		defer cancel()
		c.http2 = http2{asked: true, only: c.speaksHTTP2(ctx, p)}
	}
	return c.http2.only
}

// speaksHTTP2 connects to the address of the poll once more and begins to speak
// HTTP/2.
func (c *Client) speaksHTTP2(ctx context.Context, p *progress) bool {
	connection, err := (&net.Dialer{}).DialContext(ctx, "tcp", p.handshake.at)
	if err != nil {
		return false
	}
	defer connection.Close() //nolint:errcheck // nothing was asked
	defer context.AfterFunc(ctx, func() { _ = connection.Close() })()
	if p.target.Scheme == "https" {
		config := tlsConfig(c.authorities.pool, smallHello)
		config.ServerName, config.NextProtos = p.target.Hostname(), []string{"h2"}
		secured := tls.Client(connection, config)
		return secured.HandshakeContext(ctx) == nil && secured.ConnectionState().NegotiatedProtocol == "h2"
	}
	frame := make([]byte, 9)
	if _, err := io.WriteString(connection, http2Preface); err != nil {
		return false
	}
	_, err = io.ReadFull(connection, frame)
	return err == nil && startsHTTP2(string(frame))
}
