package stableroute

import (
	"bufio"
	"crypto/tls"
	"crypto/x509"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"routerwatch/monitor"
	"routerwatch/ui/view"
)

// sentence polls once, and is the failure's kind and its sentence, in which the
// router's address is ROUTER.
func sentence(t *testing.T, client *Client) (monitor.Kind, string) {
	t.Helper()
	got := failing(t, client)
	assert.Equal(t, monitor.Example(got.Kind).Layer, got.Layer)
	return got.Kind, strings.ReplaceAll(view.FailureSentence(got, time.Now()), client.Base().Stats().Host, "ROUTER")
}

// What net/http refuses, by the places in its source that do.
func TestRefusalsOfHTTP(t *testing.T) {
	const (
		notHTTP = "Something other than a router answered at ROUTER: is the address right?"
		https   = "The router at ROUTER wants a secure connection: begin the address with https://."
		https4  = "The router at ROUTER wants a secure connection (HTTP 400): begin the address with https://."
		http2   = "The router at ROUTER speaks only HTTP/2 at this port: switch on HTTP/1.1 there, or use another port."
		header  = "The header of the router's answer is larger than 64 KiB: does a gateway in front of the router add to it?"
		broken  = "The router, or a gateway in front of it, sends broken HTTP: its answer "
		chunks  = broken + "is cut into chunks in a wrong way."
		length  = broken + "gives its length in a wrong way."
		early   = "The router at ROUTER closed the connection before its answer was complete."
		ok      = "HTTP/1.1 200 OK\r\n"
		chunked = ok + "Transfer-Encoding: chunked\r\n\r\n"
	)
	bad := func(body string) string {
		return fmt.Sprintf("HTTP/1.1 400 Bad Request\r\nContent-Length: %d\r\nConnection: close\r\n\r\n%s", len(body), body)
	}
	for _, c := range []struct {
		name, answer string
		kind         monitor.Kind
		sentence     string
	}{
		{"SSH", "SSH-2.0-OpenSSH_9.2\r\n\r\n", monitor.NotHTTP, notHTTP},
		{"SMTP", "220 mail.example.org ESMTP\r\n", monitor.NotHTTP, notHTTP},
		{"Redis", "-ERR unknown command\r\n", monitor.NotHTTP, notHTTP},
		{"a database, without a line", "J\x00\x00\x00\n8.0.36", monitor.NotHTTP, notHTTP},
		{"no line at all", "\x05\x01\x02", monitor.NotHTTP, notHTTP},
		{"no number for a status", "HTTP/1.1 abc OK\r\n\r\n", monitor.NotHTTP, notHTTP},
		{"no version", "HTTP/1.x 200 OK\r\n\r\n", monitor.NotHTTP, notHTTP},
		{"an alert of TLS, whole", "\x15\x03\x01\x00\x02\x02\x46", monitor.HTTPSWanted, https},
		{"an alert of TLS, and a line's end", "\x15\x03\x03\x00\x02\x02\x0a\n", monitor.HTTPSWanted, https},
		{"settings of HTTP/2", "\x00\x00\x00\x04\x00\x00\x00\x00\x00", monitor.OnlyHTTP2, http2},
		{"settings of HTTP/2, with a line's end", "\x00\x00\x06\x04\x00\x00\x00\x00\x00\x00\x03\x00\x00\x0a\x0a", monitor.OnlyHTTP2, http2},
		{"goodbye of HTTP/2", "\x00\x00\x08\x07\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x01", monitor.OnlyHTTP2, http2},

		{"Go wants TLS", bad("Client sent an HTTP request to an HTTPS server.\n"), monitor.HTTPSWanted, https4},
		{"nginx wants TLS", bad("<html><h1>400 Bad Request</h1><center>The plain HTTP request was sent to HTTPS port</center>"), monitor.HTTPSWanted, https4},
		{"Apache wants TLS", bad("Reason: You're speaking plain HTTP to an SSL-enabled server port.<br />"), monitor.HTTPSWanted, https4},
		{"Tomcat wants TLS", bad("Bad Request\r\nThis combination of host and port requires TLS.\r\n"), monitor.HTTPSWanted, https4},
		{"Cheroot wants TLS", bad("The client sent a plain HTTP request, but this server only speaks HTTPS on this port."), monitor.HTTPSWanted, https4},
		{"another 400", bad("no"), monitor.UnexpectedStatus, "The router gave an unexpected answer (HTTP 400)."},

		{"a header without a colon", ok + "no colon here\r\n\r\n" + live, monitor.BrokenHTTP, broken + "has a malformed header."},
		{"an unknown transfer encoding", ok + "Transfer-Encoding: gzip\r\n\r\n" + live, monitor.BrokenHTTP, broken + "is encoded in an unknown way."},
		{"two transfer encodings", ok + "Transfer-Encoding: gzip\r\nTransfer-Encoding: chunked\r\n\r\n" + live, monitor.BrokenHTTP, broken + "is encoded in several ways."},
		{"a length that is no number", ok + "Content-Length: ten\r\n\r\n" + live, monitor.BrokenHTTP, length},
		{"an empty length", ok + "Content-Length: \r\n\r\n" + live, monitor.BrokenHTTP, length},
		{"two lengths", ok + "Content-Length: 3\r\nContent-Length: 4\r\n\r\n" + live, monitor.BrokenHTTP, length},
		{"a chunk's length in other letters", chunked + "zz\r\n" + live, monitor.BrokenHTTP, chunks},
		{"a chunk without a length", chunked + "\r\n" + live, monitor.BrokenHTTP, chunks},
		{"a chunk's length of 17 digits", chunked + "11111111111111111\r\n" + live, monitor.BrokenHTTP, chunks},
		{"a chunk longer than its length", chunked + "2\r\n" + live + "\r\n0\r\n\r\n", monitor.BrokenHTTP, chunks},
		{"a chunk's line ends in LF", chunked + "2\n{}\r\n0\r\n\r\n", monitor.BrokenHTTP, chunks},
		{"a CR within a chunk's line", chunked + "2;\rx\r\n{}\r\n0\r\n\r\n", monitor.BrokenHTTP, chunks},
		{"a chunk's line too long", chunked + "2;" + strings.Repeat("x", 5000) + "\r\n{}\r\n0\r\n\r\n", monitor.BrokenHTTP, chunks},
		{"chunks of one byte with much around them", chunked + strings.Repeat("1;"+strings.Repeat("x", 4000)+"\r\n \r\n", 9) + "0\r\n\r\n", monitor.BrokenHTTP, chunks},
		{"a malformed trailer", chunked + "2\r\n{}\r\n0\r\nno colon\r\n\r\n", monitor.BrokenHTTP, broken + "has a malformed header."},
		{"a trailer of the length", ok + "Transfer-Encoding: chunked\r\nTrailer: Content-Length\r\n\r\n0\r\n\r\n", monitor.BrokenHTTP, broken + "ends in a malformed header."},
		{"a trailer too long", chunked + "2\r\n{}\r\n0\r\nX: " + strings.Repeat("x", 5000) + "\r\n\r\n", monitor.BrokenHTTP, broken + "ends in a malformed header."},
		{"cut in its trailer", chunked + "2\r\n{}\r\n0\r\nX: y\r\n", monitor.ClosedEarly, early},
		{"a large header", ok + "X: " + strings.Repeat("x", maxHeader) + "\r\n\r\n" + live, monitor.HeaderTooLarge, header},
		{"many headers", ok + strings.Repeat("X: "+strings.Repeat("x", 500)+"\r\n", 200) + "\r\n" + live, monitor.HeaderTooLarge, header},
		{"a flood of 1xx", strings.Repeat("HTTP/1.1 103 Early Hints\r\nLink: x\r\n\r\n", 3000), monitor.HeaderTooLarge, header},
		{"a switch of protocols", "HTTP/1.1 101 Switching Protocols\r\nConnection: upgrade\r\nUpgrade: websocket\r\n\r\n", monitor.UnexpectedStatus, "The router gave an unexpected answer (HTTP 101)."},
		{"a compression that was not asked for", ok + "Content-Encoding: br\r\nContent-Length: 2\r\n\r\n{}", monitor.NotJSON, "The router's answer cannot be read: it is compressed in a way that was not asked for."},
		{"nothing", "", monitor.ClosedEarly, early},
		{"a beginning", "HTT", monitor.ClosedEarly, early},
	} {
		t.Run(c.name, func(t *testing.T) {
			kind, text := sentence(t, newClient(t, saying(t, c.answer)))
			assert.Equal(t, c.kind, kind)
			assert.Equal(t, c.sentence, text)
		})
	}
	t.Run("HTTP/2 alone", func(t *testing.T) {
		for name, start := range map[string]func(*httptest.Server){
			"without TLS": func(s *httptest.Server) { s.Config.Protocols.SetUnencryptedHTTP2(true); s.Start() },
			"over TLS":    func(s *httptest.Server) { s.Config.Protocols.SetHTTP2(true); s.StartTLS() },
		} {
			t.Run(name, func(t *testing.T) {
				server := httptest.NewUnstartedServer(http.NotFoundHandler())
				server.Config.Protocols, server.TLS = new(http.Protocols), &tls.Config{NextProtos: []string{"h2"}}
				start(server)
				t.Cleanup(server.Close)
				client := newClient(t, server.URL, func(o *Options) {
					if server.Certificate() != nil {
						o.CAFile = trustFile(t, server.Certificate())
					}
				})
				for range 2 {
					kind, text := sentence(t, client)
					assert.Equal(t, monitor.OnlyHTTP2, kind)
					assert.Equal(t, http2, text)
				}
			})
		}
	})
	t.Run("TLS alone, and not a word", func(t *testing.T) {
		certificate := newAuthority(t).issue(t, func(*x509.Certificate) {})
		client := newClient(t, rawServer(t, func(c net.Conn) {
			first := make([]byte, 5)
			if _, err := io.ReadFull(c, first); err == nil && first[0] == 22 {
				_ = tls.Server(&replay{c, first}, &tls.Config{Certificates: []tls.Certificate{certificate}}).HandshakeContext(t.Context())
			}
		}))
		for range 2 {
			kind, text := sentence(t, client)
			assert.Equal(t, monitor.HTTPSWanted, kind)
			assert.Equal(t, https, text)
		}
	})
	t.Run("an endless header", func(t *testing.T) {
		kind, text := sentence(t, newClient(t, rawServer(t, func(c net.Conn) {
			readRequest(c)
			_, err := io.WriteString(c, ok)
			for err == nil {
				_, err = io.WriteString(c, "X-Junk: "+strings.Repeat("x", 1000)+"\r\n")
			}
		})))
		assert.Equal(t, monitor.HeaderTooLarge, kind)
		assert.Equal(t, header, text)
	})
}

// replay is a connection that gives what was read from it once more.
type replay struct {
	net.Conn
	again []byte
}

func (r *replay) Read(b []byte) (int, error) {
	if len(r.again) > 0 {
		n := copy(b, r.again)
		r.again = r.again[n:]
		return n, nil
	}
	return r.Conn.Read(b)
}

// A router that closes the connection is asked once whether it speaks TLS or HTTP/2,
// until a poll succeeds.
func TestARouterThatClosesIsAskedOnce(t *testing.T) {
	var connections, prefaces atomic.Int32
	var answers atomic.Bool
	client := newClient(t, rawServer(t, func(c net.Conn) {
		connections.Add(1)
		request, err := http.ReadRequest(bufio.NewReader(c))
		switch {
		case err == nil && request.Method == "PRI":
			prefaces.Add(1)
		case answers.Load():
			_, _ = fmt.Fprintf(c, "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: %d\r\n\r\n%s", len(live), live)
		}
	}))
	fails := func(polls, asked int32) {
		connections.Store(0)
		prefaces.Store(0)
		for range polls {
			assert.Equal(t, monitor.ClosedEarly, failing(t, client).Kind)
		}
		assert.Equal(t, asked, prefaces.Load())
		assert.Equal(t, polls+2*asked, connections.Load())
	}
	fails(3, 1)
	answers.Store(true)
	_, err := poll(t, client)
	require.NoError(t, err)
	answers.Store(false)
	fails(2, 1)
}
