//go:build linux

package display

import (
	"bufio"
	"context"
	"os/exec"
	"path/filepath"
	"testing"
	"time"

	"github.com/godbus/dbus/v5"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"go.uber.org/goleak"
)

// startBus starts a session bus at that path; the function it returns ends it.
func startBus(t *testing.T, path string) (stop func()) {
	t.Helper()
	daemon, err := exec.LookPath("dbus-daemon")
	if err != nil {
		t.Skip("there is no dbus-daemon here")
	}
	bus := exec.Command(daemon, "--session", "--nofork", "--print-address=1", "--address=unix:path="+path)
	out, err := bus.StdoutPipe()
	require.NoError(t, err)
	require.NoError(t, bus.Start())
	stop = func() {
		_ = bus.Process.Kill()
		_ = bus.Wait()
	}
	t.Cleanup(stop)
	require.True(t, bufio.NewScanner(out).Scan())
	return stop
}

// saver is a service that inhibits the screen saver.
type saver struct{ inhibited chan string }

// Inhibit is the method of the interface.
func (s saver) Inhibit(program, _ string) (uint32, *dbus.Error) {
	s.inhibited <- program
	return 7, nil
}

// startSaver starts the service, which ends with its connection to the bus.
func startSaver(t *testing.T, path string) (s saver, bus *dbus.Conn) {
	t.Helper()
	bus, err := dbus.Connect("unix:path=" + path)
	require.NoError(t, err)
	t.Cleanup(func() { _ = bus.Close() })
	s = saver{make(chan string, 8)}
	require.NoError(t, bus.Export(s, "/org/freedesktop/ScreenSaver", saverName))
	reply, err := bus.RequestName(saverName, dbus.NameFlagDoNotQueue)
	require.NoError(t, err)
	if reply != dbus.RequestNameReplyPrimaryOwner {
		t.Skip("the bus has such a service already")
	}
	return s, bus
}

func (s saver) next(t *testing.T) {
	t.Helper()
	select {
	case program := <-s.inhibited:
		assert.Equal(t, "watch", program)
	case <-time.After(20 * time.Second):
		require.FailNow(t, "the screen saver is not inhibited")
	}
}

func TestTheScreenSaverIsInhibitedAgainAfterEachRestart(t *testing.T) {
	defer goleak.VerifyNone(t, goleak.IgnoreCurrent())
	path := filepath.Join(t.TempDir(), "bus")
	stopBus := startBus(t, path)
	t.Setenv("DBUS_SESSION_BUS_ADDRESS", "unix:path="+path)
	ctx, leave := context.WithCancel(t.Context())
	results, ended := make(chan bool, 64), make(chan struct{})
	go func() {
		defer close(ended)
		InhibitSaver(ctx, "watch", "testing", func(held bool) { results <- held })
	}()
	if <-results {
		t.Skip("this system starts such a service")
	}

	service, bus := startSaver(t, path) // it comes later
	service.next(t)
	assert.True(t, <-results)

	require.NoError(t, bus.Close()) // it restarts
	service, _ = startSaver(t, path)
	service.next(t)
	assert.True(t, <-results)

	stopBus() // the bus restarts
	startBus(t, path)
	service, bus = startSaver(t, path)
	service.next(t)

	leave()
	<-ended
	require.NoError(t, bus.Close())
}

func TestWithoutABusTheScreenSaverIsNotInhibited(t *testing.T) {
	defer goleak.VerifyNone(t, goleak.IgnoreCurrent())
	t.Setenv("DBUS_SESSION_BUS_ADDRESS", "unix:path="+t.TempDir()+"/none")
	ctx, leave := context.WithCancel(t.Context())
	InhibitSaver(ctx, "watch", "testing", func(held bool) {
		assert.False(t, held)
		leave()
	})
}
