//go:build linux

package tray_test

import (
	"bufio"
	"context"
	"log/slog"
	"os/exec"
	"path/filepath"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/godbus/dbus/v5"
	"github.com/stretchr/testify/require"
	"go.uber.org/goleak"

	"routerwatch/ui/tray"
	"routerwatch/ui/view"
)

const (
	patience = 20 * time.Second

	watcherName = "org.kde.StatusNotifierWatcher"
	itemName    = "org.kde.StatusNotifierItem"
	itemPath    = dbus.ObjectPath("/StatusNotifierItem")
	menuName    = "com.canonical.dbusmenu"
	menuPath    = dbus.ObjectPath("/StatusNotifierItem/menu")
)

// program is a running tray.
type program struct {
	t     *testing.T
	tray  *tray.Tray
	leave func() // ends it and waits; may be called twice
}

// start runs a tray on the bus at that address. At the test's end it must have left
// no goroutine behind.
func start(t *testing.T, address string, first view.Tray) *program {
	t.Helper()
	return startPatient(t, address, first, patience)
}

// startPatient runs one that waits that long for a lost bus.
func startPatient(t *testing.T, address string, first view.Tray, patience time.Duration) *program {
	t.Helper()
	for name, value := range map[string]string{"DBUS_SESSION_BUS_ADDRESS": address, "GDK_SCALE": "1", "QT_SCALE_FACTOR": "1"} {
		t.Setenv(name, value)
	}
	before := goleak.IgnoreCurrent()
	p := &program{t: t, tray: tray.NewPatient(slog.New(slog.DiscardHandler), patience)}
	p.apply(first)
	ctx, cancel := context.WithCancel(t.Context())
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		p.tray.Run(ctx)
	}()
	p.leave = func() {
		cancel()
		<-ended
	}
	t.Cleanup(func() {
		p.leave()
		goleak.VerifyNone(t, before)
	})
	return p
}

func (p *program) apply(v view.Tray) { p.tray.Apply(v) }

// expect waits for the next event.
func (p *program) expect(want tray.Event) {
	p.t.Helper()
	select {
	case got := <-p.tray.Events():
		require.Equal(p.t, want, got)
	case <-time.After(patience):
		require.Fail(p.t, "no event", "waiting for %v", want)
	}
}

// bus is a session bus of the test's own.
type bus struct {
	address string
	daemon  *exec.Cmd
}

func startBus(t *testing.T) *bus {
	t.Helper()
	return startBusAt(t, "unix:path="+filepath.Join(t.TempDir(), "bus"))
}

// startBusAt starts one at an address.
func startBusAt(t *testing.T, address string) *bus {
	t.Helper()
	path, err := exec.LookPath("dbus-daemon")
	if err != nil {
		t.Skip("dbus-daemon is not installed (Debian: dbus-daemon): the tray is not tried on a bus")
	}
	daemon := exec.CommandContext(t.Context(), path, "--session", "--nofork", "--print-address",
		"--address="+address)
	stdout, err := daemon.StdoutPipe()
	require.NoError(t, err)
	require.NoError(t, daemon.Start())
	b := &bus{address: address, daemon: daemon}
	t.Cleanup(b.kill)
	_, err = bufio.NewReader(stdout).ReadString('\n') // printed once it listens
	require.NoError(t, err)
	return b
}

// kill ends the bus; it may be called twice.
func (b *bus) kill() {
	_ = b.daemon.Process.Kill()
	_ = b.daemon.Wait()
}

func (b *bus) connect(t *testing.T) *dbus.Conn {
	t.Helper()
	conn, err := dbus.Connect(b.address, dbus.WithSignalHandler(dbus.NewSequentialSignalHandler()))
	require.NoError(t, err)
	t.Cleanup(func() { _ = conn.Close() })
	return conn
}

// desktop is a panel with tray icons: the watcher and a host.
type desktop struct {
	conn       *dbus.Conn
	registered chan string // bus names of items, as they register

	mu    sync.Mutex
	host  bool
	items []string
}

// startDesktop puts a desktop on the bus, with or without a host for icons.
func startDesktop(t *testing.T, b *bus, host bool) *desktop {
	t.Helper()
	d := &desktop{conn: b.connect(t), registered: make(chan string, 16), host: host}
	require.NoError(t, d.conn.Export(d, "/StatusNotifierWatcher", watcherName))
	require.NoError(t, d.conn.Export(d, "/StatusNotifierWatcher", "org.freedesktop.DBus.Properties"))
	reply, err := d.conn.RequestName(watcherName, dbus.NameFlagDoNotQueue)
	require.NoError(t, err)
	require.Equal(t, dbus.RequestNameReplyPrimaryOwner, reply)
	return d
}

// Get reads a property of the watcher.
func (d *desktop) Get(_, name string) (dbus.Variant, *dbus.Error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if name == "IsStatusNotifierHostRegistered" {
		return dbus.MakeVariant(d.host), nil
	}
	return dbus.MakeVariant(slices.Clone(d.items)), nil
}

// RegisterStatusNotifierItem is the watcher's method.
func (d *desktop) RegisterStatusNotifierItem(path string, sender dbus.Sender) *dbus.Error {
	d.keep(string(sender) + path)
	d.registered <- string(sender)
	return nil
}

// keep makes these the watcher's items, without a word to anyone.
func (d *desktop) keep(items ...string) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.items = append([]string{}, items...)
}

// setHost begins or stops to show icons, and says so.
func (d *desktop) setHost(t *testing.T, shows bool) {
	t.Helper()
	d.mu.Lock()
	d.host = shows
	d.mu.Unlock()
	signal := map[bool]string{true: "StatusNotifierHostRegistered", false: "StatusNotifierHostUnregistered"}[shows]
	require.NoError(t, d.conn.Emit("/StatusNotifierWatcher", watcherName+"."+signal))
}

// item waits for an item to register and returns its name on the bus.
func (d *desktop) item(t *testing.T) string {
	t.Helper()
	select {
	case name := <-d.registered:
		return name
	case <-time.After(patience):
		require.Fail(t, "no item registered")
		return ""
	}
}
