package stableroute

import (
	"bufio"
	"context"
	"errors"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"go.uber.org/goleak"

	"routerwatch/monitor"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// newClient is a client of that address that no proxy of the environment
// concerns, unless options say otherwise.
func newClient(t *testing.T, url string, change ...func(*Options)) *Client {
	t.Helper()
	options := Options{BaseURL: url, Version: "1.2.3", Proxy: monitor.Direct}
	for _, f := range change {
		f(&options)
	}
	client, err := New(options)
	require.NoError(t, err)
	return client
}

func withToken(secret string) func(*Options) {
	return func(o *Options) { o.Token = NewToken(secret) }
}

// poll polls once, with a limit that no sound test comes near.
func poll(t *testing.T, c *Client) (monitor.Reading, error) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 30*time.Second)
	defer cancel()
	return c.Poll(ctx)
}

// failing polls once and is the failure that it must bring.
func failing(t *testing.T, c *Client) monitor.Failure {
	t.Helper()
	_, err := poll(t, c)
	return failureIn(t, err)
}

func failureIn(t *testing.T, err error) monitor.Failure {
	t.Helper()
	require.Error(t, err)
	failure, ok := errors.AsType[*monitor.Failure](err)
	require.Truef(t, ok, "%T is not a failure: %v", err, err)
	return *failure
}

// serve is an HTTP server; its address is a base URL.
func serve(t *testing.T, handler http.HandlerFunc) *httptest.Server {
	t.Helper()
	server := httptest.NewServer(handler)
	t.Cleanup(server.Close)
	return server
}

// answering is a server that always gives the same JSON.
func answering(t *testing.T, body string) *httptest.Server {
	t.Helper()
	return serve(t, func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		_, _ = w.Write([]byte(body))
	})
}

const live = `{"totalPairs":4,"paused":false}`

// rawServer hands each connection to talk, and closes it afterwards. It is a
// base URL.
func rawServer(t *testing.T, talk func(net.Conn)) string {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	var running sync.WaitGroup
	var mu sync.Mutex
	var open []net.Conn
	running.Go(func() {
		for {
			connection, err := listener.Accept()
			if err != nil {
				return
			}
			mu.Lock()
			open = append(open, connection)
			mu.Unlock()
			running.Go(func() {
				defer func() { _ = connection.Close() }()
				talk(connection)
			})
		}
	})
	t.Cleanup(func() {
		_ = listener.Close()
		mu.Lock()
		for _, connection := range open {
			_ = connection.Close()
		}
		mu.Unlock()
		running.Wait()
	})
	return "http://" + listener.Addr().String()
}

// saying is a raw server that reads a request and answers with those bytes.
func saying(t *testing.T, bytes string) string {
	t.Helper()
	return rawServer(t, func(connection net.Conn) {
		if readRequest(connection) {
			_, _ = connection.Write([]byte(bytes))
		}
	})
}

func readRequest(connection net.Conn) bool {
	request, err := http.ReadRequest(bufio.NewReader(connection))
	return err == nil && request != nil
}

// resetNow ends a connection by a reset.
func resetNow(connection net.Conn) {
	if tcp, ok := connection.(*net.TCPConn); ok {
		_ = tcp.SetLinger(0)
	}
	_ = connection.Close()
}

// untilClosed waits for the peer to close the connection.
func untilClosed(connection net.Conn) {
	buffer := make([]byte, 512)
	for {
		if _, err := connection.Read(buffer); err != nil {
			return
		}
	}
}

func recording(t *testing.T, name string) string {
	t.Helper()
	bytes, err := os.ReadFile(filepath.Join("testdata", name+".http"))
	require.NoError(t, err)
	return string(bytes)
}
