//go:build linux

package display

import (
	"bufio"
	"os/exec"
	"testing"

	"github.com/godbus/dbus/v5"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestWithoutABusNobodyHoldsTheScreenSaverOff(t *testing.T) {
	t.Setenv("DBUS_SESSION_BUS_ADDRESS", "unix:path="+t.TempDir()+"/none")
	assert.False(t, HoldsSaver(t.Context()))
}

func TestAServiceHoldsTheScreenSaverOff(t *testing.T) {
	daemon, err := exec.LookPath("dbus-daemon")
	if err != nil {
		t.Skip("there is no dbus-daemon here")
	}
	bus := exec.CommandContext(t.Context(), daemon, "--session", "--nofork", "--print-address=1")
	out, err := bus.StdoutPipe()
	require.NoError(t, err)
	require.NoError(t, bus.Start())
	t.Cleanup(func() {
		_ = bus.Process.Kill()
		_ = bus.Wait()
	})
	address := bufio.NewScanner(out)
	require.True(t, address.Scan())
	t.Setenv("DBUS_SESSION_BUS_ADDRESS", address.Text())
	if HoldsSaver(t.Context()) {
		t.Skip("this system can start such a service, and so the bus says that it is there")
	}
	service, err := dbus.Connect(address.Text())
	require.NoError(t, err)
	t.Cleanup(func() { _ = service.Close() })
	_, err = service.RequestName(saverName, dbus.NameFlagDoNotQueue)
	require.NoError(t, err)
	assert.True(t, HoldsSaver(t.Context()))
}
