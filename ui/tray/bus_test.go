//go:build linux

package tray_test

import (
	"bufio"
	"context"
	"encoding/json"
	"io"
	"log/slog"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/godbus/dbus/v5"
	"github.com/godbus/dbus/v5/prop"
	"github.com/stretchr/testify/require"

	"routerwatch/ui/tray"
	"routerwatch/ui/view"
)

const (
	childVariable = "ROUTERWATCH_TRAY_TEST_CHILD"
	patience      = 20 * time.Second

	watcherName = "org.kde.StatusNotifierWatcher"
	itemName    = "org.kde.StatusNotifierItem"
	itemPath    = dbus.ObjectPath("/StatusNotifierItem")
	menuName    = "com.canonical.dbusmenu"
	menuPath    = dbus.ObjectPath("/StatusNotifierItem/menu")
)

// TestMain is also the program with the tray: the library is global to a
// process, so each test runs one of its own.
func TestMain(m *testing.M) {
	switch os.Getenv(childVariable) {
	case "":
	case "many":
		if err := many(); err != nil {
			panic(err)
		}
		return
	default:
		child()
		return
	}
	os.Exit(m.Run())
}

// child shows the values on its standard input, one JSON object a line, until
// the input ends, and writes the events to its standard output.
func child() {
	t := tray.New(slog.Default())
	ctx, cancel := context.WithCancel(context.Background())
	go func() {
		out := json.NewEncoder(os.Stdout)
		for e := range t.Events() {
			_ = out.Encode(e)
		}
	}()
	lines := bufio.NewScanner(os.Stdin)
	next := func() bool {
		var v view.Tray
		if !lines.Scan() || json.Unmarshal(lines.Bytes(), &v) != nil {
			return false
		}
		t.Apply(v)
		return true
	}
	next()
	go func() {
		for next() {
		}
		cancel()
	}()
	t.Run(ctx)
}

// program is a running child.
type program struct {
	t      *testing.T
	stdin  io.WriteCloser
	events chan tray.Event
	exited chan error
}

func start(t *testing.T, address string, first view.Tray) *program {
	t.Helper()
	binary, err := os.Executable()
	require.NoError(t, err)
	races := t.TempDir()
	t.Cleanup(func() { noRacesOfOurs(t, races) })
	command := exec.CommandContext(t.Context(), binary)
	command.Env = append(os.Environ(), childVariable+"=1", "DBUS_SESSION_BUS_ADDRESS="+address,
		"GDK_SCALE=1", "QT_SCALE_FACTOR=1",
		"GORACE=exitcode=0 log_path="+filepath.Join(races, "race"))
	command.Stderr = os.Stderr
	p := &program{t: t, events: make(chan tray.Event, 64), exited: make(chan error, 1)}
	p.stdin, err = command.StdinPipe()
	require.NoError(t, err)
	stdout, err := command.StdoutPipe()
	require.NoError(t, err)
	require.NoError(t, command.Start())
	go func() {
		in := json.NewDecoder(stdout)
		for {
			var e tray.Event
			if in.Decode(&e) != nil {
				break
			}
			p.events <- e
		}
		p.exited <- command.Wait()
		close(p.exited)
	}()
	t.Cleanup(func() {
		_ = p.stdin.Close()
		_ = command.Process.Kill()
		for range p.exited { // until it is closed: its race reports are complete
		}
	})
	p.apply(first)
	return p
}

// noRacesOfOurs reads the race detector's reports on the child. The library
// has races of its own (its delayed second layout is read without its lock),
// which are not ours to fail for: a report counts where our code did the access.
func noRacesOfOurs(t *testing.T, folder string) {
	t.Helper()
	reports, err := filepath.Glob(filepath.Join(folder, "*"))
	require.NoError(t, err)
	ours := regexp.MustCompile(`(?i)(read|write) at .*\n  routerwatch/`)
	for _, name := range reports {
		report, err := os.ReadFile(name)
		require.NoError(t, err)
		require.False(t, ours.Match(report), string(report))
	}
}

func (p *program) apply(v view.Tray) {
	p.t.Helper()
	require.NoError(p.t, json.NewEncoder(p.stdin).Encode(v))
}

// expect waits for the next event.
func (p *program) expect(want tray.Event) {
	p.t.Helper()
	select {
	case got := <-p.events:
		require.Equal(p.t, want, got)
	case <-time.After(patience):
		require.Fail(p.t, "no event", "waiting for %v", want)
	}
}

// leaves ends the input and waits for the program's end.
func (p *program) leaves() {
	p.t.Helper()
	require.NoError(p.t, p.stdin.Close())
	select {
	case err := <-p.exited:
		require.NoError(p.t, err)
	case <-time.After(patience):
		require.Fail(p.t, "the program did not leave")
	}
}

// bus is a session bus of the test's own.
type bus struct {
	address string
	daemon  *exec.Cmd
}

func startBus(t *testing.T) *bus {
	t.Helper()
	path, err := exec.LookPath("dbus-daemon")
	if err != nil {
		t.Skip("dbus-daemon is not installed (Debian: dbus-daemon): the tray is not tried on a bus")
	}
	daemon := exec.CommandContext(t.Context(), path, "--session", "--nofork", "--print-address",
		"--address=unix:path="+filepath.Join(t.TempDir(), "bus"))
	stdout, err := daemon.StdoutPipe()
	require.NoError(t, err)
	require.NoError(t, daemon.Start())
	t.Cleanup(func() {
		_ = daemon.Process.Kill()
		_ = daemon.Wait()
	})
	address, err := bufio.NewReader(stdout).ReadString('\n')
	require.NoError(t, err)
	return &bus{address: strings.TrimSpace(address), daemon: daemon}
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
	props      *prop.Properties
	registered chan string // bus names of items, as they register

	mu    sync.Mutex
	items []string
}

// startDesktop puts a desktop on the bus, with or without a host for icons.
func startDesktop(t *testing.T, b *bus, host bool) *desktop {
	t.Helper()
	d := &desktop{conn: b.connect(t), registered: make(chan string, 16)}
	require.NoError(t, d.conn.Export(d, "/StatusNotifierWatcher", watcherName))
	var err error
	d.props, err = prop.Export(d.conn, "/StatusNotifierWatcher", prop.Map{watcherName: {
		"IsStatusNotifierHostRegistered": {Value: host, Emit: prop.EmitTrue},
		"RegisteredStatusNotifierItems":  {Value: []string{}, Emit: prop.EmitTrue},
	}})
	require.NoError(t, err)
	reply, err := d.conn.RequestName(watcherName, dbus.NameFlagDoNotQueue)
	require.NoError(t, err)
	require.Equal(t, dbus.RequestNameReplyPrimaryOwner, reply)
	return d
}

// RegisterStatusNotifierItem is the watcher's method.
func (d *desktop) RegisterStatusNotifierItem(path string, sender dbus.Sender) *dbus.Error {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.items = append(d.items, string(sender)+path)
	d.props.SetMust(watcherName, "RegisteredStatusNotifierItems", append([]string(nil), d.items...))
	d.registered <- string(sender)
	return nil
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
