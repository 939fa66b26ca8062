package stableroute

import (
	"bytes"
	"compress/gzip"
	"context"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/netip"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"routerwatch/monitor"
)

func TestFailuresOfTheConnection(t *testing.T) {
	for _, c := range []struct {
		name  string
		talk  func(net.Conn)
		kind  monitor.Kind
		layer monitor.Layer
	}{
		{"closed at once", func(c net.Conn) {
			_ = c.(*net.TCPConn).CloseWrite()
			untilClosed(c)
		}, monitor.ClosedEarly, monitor.LayerTCP},
		{"closed before the answer", func(c net.Conn) { readRequest(c) }, monitor.ClosedEarly, monitor.LayerTCP},
		{"closed in the header", func(c net.Conn) {
			readRequest(c)
			_, _ = io.WriteString(c, "HTTP/1.1 200 OK\r\nContent-Ty")
		}, monitor.ClosedEarly, monitor.LayerTCP},
		{"closed in the body", func(c net.Conn) {
			readRequest(c)
			_, _ = io.WriteString(c, "HTTP/1.1 200 OK\r\nContent-Length: 31\r\n\r\n"+live[:20])
		}, monitor.ClosedEarly, monitor.LayerTCP},
		{"closed in a chunk", func(c net.Conn) {
			readRequest(c)
			_, _ = io.WriteString(c, "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n1f\r\n"+live[:20])
		}, monitor.ClosedEarly, monitor.LayerTCP},
		{"reset before the answer", func(c net.Conn) {
			readRequest(c)
			resetNow(c)
		}, monitor.Reset, monitor.LayerTCP},
		{"reset in the header", func(c net.Conn) {
			readRequest(c)
			_, _ = io.WriteString(c, "HTTP/1.1 200 OK\r\nContent-Ty")
			// A reset overtakes what was not read yet: the pause lets the client
			// get as far as the name says. It is a reset either way.
			time.Sleep(20 * time.Millisecond)
			resetNow(c)
		}, monitor.Reset, monitor.LayerTCP},
		{"reset in the body", func(c net.Conn) {
			readRequest(c)
			_, _ = io.WriteString(c, "HTTP/1.1 200 OK\r\nContent-Length: 31\r\n\r\n{")
			time.Sleep(20 * time.Millisecond)
			resetNow(c)
		}, monitor.Reset, monitor.LayerTCP},
	} {
		t.Run(c.name, func(t *testing.T) {
			client := newClient(t, rawServer(t, c.talk))
			got := failing(t, client)
			assert.Equal(t, c.kind, got.Kind)
			assert.Equal(t, c.layer, got.Layer)
			assert.Equal(t, client.Base().Stats().Host, got.Host)
			assert.Len(t, got.RequestID, 36)
		})
	}
}

func TestNothingListens(t *testing.T) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	require.NoError(t, listener.Close())
	got := failing(t, newClient(t, "http://"+listener.Addr().String()))
	assert.Equal(t, monitor.Refused, got.Kind)
	assert.Equal(t, monitor.LayerTCP, got.Layer)
}

func TestNothingInTime(t *testing.T) {
	fullQueue := func(t *testing.T) string {
		return "http://" + silentAt(t, netip.MustParseAddr("127.0.0.1"), 0).String()
	}
	talking := func(talk func(net.Conn)) func(*testing.T) string {
		return func(t *testing.T) string { return rawServer(t, talk) }
	}
	https := func(server func(*testing.T) string) func(*testing.T) string {
		return func(t *testing.T) string { return strings.Replace(server(t), "http:", "https:", 1) }
	}
	for _, c := range []struct {
		name   string
		server func(*testing.T) string
		layer  monitor.Layer
	}{
		{"the accept queue is full", fullQueue, monitor.LayerTCP},
		{"accepted and silent", talking(untilClosed), monitor.LayerHTTP},
		{"accepted and silent, with TLS", https(talking(untilClosed)), monitor.LayerTLS},
		{"a dripping header", talking(func(c net.Conn) {
			readRequest(c)
			drip(c, "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n\r\n")
		}), monitor.LayerHTTP},
		{"a dripping body", talking(func(c net.Conn) {
			readRequest(c)
			_, _ = io.WriteString(c, "HTTP/1.1 200 OK\r\nContent-Length: 400\r\n\r\n")
			drip(c, live+strings.Repeat(" ", 370))
		}), monitor.LayerAnswer},
	} {
		t.Run(c.name, func(t *testing.T) {
			client := newClient(t, c.server(t))
			const limit = 200 * time.Millisecond
			ctx, cancel := context.WithTimeout(t.Context(), limit)
			defer cancel()
			began := time.Now()
			_, err := client.Poll(ctx)
			assert.Less(t, time.Since(began), 5*time.Second)
			got := failureIn(t, err)
			assert.Equal(t, monitor.TimedOut, got.Kind)
			assert.Equal(t, c.layer, got.Layer)
			assert.Equal(t, limit, got.Limit)
		})
	}
}

// drip writes a byte every 20 ms, until the peer closes.
func drip(connection net.Conn, text string) {
	for i := range len(text) {
		if _, err := connection.Write([]byte{text[i]}); err != nil {
			return
		}
		time.Sleep(20 * time.Millisecond)
	}
}

func TestStatuses(t *testing.T) {
	for status, want := range map[int]monitor.Kind{
		201: monitor.UnexpectedStatus, 204: monitor.UnexpectedStatus, 206: monitor.UnexpectedStatus,
		300: monitor.UnexpectedStatus, 304: monitor.UnexpectedStatus,
		400: monitor.UnexpectedStatus, 401: monitor.TokenWanted, 403: monitor.TokenRefused,
		404: monitor.NoStatsHere, 405: monitor.NoStatsHere, 406: monitor.NoStatsHere, 410: monitor.NoStatsHere,
		407: monitor.UnexpectedStatus, 408: monitor.UnexpectedStatus, 418: monitor.UnexpectedStatus,
		429: monitor.TooManyRequests,
		500: monitor.RouterError, 502: monitor.RouterError, 503: monitor.RouterError, 599: monitor.RouterError,
		511: monitor.WebPage, 600: monitor.UnexpectedStatus, 999: monitor.UnexpectedStatus,
	} {
		t.Run(fmt.Sprint(status), func(t *testing.T) {
			got := failing(t, newClient(t, saying(t, fmt.Sprintf("HTTP/1.1 %d X\r\nRetry-After: 7\r\nContent-Length: 0\r\n\r\n", status))))
			assert.Equal(t, want, got.Kind)
			assert.Equal(t, status, got.HTTPStatus)
			assert.Equal(t, 7*time.Second, got.RetryAfter)
		})
	}
	t.Run("401 though a token was sent", func(t *testing.T) {
		got := failing(t, newClient(t, saying(t, recording(t, "unauthorized")), withToken("s3cret")))
		assert.Equal(t, monitor.TokenRefused, got.Kind)
	})
}

func TestTheRoutersOwnWordsAreBoundedAndCleaned(t *testing.T) {
	status := func(body string) monitor.Failure {
		return failing(t, newClient(t, saying(t, fmt.Sprintf("HTTP/1.1 503 X\r\nContent-Length: %d\r\n\r\n%s", len(body), body))))
	}
	got := status(`{"error":"a\u0007b\u202ec","message":"one\n two\t<b>three</b> &amp; \u2066four\u200b\ud83d\ude00","requestId":"router-1"}`)
	assert.Equal(t, "abc", got.Code)
	assert.Equal(t, "one two bthree/b amp; four😀", got.Message)
	assert.Equal(t, "router-1", got.RequestID)

	got = status(`{"error":"` + strings.Repeat("e", 500) + `","message":"` + strings.Repeat("é", 5000) + `","requestId":"a b"}`)
	assert.Len(t, []rune(got.Code), maxCode)
	assert.Len(t, []rune(got.Message), maxMessage)
	assert.Len(t, got.RequestID, 36, "ours, where the router's is unfit")

	for _, body := range []string{"", "<html>", `{"error":4}`, `[]`, "\xff", strings.Repeat("x", maxDetails+1)} {
		got = status(body)
		assert.Equal(t, monitor.RouterError, got.Kind)
		assert.Empty(t, got.Message)
	}
}

func TestADrippingErrorIsNotWaitedFor(t *testing.T) {
	got := failing(t, newClient(t, rawServer(t, func(c net.Conn) {
		readRequest(c)
		_, _ = io.WriteString(c, "HTTP/1.1 503 X\r\nContent-Length: 100000\r\n\r\n{")
		untilClosed(c)
	})))
	assert.Equal(t, monitor.RouterError, got.Kind)
	assert.Equal(t, 503, got.HTTPStatus)
}

// The details of a refusal may come too late for the poll's limit; what was refused
// is known before them.
func TestARefusalWhoseDetailsMeetTheLimit(t *testing.T) {
	client := newClient(t, rawServer(t, func(c net.Conn) {
		readRequest(c)
		_, _ = io.WriteString(c, "HTTP/1.1 429 X\r\nRetry-After: 60\r\nContent-Length: 100000\r\n\r\n{")
		untilClosed(c)
	}))
	for name, request := range map[string]func(context.Context) error{
		"poll": func(ctx context.Context) error {
			_, err := client.Poll(ctx)
			return err
		},
		"question": func(ctx context.Context) error {
			_, err := client.Ask(ctx, monitor.Question{Topic: monitor.Build})
			return err
		},
	} {
		ctx, cancel := context.WithTimeout(t.Context(), 500*time.Millisecond)
		got := failureIn(t, request(ctx))
		cancel()
		assert.Equal(t, monitor.TooManyRequests, got.Kind, name)
		assert.Equal(t, time.Minute, got.RetryAfter, name)
	}
}

func TestBodiesThatAreTooLarge(t *testing.T) {
	padded := func(size int) string { return live + strings.Repeat(" ", size-len(live)) }
	zipped := func(part string) string {
		var out bytes.Buffer
		zip, err := gzip.NewWriterLevel(&out, gzip.BestSpeed)
		require.NoError(t, err)
		_, _ = io.WriteString(zip, part)
		_ = zip.Close()
		return out.String()
	}
	for _, c := range []struct {
		name, encoding, body string
		kind                 monitor.Kind // empty: a reading
	}{
		{"at the limit", "", padded(maxAnswer), ""},
		{"one over", "", padded(maxAnswer + 1), monitor.TooLarge},
		{"compressed, at the limit", "gzip", zipped(padded(maxAnswer)), ""},
		{"a bomb", "gzip", zipped(padded(64 * maxAnswer)), monitor.TooLarge},
		{"many empty parts", "gzip", strings.Repeat(zipped(""), 100_000), monitor.TooLarge},
	} {
		t.Run(c.name, func(t *testing.T) {
			server := serve(t, func(w http.ResponseWriter, _ *http.Request) {
				w.Header().Set("Content-Type", "application/json")
				if c.encoding != "" {
					w.Header().Set("Content-Encoding", c.encoding)
				}
				_, _ = io.WriteString(w, c.body)
			})
			reading, err := poll(t, newClient(t, server.URL))
			if c.kind == "" {
				require.NoError(t, err)
				assert.EqualValues(t, 4, reading.Pairs)
				return
			}
			got := failureIn(t, err)
			assert.Equal(t, c.kind, got.Kind)
			assert.Equal(t, monitor.LayerAnswer, got.Layer)
		})
	}
}

func TestBodiesThatAreBadlyCompressed(t *testing.T) {
	for _, c := range []struct{ name, encoding, body, problem string }{
		{"not compressed", "gzip", live, "is damaged in its compression"},
		{"cut", "gzip", "\x1f\x8b\x08\x00\x00\x00\x00\x00\x00\xff\xaa", "ends in the middle"},
		{"empty", "gzip", "", "is empty"},
		{"not asked for", "br", live, "is compressed in a way that was not asked for"},
	} {
		t.Run(c.name, func(t *testing.T) {
			got := failing(t, newClient(t, saying(t, fmt.Sprintf(
				"HTTP/1.1 200 OK\r\nContent-Encoding: %s\r\nContent-Length: %d\r\n\r\n%s", c.encoding, len(c.body), c.body))))
			assert.Equal(t, monitor.NotJSON, got.Kind)
			assert.Equal(t, monitor.LayerAnswer, got.Layer)
			assert.Equal(t, c.problem, got.Problem)
		})
	}
}

func TestContentTypes(t *testing.T) {
	for contentType, want := range map[string]monitor.Kind{
		"":                                    "",
		"application/json":                    "",
		"application/json; charset=utf-8":     "",
		"Application/JSON;charset=ISO-8859-1": "", // JSON has no charset but UTF-8, which is checked
		"application/problem+json":            "",
		"text/json":                           "",
		"text/plain":                          monitor.NotJSON,
		"application/octet-stream":            monitor.NotJSON,
		"text/html; charset=utf-8":            monitor.WebPage,
		"application/xhtml+xml":               monitor.WebPage,
		"ü/;;":                                monitor.NotJSON,
	} {
		t.Run("type "+contentType, func(t *testing.T) {
			_, err := poll(t, newClient(t, saying(t, fmt.Sprintf(
				"HTTP/1.1 200 OK\r\nContent-Type: %s\r\nContent-Length: %d\r\n\r\n%s", contentType, len(live), live))))
			if want == "" {
				require.NoError(t, err)
				return
			}
			got := failureIn(t, err)
			assert.Equal(t, want, got.Kind)
			assert.Equal(t, monitor.LayerAnswer, got.Layer)
		})
	}
}
