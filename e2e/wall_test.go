//go:build linux

package e2e

import (
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/godbus/dbus/v5"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// screen is the size of the desktop's screen, as xdotool tells geometries.
func (d *desktop) screen() string {
	d.t.Helper()
	size, err := d.Output("xdotool", "getdisplaygeometry")
	if err != nil {
		d.t.Fatal("the size of the screen is not known: ", err)
	}
	return strings.ReplaceAll(size, " ", "x")
}

// fills waits until the window has, or has no longer, the size of the screen.
func (d *desktop) fills(w window, whole bool) {
	d.t.Helper()
	screen := d.screen()
	await(d.t, "a window of another size", func() (string, bool) {
		text, _ := d.Output("xdotool", "getwindowgeometry", w.id)
		_, size, _ := strings.Cut(text, "Geometry: ")
		size = strings.TrimSpace(size)
		return size, (size == screen) == whole
	})
}

func TestAWallDisplayFillsTheScreenAndComesBackAsOne(t *testing.T) {
	d := startDesktop(t)
	p := d.start("--demo", "--wall")
	w := d.window("Demo router")
	d.fills(w, true)
	d.screenshot("wall")

	d.press(w, "F11")
	d.fills(w, false)
	d.press(w, "F11")
	d.fills(w, true)

	before := p.windowProcess()
	require.NoError(t, syscall.Kill(before, syscall.SIGKILL))
	p.windowProcess(before)
	d.fills(d.window("Demo router"), true)
}

// screenSaver is a desktop's service that inhibits its screen saver.
type screenSaver struct{ holders chan dbus.Sender }

// Inhibit is a method of the service.
func (s screenSaver) Inhibit(sender dbus.Sender, _, _ string) (uint32, *dbus.Error) {
	s.holders <- sender
	return 1, nil
}

func TestAWallDisplayHoldsTheScreenSaverOff(t *testing.T) {
	t.Parallel()
	const name = "org.freedesktop.ScreenSaver"
	d := startDesktop(t, "--no-notifier")
	p := d.start("--demo", "--wall")
	w := d.window("Demo router")
	d.fills(w, true)
	service := screenSaver{make(chan dbus.Sender, 8)}
	require.NoError(t, d.Bus.Export(service, "/org/freedesktop/ScreenSaver", name))
	var holder dbus.Sender
	for range 3 { // it comes later, and restarts
		_, err := d.Bus.RequestName(name, dbus.NameFlagDoNotQueue)
		require.NoError(t, err)
		select {
		case holder = <-service.holders:
		case <-time.After(patience):
			require.FailNow(t, "the service is not asked")
		}
		_, err = d.Bus.ReleaseName(name)
		require.NoError(t, err)
	}
	holding := func() (holding bool) {
		require.NoError(t, d.Call("org.freedesktop.DBus", "/", "org.freedesktop.DBus.NameHasOwner", string(holder)).Store(&holding))
		return holding
	}
	assert.True(t, holding())
	d.press(w, "F11")
	d.fills(w, false)
	awaitTrue(t, "the end of the inhibition", func() bool { return !holding() })
	assert.NotContains(t, p.errors.String(), "no way to keep the screen saver off", "the X server's own was there all the time")
}
