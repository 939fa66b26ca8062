//go:build linux || freebsd || netbsd || openbsd || dragonfly

package notify

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"log/slog"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/godbus/dbus/v5"
	"github.com/stretchr/testify/require"
	"go.uber.org/goleak"
)

// patience bounds every wait of the tests for what must come.
const patience = 20 * time.Second

// bus is a session bus of the test's own.
type bus struct {
	address string // what to connect to
	socket  string
	stop    func() // kills the daemon and waits until it is gone; may be called twice
}

const busConfiguration = `<!DOCTYPE busconfig PUBLIC "-//freedesktop//DTD D-Bus Bus Configuration 1.0//EN"
 "http://www.freedesktop.org/standards/dbus/1.0/busconfig.dtd">
<busconfig>
  <type>session</type>
  <listen>unix:path=%s</listen>
  <policy context="default">
    <allow send_destination="*" eavesdrop="true"/>
    <allow eavesdrop="true"/>
    <allow own="*"/>
  </policy>
</busconfig>`

// startBus starts a bus and makes it the session's for the test.
func startBus(t *testing.T) *bus {
	t.Helper()
	dir, err := os.MkdirTemp("", "notify") //nolint:usetesting // t.TempDir may be longer than a socket's path can be
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, os.RemoveAll(dir)) })
	return startBusIn(t, dir)
}

// startBusIn starts one with its socket in a folder.
func startBusIn(t *testing.T, dir string) *bus {
	t.Helper()
	program, err := exec.LookPath("dbus-daemon")
	if err != nil {
		t.Skip("dbus-daemon is not installed")
	}
	b := &bus{socket: filepath.Join(dir, "bus")}
	b.address = "unix:path=" + b.socket
	configuration := filepath.Join(dir, "bus.conf")
	require.NoError(t, os.WriteFile(configuration, fmt.Appendf(nil, busConfiguration, b.socket), 0o600))

	daemon := exec.Command(program, "--config-file="+configuration, "--nofork", "--print-address")
	output, err := daemon.StdoutPipe()
	require.NoError(t, err)
	require.NoError(t, daemon.Start())
	b.stop = sync.OnceFunc(func() {
		_ = daemon.Process.Kill()
		_ = daemon.Wait() // killed: its exit status says so
	})
	t.Cleanup(b.stop)
	_, err = bufio.NewReader(output).ReadString('\n') // printed once it listens
	require.NoError(t, err)
	t.Setenv("DBUS_SESSION_BUS_ADDRESS", b.address)
	return b
}

// startRelay puts a relay before the bus, which becomes the session's for the
// test. The returned function drops all its connections; the bus lives on.
func startRelay(t *testing.T, b *bus) (drop func()) {
	t.Helper()
	socket := b.socket + "-relay"
	listener, err := net.Listen("unix", socket)
	require.NoError(t, err)
	var mu sync.Mutex
	var open []net.Conn
	var pumps sync.WaitGroup
	drop = func() {
		mu.Lock()
		defer mu.Unlock()
		for _, c := range open {
			_ = c.Close()
		}
		open = nil
	}
	pumps.Go(func() {
		for {
			near, err := listener.Accept()
			if err != nil {
				return
			}
			far, err := net.Dial("unix", b.socket)
			if err != nil {
				_ = near.Close()
				continue
			}
			mu.Lock()
			open = append(open, near, far)
			mu.Unlock()
			pump := func(to, from net.Conn) {
				_, _ = io.Copy(to, from)
				_, _ = to.Close(), from.Close()
			}
			pumps.Go(func() { pump(near, far) })
			pumps.Go(func() { pump(far, near) })
		}
	})
	t.Cleanup(func() {
		_ = listener.Close()
		drop()
		pumps.Wait()
	})
	t.Setenv("DBUS_SESSION_BUS_ADDRESS", "unix:path="+socket)
	return drop
}

// notified is one call of Notify as the service saw it.
type notified struct {
	from     string // the sender's unique name on the bus
	id       uint32 // what the service answered, or will
	replaces uint32
	app      string
	title    string
	body     string
	actions  []string
	hints    map[string]dbus.Variant
	expire   int32
}

// service is a notification service that records what it is asked.
type service struct {
	notes  chan notified
	closed chan uint32
	stop   func() // leaves the bus; may be called twice

	conn         *dbus.Conn
	capabilities []string // nil: it does not tell
	name         string   // by its own account

	mu   sync.Mutex
	last uint32
	hold chan struct{} // while set, Notify answers only when it is closed
}

// startService puts an unnamed service on the bus.
func startService(t *testing.T, b *bus, capabilities ...string) *service {
	t.Helper()
	return startNamedService(t, b, "", capabilities...)
}

func startNamedService(t *testing.T, b *bus, name string, capabilities ...string) *service {
	t.Helper()
	ctx, end := context.WithTimeout(context.Background(), 2*patience) // bounds every call on it
	t.Cleanup(end)
	conn, err := dbus.Connect(b.address, dbus.WithContext(ctx))
	require.NoError(t, err)
	s := &service{
		notes:        make(chan notified, 100),
		closed:       make(chan uint32, 100),
		conn:         conn,
		capabilities: capabilities,
		name:         name,
	}
	s.stop = sync.OnceFunc(func() { _ = conn.Close() })
	t.Cleanup(s.stop)
	require.NoError(t, conn.ExportMethodTable(map[string]any{
		"Notify":            s.notify,
		"CloseNotification": func(id uint32) *dbus.Error { s.closed <- id; return nil },
		"GetServerInformation": func() (name, vendor, version, specification string, _ *dbus.Error) {
			return s.name, "", "", "1.2", nil
		},
		"GetCapabilities": func() ([]string, *dbus.Error) {
			if s.capabilities == nil {
				return nil, dbus.MakeFailedError(errSilentService)
			}
			return s.capabilities, nil
		},
	}, servicePath, serviceName))
	reply, err := conn.RequestName(serviceName, dbus.NameFlagDoNotQueue)
	require.NoError(t, err)
	require.Equal(t, dbus.RequestNameReplyPrimaryOwner, reply)
	return s
}

func (s *service) notify(from dbus.Sender, app string, replaces uint32, _, title, body string, actions []string,
	hints map[string]dbus.Variant, expire int32,
) (uint32, *dbus.Error) {
	s.mu.Lock()
	id, hold := replaces, s.hold
	if id == 0 {
		s.last++
		id = s.last
	}
	s.mu.Unlock()
	s.notes <- notified{string(from), id, replaces, app, title, body, actions, hints, expire}
	if hold != nil {
		<-hold
	}
	return id, nil
}

// holdAnswers makes Notify wait from now on; the returned function lets every
// held call and all later ones be answered, and may be called twice.
func (s *service) holdAnswers(t *testing.T) (release func()) {
	t.Helper()
	hold := make(chan struct{})
	set := func(to chan struct{}) {
		s.mu.Lock()
		defer s.mu.Unlock()
		s.hold = to
	}
	set(hold)
	release = sync.OnceFunc(func() { set(nil); close(hold) })
	t.Cleanup(release)
	return release
}

func (s *service) emit(t *testing.T, signal string, values ...any) {
	t.Helper()
	require.NoError(t, s.conn.Emit(servicePath, serviceName+"."+signal, values...))
}

// answered waits until the Notifier has taken the answer to a notification: it
// passes the click on only then. The service must have actions.
func (s *service) answered(t *testing.T, id uint32, n *Notifier) {
	t.Helper()
	s.emit(t, actionInvoked, id, defaultAction)
	receive(t, n.Actions())
}

// start makes a Notifier that is closed at the test's end and must then have
// left no goroutine behind.
func start(t *testing.T, opts Options) *Notifier {
	t.Helper()
	return startPatient(t, opts, answerTimeout, patience)
}

// startPatient makes one that waits that long for the service's answers, and for
// a lost bus.
func startPatient(t *testing.T, opts Options, answerTimeout, patience time.Duration) *Notifier {
	t.Helper()
	if opts.Log == nil {
		opts.Log = slog.New(slog.DiscardHandler)
	}
	before := goleak.IgnoreCurrent()
	n := newNotifier(opts, answerTimeout, patience, run)
	t.Cleanup(func() {
		ctx, cancel := context.WithTimeout(context.Background(), 20*time.Second)
		defer cancel()
		require.NoError(t, n.Close(ctx))
		goleak.VerifyNone(t, before)
	})
	return n
}

// receive waits for a value that must come.
func receive[T any](t *testing.T, from <-chan T) T {
	t.Helper()
	select {
	case v := <-from:
		return v
	case <-time.After(patience):
		require.FailNow(t, "nothing came")
		panic("unreachable")
	}
}

// logLines is a log whose messages can be awaited.
type logLines chan string

func newLog() (logLines, *slog.Logger) {
	lines := make(logLines, 100)
	return lines, slog.New(slog.NewTextHandler(lines, nil))
}

func (l logLines) Write(line []byte) (int, error) {
	l <- strings.TrimSpace(string(line))
	return len(line), nil
}
