//go:build linux

package soak

import (
	"context"
	"io"
	"math/rand/v2"
	"net"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// link is the network between the program and a router: a TCP proxy that slows,
// slices, cuts and resets connections. Its address stays the same.
type link struct {
	address, target string

	mu          sync.Mutex
	trouble     trouble
	listener    net.Listener // nil while it refuses
	connections map[net.Conn]bool
	running     sync.WaitGroup
}

// trouble is what is wrong with connections that begin now.
type trouble struct {
	upstream bool          // in the request rather than in the answer
	delay    time.Duration // before the first bytes
	piece    int           // bytes at a time; 0 for as they come
	pause    time.Duration // between the pieces
	cut      bool          // the connection ends after limit bytes, and after the delay
	limit    int
	reset    bool          // it does so by a reset
	linger   time.Duration // between the last byte and the end
}

// troubles that a link can have, by name. The fault of a router that nobody
// listens for is not among them.
func troubles(random *rand.Rand) map[string]trouble {
	milliseconds := func(least, most int) time.Duration {
		return time.Duration(least+random.IntN(most-least)) * time.Millisecond
	}
	return map[string]trouble{
		"late":      {delay: milliseconds(100, 1800)},
		"too late":  {delay: milliseconds(4000, 5000)}, // a poll may take 3 s
		"sliced":    {piece: 24, pause: 10 * time.Millisecond},
		"narrow":    {piece: 100, pause: 100 * time.Millisecond},
		"reset":     {cut: true, reset: true, delay: milliseconds(0, 500)},
		"unheard":   {cut: true, delay: milliseconds(1, 2000)},
		"truncated": {cut: true, limit: 1 + random.IntN(400)},
		"slow end":  {linger: 500 * time.Millisecond},
	}
}

func startLink(t *testing.T, target string) *link {
	t.Helper()
	l := &link{address: "127.0.0.1:0", target: target, connections: map[net.Conn]bool{}}
	require.NoError(t, l.open())
	t.Cleanup(l.shut)
	return l
}

// open listens, where it does not.
func (l *link) open() error {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.listener != nil {
		return nil
	}
	listener, err := net.Listen("tcp", l.address)
	if err != nil {
		return err
	}
	l.listener, l.address = listener, listener.Addr().String()
	l.running.Go(func() {
		for {
			connection, err := listener.Accept()
			if err != nil {
				return
			}
			l.running.Go(func() { l.serve(connection) })
		}
	})
	return nil
}

// shut refuses connections and ends those that there are.
func (l *link) shut() {
	l.mu.Lock()
	if l.listener != nil {
		_ = l.listener.Close()
		l.listener = nil
	}
	for connection := range l.connections {
		_ = connection.Close()
	}
	l.mu.Unlock()
	l.running.Wait()
}

func (l *link) set(t trouble) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.trouble = t
}

// keep notes a connection for shut; it reports false where the link is shut.
func (l *link) keep(connections ...net.Conn) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	for _, connection := range connections {
		l.connections[connection] = true
	}
	return l.listener != nil
}

func (l *link) serve(client net.Conn) {
	defer func() { _ = client.Close() }()
	router, err := (&net.Dialer{}).DialContext(context.Background(), "tcp", l.target)
	if err != nil {
		return
	}
	defer func() { _ = router.Close() }()
	l.mu.Lock()
	t := l.trouble
	l.mu.Unlock()
	if !l.keep(client, router) {
		return
	}
	defer func() {
		l.mu.Lock()
		defer l.mu.Unlock()
		delete(l.connections, client)
		delete(l.connections, router)
	}()
	up, down := trouble{}, t
	if t.upstream {
		up, down = t, up
	}
	ended := make(chan struct{})
	go func() {
		carry(router, client, up)
		close(ended)
	}()
	carry(client, router, down)
	<-ended
}

// carry copies one direction until an end, and then ends both.
func carry(to, from net.Conn, t trouble) {
	defer func() {
		time.Sleep(t.linger)
		if tcp, ok := to.(*net.TCPConn); ok && t.reset {
			_ = tcp.SetLinger(0)
		}
		_ = to.Close()
		_ = from.Close()
	}()
	buffer := make([]byte, 4096)
	if t.piece > 0 {
		buffer = buffer[:t.piece]
	}
	if t.cut && t.limit == 0 {
		time.Sleep(t.delay)
		return
	}
	for wait, carried := t.delay, 0; ; wait = t.pause {
		n, err := from.Read(buffer)
		if n > 0 {
			time.Sleep(wait)
		}
		if t.cut {
			n = min(n, t.limit-carried)
		}
		carried += n
		if _, failed := to.Write(buffer[:n]); failed != nil || err != nil || t.cut && carried == t.limit {
			return
		}
	}
}

func TestALinkActsOutItsFault(t *testing.T) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	defer func() { _ = listener.Close() }()
	go func() { // a server that says so much and ends
		for {
			connection, err := listener.Accept()
			if err != nil {
				return
			}
			_, _ = io.WriteString(connection, "0123456789")
			_ = connection.Close()
		}
	}()
	l := startLink(t, listener.Addr().String())
	read := func() (string, error) {
		connection, err := net.Dial("tcp", l.address)
		if err != nil {
			return "", err
		}
		defer func() { _ = connection.Close() }()
		text, err := io.ReadAll(connection)
		return string(text), err
	}
	for name, tt := range map[string]struct {
		trouble trouble
		want    string
	}{
		"none":      {trouble{}, "0123456789"},
		"late":      {trouble{delay: time.Millisecond}, "0123456789"},
		"sliced":    {trouble{piece: 3, pause: time.Millisecond}, "0123456789"},
		"truncated": {trouble{cut: true, limit: 4}, "0123"},
		"unheard":   {trouble{cut: true}, ""},
		"slow end":  {trouble{linger: time.Millisecond}, "0123456789"},
	} {
		l.set(tt.trouble)
		text, err := read()
		require.NoError(t, err, name)
		assert.Equal(t, tt.want, text, name)
	}
	l.set(trouble{cut: true, reset: true})
	_, err = read()
	require.ErrorContains(t, err, "reset")

	l.shut()
	_, err = read()
	require.ErrorContains(t, err, "refused")
	require.NoError(t, l.open())
	l.set(trouble{})
	text, err := read()
	require.NoError(t, err)
	assert.Equal(t, "0123456789", text, "at the same address")
}
