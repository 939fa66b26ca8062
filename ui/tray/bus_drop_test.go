//go:build linux

package tray_test

import (
	"io"
	"net"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"routerwatch/ui/tray"
)

// relay stands between a program and its bus, and can drop a connection. The
// tray's first one is for following the desktop, and the second has the item.
type relay struct {
	address string
	bus     string // path of its socket

	mu      sync.Mutex
	passed  []net.Conn // in the order of their coming
	refuses int        // so many of the next
}

func startRelay(t *testing.T, b *bus) *relay {
	t.Helper()
	path, _, _ := strings.Cut(strings.TrimPrefix(b.address, "unix:path="), ",")
	own := filepath.Join(t.TempDir(), "relay")
	listener, err := net.Listen("unix", own)
	require.NoError(t, err)
	r := &relay{address: "unix:path=" + own, bus: path}
	var passing sync.WaitGroup
	passing.Go(func() {
		for {
			program, err := listener.Accept()
			if err != nil {
				return
			}
			passing.Go(func() { r.pass(program) })
		}
	})
	t.Cleanup(func() {
		_ = listener.Close()
		r.drop(0, 1, 2, 3)
		passing.Wait()
	})
	return r
}

func (r *relay) pass(program net.Conn) {
	defer func() { _ = program.Close() }()
	r.mu.Lock()
	if r.refuses > 0 {
		r.refuses--
		r.mu.Unlock()
		return
	}
	r.passed = append(r.passed, program)
	r.mu.Unlock()
	bus, err := net.Dial("unix", r.bus)
	if err != nil {
		return
	}
	go func() {
		_, _ = io.Copy(program, bus)
		_ = program.Close()
	}()
	_, _ = io.Copy(bus, program)
	_ = bus.Close()
}

// drop ends those connections that there are, by their numbers.
func (r *relay) drop(numbers ...int) {
	r.mu.Lock()
	defer r.mu.Unlock()
	for _, number := range numbers {
		if number < len(r.passed) {
			_ = r.passed[number].Close()
		}
	}
}

func (r *relay) refuse(next int) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.refuses = next
}

func (r *relay) count() int {
	r.mu.Lock()
	defer r.mu.Unlock()
	return len(r.passed)
}

func TestADroppedConnectionIsNotTheEndOfTheSession(t *testing.T) {
	for name, refused := range map[string]int{"taken again at once": 0, "at the second try": 1} {
		t.Run(name, func(t *testing.T) {
			b := startBus(t)
			r := startRelay(t, b)
			d := startDesktop(t, b, true)
			p := start(t, r.address, live())
			p.expect(tray.Event{Kind: tray.HostAppeared})
			item := d.item(t)
			r.refuse(refused)
			r.drop(0)
			require.Eventually(t, func() bool { return r.count() == 3 }, patience, 10*time.Millisecond)

			require.NoError(t, d.conn.Close()) // the host is watched as before
			p.expect(tray.Event{Kind: tray.HostVanished})
			d = startDesktop(t, b, true)
			p.expect(tray.Event{Kind: tray.HostAppeared})
			require.Equal(t, item, d.item(t), "the item stayed where it was")
			p.leaves()
		})
	}
}

func TestABusThatTakesNobodyAgainIsTheEndOfTheSession(t *testing.T) {
	for name, test := range map[string]struct {
		drop    []int
		refused int
	}{
		"it refuses twice":       {[]int{0}, 2},
		"the item was lost, too": {[]int{1, 0}, 0},
	} {
		t.Run(name, func(t *testing.T) {
			b := startBus(t)
			r := startRelay(t, b)
			d := startDesktop(t, b, true)
			p := start(t, r.address, live())
			p.expect(tray.Event{Kind: tray.HostAppeared})
			d.item(t)
			r.refuse(test.refused)
			r.drop(test.drop...)
			p.expect(tray.Event{Kind: tray.HostVanished})
			p.expect(tray.Event{Kind: tray.SessionEnded})
			p.leaves()
		})
	}
}
