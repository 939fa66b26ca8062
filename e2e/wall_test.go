//go:build linux

package e2e

import (
	"strings"
	"syscall"
	"testing"

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
