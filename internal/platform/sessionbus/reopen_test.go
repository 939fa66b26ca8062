package sessionbus_test

import (
	"bufio"
	"context"
	"os/exec"
	"path/filepath"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"go.uber.org/goleak"

	"routerwatch/internal/platform/sessionbus"
)

const service = "org.example.Service"

// startBus starts a bus at an address, and returns what ends it.
func startBus(t *testing.T, address string) (end func()) {
	t.Helper()
	path, err := exec.LookPath("dbus-daemon")
	if err != nil {
		t.Skip("dbus-daemon is not installed")
	}
	daemon := exec.Command(path, "--session", "--nofork", "--print-address", "--address="+address)
	output, err := daemon.StdoutPipe()
	require.NoError(t, err)
	require.NoError(t, daemon.Start())
	end = func() {
		_ = daemon.Process.Kill()
		_ = daemon.Wait()
	}
	t.Cleanup(end)
	_, err = bufio.NewReader(output).ReadString('\n') // printed once it listens
	require.NoError(t, err)
	return end
}

func TestABusThatRestartsIsJoinedAgain(t *testing.T) {
	defer goleak.VerifyNone(t)
	address := "unix:path=" + filepath.Join(t.TempDir(), "bus")
	t.Setenv("DBUS_SESSION_BUS_ADDRESS", address)
	end := startBus(t, address)
	ctx, leave := context.WithCancel(t.Context())
	defer leave()
	first, err := sessionbus.Open(ctx, service)
	require.NoError(t, err)
	end()
	for range first.Signals() { // until it is lost
	}

	reopened := make(chan *sessionbus.Conn, 1)
	go func() {
		next, err := first.Reopen(ctx, ctx)
		assert.NoError(t, err)
		reopened <- next
	}()
	startBus(t, address)
	second := <-reopened
	_, err = second.RequestName(service, 0) // it follows the same service
	require.NoError(t, err)
	for { // the first signal is that of our own name on the bus
		owner, changed := second.OwnerChange(<-second.Signals())
		if changed {
			assert.Equal(t, second.Names()[0], owner)
			break
		}
	}
	require.NoError(t, second.Close())
}

func TestTheBusOfANewSessionIsJoinedIfTheOldOneStaysAway(t *testing.T) {
	defer goleak.VerifyNone(t)
	folder := t.TempDir()
	old, next := "unix:path="+filepath.Join(folder, "old"), "unix:path="+filepath.Join(folder, "new")
	t.Setenv("DBUS_SESSION_BUS_ADDRESS", old)
	end := startBus(t, old)
	startBus(t, next)
	ctx, leave := context.WithCancel(t.Context())
	defer leave()
	first, err := sessionbus.Open(ctx, service)
	require.NoError(t, err)
	sessionbus.SetAddress(next)
	second, err := first.Reopen(ctx, ctx)
	require.NoError(t, err)
	end()
	for range second.Signals() { // the old bus was joined while it was there
	}
	third, err := second.Reopen(ctx, ctx)
	require.NoError(t, err)
	require.NoError(t, third.Close())
}

func TestALostBusIsGivenUpAfterThirtySeconds(t *testing.T) {
	address := "unix:path=" + filepath.Join(t.TempDir(), "bus")
	t.Setenv("DBUS_SESSION_BUS_ADDRESS", address)
	end := startBus(t, address)
	lost, err := sessionbus.Open(t.Context(), service)
	require.NoError(t, err)
	require.NoError(t, lost.Close())
	end()
	synctest.Test(t, func(t *testing.T) {
		begun := time.Now()
		within, done := context.WithTimeout(t.Context(), sessionbus.Patience)
		defer done()
		_, err := lost.Reopen(t.Context(), within)
		require.Error(t, err)
		assert.Equal(t, 30*time.Second, time.Since(begun))
	})
}
