package sessionbus_test

import (
	"context"
	"net"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"go.uber.org/goleak"

	"routerwatch/internal/platform/sessionbus"
)

// A bus that takes the connection and says nothing, as a stopped one does.
func TestASilentBusIsGivenUpWithTheContext(t *testing.T) {
	defer goleak.VerifyNone(t)
	folder, err := os.MkdirTemp("", "bus") //nolint:usetesting // t.TempDir may be longer than a socket's path can be
	require.NoError(t, err)
	defer func() { _ = os.RemoveAll(folder) }()
	socket := filepath.Join(folder, "silent")
	listener, err := net.Listen("unix", socket)
	require.NoError(t, err)
	defer func() { _ = listener.Close() }()
	t.Setenv("DBUS_SESSION_BUS_ADDRESS", "unix:path="+socket)

	ctx, leave := context.WithCancel(t.Context())
	defer leave()
	opened := make(chan error, 1)
	go func() {
		_, err := sessionbus.Open(ctx, "org.freedesktop.Notifications")
		opened <- err
	}()
	joining, err := listener.Accept()
	require.NoError(t, err)
	defer func() { _ = joining.Close() }()
	_, err = joining.Read(make([]byte, 1))
	require.NoError(t, err)
	assert.Empty(t, opened, "it waits for the answer")
	leave()
	assert.Error(t, <-opened)
}

func TestThereIsNoBus(t *testing.T) {
	t.Setenv("DBUS_SESSION_BUS_ADDRESS", "unix:path="+filepath.Join(t.TempDir(), "none"))
	_, err := sessionbus.Open(t.Context(), "org.freedesktop.Notifications")
	require.Error(t, err)
	var none *sessionbus.Conn
	assert.Nil(t, none.Signals())
}
