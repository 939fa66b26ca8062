package stableroute

import (
	"compress/gzip"
	"context"
	"fmt"
	"net"
	"net/http"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"routerwatch/monitor"
	"routerwatch/monitor/stableroute/simulator"
)

func TestReadingsFromRecordedAnswers(t *testing.T) {
	for name, want := range map[string]monitor.Reading{
		"stats-live": {
			Pairs: 4, Counters: monitor.Counters{
				monitor.APIKeys: monitor.Counted(0), monitor.Webhooks: monitor.Counted(0), monitor.Events: monitor.Counted(8),
				monitor.PairsWithFee: monitor.Counted(0), monitor.DistinctAssets: monitor.Counted(3),
			},
		},
		"stats-paused": {
			Pairs: 4, Paused: true, Counters: monitor.Counters{
				monitor.APIKeys: monitor.Counted(0), monitor.Webhooks: monitor.Counted(0), monitor.Events: monitor.Counted(7),
				monitor.PairsWithFee: monitor.Counted(0), monitor.DistinctAssets: monitor.Counted(3),
			},
		},
	} {
		t.Run(name, func(t *testing.T) {
			reading, err := poll(t, newClient(t, saying(t, recording(t, name))))
			require.NoError(t, err)
			assert.Positive(t, reading.Latency)
			reading.Latency, reading.Path = 0, monitor.Path{}
			assert.Equal(t, want, reading)
		})
	}
}

func TestFailuresFromRecordedAnswers(t *testing.T) {
	for name, want := range map[string]monitor.Failure{
		"not-acceptable": {
			Kind: monitor.NoStatsHere, HTTPStatus: 406, Code: "not_acceptable",
			Message: "This endpoint only produces application/json", RequestID: "5e4ed19a-1aac-4675-94d7-c1e5c0e780f2",
		},
		"not-found": {
			Kind: monitor.NoStatsHere, HTTPStatus: 404, Code: "not_found",
			Message: "No route for GET /api/v1/health", RequestID: "e2d6afec-70f5-4342-b9ff-81b42c363c0c",
		},
		"rate-limited": {
			Kind: monitor.TooManyRequests, HTTPStatus: 429, Code: "rate_limited", RetryAfter: time.Minute,
			Message: "more than 60 requests per 60s", RequestID: "a8829d2f-ef8d-42eb-9f82-9b52abfdf50d",
		},
		"unauthorized": {
			Kind: monitor.TokenWanted, HTTPStatus: 401, Code: "unauthorized",
			Message: "valid admin token required", RequestID: "07d7f81c-d3f8-4a0d-9a7d-7a3066d05381",
		},
		"stats-not-modified": { // cannot be: no If-None-Match is ever sent
			Kind: monitor.UnexpectedStatus, HTTPStatus: 304, RequestID: "df95413c-9381-47e6-b8cb-30e39ed9070a",
		},
	} {
		t.Run(name, func(t *testing.T) {
			client := newClient(t, saying(t, recording(t, name)))
			got := failing(t, client)
			want.Layer, want.Host = monitor.LayerHTTP, client.Base().Stats().Host
			assert.Equal(t, want, got)
		})
	}
	t.Run("version, at the address of the statistics", func(t *testing.T) {
		got := failing(t, newClient(t, saying(t, recording(t, "version"))))
		assert.Equal(t, monitor.BadField, got.Kind)
		assert.Equal(t, "totalPairs", got.Field)
	})
}

func TestWhatAPollSends(t *testing.T) {
	router, err := simulator.Start(simulator.Options{Pairs: 7})
	require.NoError(t, err)
	defer router.Close()
	client := newClient(t, router.URL()+"/", withToken("s3cret"))
	for range 2 {
		reading, err := poll(t, client)
		require.NoError(t, err)
		assert.EqualValues(t, 7, reading.Pairs)
	}
	requests := router.Requests()
	require.Len(t, requests, 2)
	assert.Equal(t, "GET", requests[0].Method)
	assert.Equal(t, "/api/v1/stats", requests[0].Path)
	header := requests[0].Header
	id := header.Get("X-Request-Id")
	assert.Regexp(t, `^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$`, id)
	assert.NotEqual(t, id, requests[1].Header.Get("X-Request-Id"), "fresh for each poll")
	header.Del("X-Request-Id")
	assert.Equal(t, http.Header{
		"Accept":          {"application/json"},
		"Accept-Encoding": {"gzip"},
		"Authorization":   {"Bearer s3cret"},
		"User-Agent":      {"Routerwatch/1.2.3"},
		"Connection":      {"close"},
	}, header, "and nothing else: no cookie, no validator")
}

func TestNoCookieIsKept(t *testing.T) {
	var seen atomic.Int32
	server := serve(t, func(w http.ResponseWriter, r *http.Request) {
		seen.Add(int32(len(r.Cookies())))
		w.Header().Set("Content-Type", "application/json")
		http.SetCookie(w, &http.Cookie{Name: "session", Value: "x", Path: "/"})
		_, _ = w.Write([]byte(live))
	})
	client := newClient(t, server.URL)
	for range 3 {
		_, err := poll(t, client)
		require.NoError(t, err)
	}
	assert.Zero(t, seen.Load())
}

func TestAPathPrefixIsKept(t *testing.T) {
	var path atomic.Value
	server := serve(t, func(w http.ResponseWriter, r *http.Request) {
		path.Store(r.URL.Path)
		w.Header().Set("Content-Type", "application/json")
		_, _ = w.Write([]byte(live))
	})
	_, err := poll(t, newClient(t, server.URL+"/routers/one/"))
	require.NoError(t, err)
	assert.Equal(t, "/routers/one/api/v1/stats", path.Load())
}

func TestAnAnswerMayBeCompressed(t *testing.T) {
	server := serve(t, func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		w.Header().Set("Content-Encoding", "gzip")
		zip := gzip.NewWriter(w)
		_, _ = zip.Write([]byte(live))
		_ = zip.Close()
	})
	reading, err := poll(t, newClient(t, server.URL))
	require.NoError(t, err)
	assert.EqualValues(t, 4, reading.Pairs)
}

// The server closes a connection right after its answer, or by a reset a
// moment later: with a connection for each poll there is nothing to race with.
func TestNoConnectionOutlivesItsPoll(t *testing.T) {
	var open, most, polls atomic.Int32
	url := rawServer(t, func(connection net.Conn) {
		most.Store(max(most.Load(), open.Add(1)))
		defer open.Add(-1)
		polls.Add(1)
		if readRequest(connection) {
			_, _ = fmt.Fprintf(connection, "HTTP/1.1 200 OK\r\nContent-Length: %d\r\n\r\n%s", len(live), live)
		}
		untilClosed(connection)
	})
	client := newClient(t, url)
	for range 20 {
		_, err := poll(t, client)
		require.NoError(t, err)
		require.Eventually(t, func() bool { return open.Load() == 0 }, 5*time.Second, time.Millisecond)
	}
	assert.EqualValues(t, 20, polls.Load(), "one connection and one request for a poll")
	assert.EqualValues(t, 1, most.Load())
}

func TestCancellingAbortsTheRequest(t *testing.T) {
	for name, first := range map[string]string{
		"before the answer": "",
		"in the header":     "HTTP/1.1 200 OK\r\nContent-Ty",
		"in the body":       "HTTP/1.1 200 OK\r\nContent-Length: 500\r\n\r\n{",
	} {
		t.Run(name, func(t *testing.T) {
			asked, closed := make(chan struct{}), make(chan struct{})
			url := rawServer(t, func(connection net.Conn) {
				if readRequest(connection) {
					_, _ = connection.Write([]byte(first))
				}
				close(asked)
				untilClosed(connection)
				close(closed)
			})
			ctx, cancel := context.WithCancel(t.Context())
			go func() {
				<-asked
				cancel()
			}()
			_, err := newClient(t, url).Poll(ctx)
			require.ErrorIs(t, err, context.Canceled)
			select {
			case <-closed:
			case <-time.After(5 * time.Second):
				require.Fail(t, "the server still has the connection")
			}
		})
	}
}

func TestAPollThatWasCancelledBeforeItBegan(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	_, err := newClient(t, "http://127.0.0.1:1").Poll(ctx)
	require.ErrorIs(t, err, context.Canceled)
}

func TestOptionsAreChecked(t *testing.T) {
	for name, options := range map[string]Options{
		"no address":         {},
		"token over http":    {BaseURL: "http://router.example", Token: NewToken("s3cret")},
		"token of two lines": {BaseURL: "https://router.example", Token: NewToken("s3cret\r\nX: y")},
		"proxy of no kind":   {BaseURL: "https://router.example", Proxy: "ftp://u:s3cret@proxy"},
		"proxy no URL":       {BaseURL: "https://router.example", Proxy: "s3cret"},
		"version":            {BaseURL: "https://router.example", Version: "1\n2"},
	} {
		t.Run(name, func(t *testing.T) {
			_, err := New(options)
			require.Error(t, err)
			assert.NotContains(t, err.Error(), "s3cret")
		})
	}
	for name, options := range map[string]Options{
		"token over https":            {BaseURL: "https://router.example", Token: NewToken("s3cret")},
		"token over http to loopback": {BaseURL: "http://127.0.0.1:3001", Token: NewToken("s3cret")},
		"token over http to itself":   {BaseURL: "http://localhost:3001", Token: NewToken("s3cret")},
		"token over http, allowed":    {BaseURL: "http://router.example", Token: NewToken("s3cret"), AllowInsecureToken: true},
		"SOCKS":                       {BaseURL: "https://router.example", Proxy: "socks5://u:p@proxy:1080"},
	} {
		t.Run(name, func(t *testing.T) {
			_, err := New(options)
			require.NoError(t, err)
		})
	}
}

func BenchmarkPoll(b *testing.B) {
	router, err := simulator.Start(simulator.Options{Pairs: 4})
	require.NoError(b, err)
	defer router.Close()
	client, err := New(Options{BaseURL: router.URL()})
	require.NoError(b, err)
	for b.Loop() {
		if _, err := client.Poll(b.Context()); err != nil {
			b.Fatal(err)
		}
	}
}

// Each fault of the simulated router fails a poll as its row says.
func TestTheSimulatedFaults(t *testing.T) {
	for _, choice := range simulator.Faults() {
		t.Run("fault "+string(choice.Fault), func(t *testing.T) {
			router, err := simulator.Start(simulator.Options{Fault: choice.Fault, Slowness: 20 * time.Millisecond})
			require.NoError(t, err)
			t.Cleanup(router.Close)
			limit := 30 * time.Second
			if choice.Kind == monitor.TimedOut {
				limit = 200 * time.Millisecond
			}
			ctx, cancel := context.WithTimeout(t.Context(), limit)
			defer cancel()
			_, err = newClient(t, router.URL()).Poll(ctx)
			if choice.Kind == "" {
				require.NoError(t, err)
				return
			}
			got := failureIn(t, err)
			assert.Equal(t, choice.Kind, got.Kind)
		})
	}
}
