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

// relay stands between a program and its bus, and can drop a connection.
type relay struct {
	address string
	bus     string // path of its socket

	mu      sync.Mutex
	passed  []net.Conn // those that were let through
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
		r.drop()
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

// drop ends the connections that there are.
func (r *relay) drop() {
	r.mu.Lock()
	defer r.mu.Unlock()
	for _, program := range r.passed {
		_ = program.Close()
	}
}

func (r *relay) refuse(next int) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.refuses = next
}

func TestADroppedConnectionIsReplaced(t *testing.T) {
	for name, refused := range map[string]int{"at once": 0, "at the second try": 1} {
		t.Run(name, func(t *testing.T) {
			b := startBus(t)
			r := startRelay(t, b)
			d := startDesktop(t, b, true)
			p := start(t, r.address, live())
			p.expect(tray.Event{Kind: tray.HostAppeared})
			item := d.item(t)
			r.refuse(refused)
			r.drop()
			require.NotEqual(t, item, d.item(t), "the icon is on the new connection")

			require.NoError(t, d.conn.Close()) // the host is watched as before
			p.expect(tray.Event{Kind: tray.HostVanished})
			d = startDesktop(t, b, true)
			p.expect(tray.Event{Kind: tray.HostAppeared})
			d.item(t)
		})
	}
}

func TestABusThatTakesNobodyAgainIsLost(t *testing.T) {
	b := startBus(t)
	r := startRelay(t, b)
	d := startDesktop(t, b, true)
	p := startPatient(t, r.address, live(), time.Second)
	p.expect(tray.Event{Kind: tray.HostAppeared})
	d.item(t)
	r.refuse(1000)
	r.drop()
	p.expect(tray.Event{Kind: tray.HostVanished})
	p.expect(tray.Event{Kind: tray.BusLost})
}
