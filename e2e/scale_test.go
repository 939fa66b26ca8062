//go:build linux

package e2e

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/assert"

	"routerwatch/monitor/stableroute/simulator"
)

// setResolution sets the desktop's resolution for text, as xrdb does; 0 for none.
func (d *desktop) setResolution(dpi int) {
	d.t.Helper()
	if dpi == 0 {
		d.do("xprop", "-root", "-remove", "RESOURCE_MANAGER")
		return
	}
	d.do("xprop", "-root", "-format", "RESOURCE_MANAGER", "8s", "-set", "RESOURCE_MANAGER", fmt.Sprintf("Xft.dpi:\t%d\n", dpi))
}

// sized waits until the window has that size in pixels.
func (d *desktop) sized(w window, width, height int) {
	d.t.Helper()
	await(d.t, fmt.Sprintf("a window of %d×%d", width, height), func() (geometry, bool) {
		s := d.geometry(w.id)
		return s, s.width == width && s.height == height
	})
}

func TestTheWindowIsDrawnAtTheDesktopsScale(t *testing.T) {
	t.Parallel()
	router := startRouter(t, simulator.Options{Pairs: 4})
	d := startDesktop(t, "--no-notifier", "--size", "2560x1600")
	d.start(fastPolling(router)...)
	item := d.trayItem()
	w := d.window("Frankfurt: Live, 4 pairs")
	d.sized(w, 640, 520)
	for _, test := range []struct{ dpi, width, height int }{{192, 1280, 1040}, {144, 960, 780}, {96, 640, 520}, {0, 640, 520}} {
		d.setResolution(test.dpi)
		d.press(w, "Escape") // a change takes effect when the window is opened again
		d.noWindow()
		item.choose("Open Routerwatch")
		w = d.window("Frankfurt: Live, 4 pairs")
		d.sized(w, test.width, test.height)
		d.screenshot(fmt.Sprint(test.dpi))
	}
}

func TestAScaleForALargerScreenGivesNoLargerWindow(t *testing.T) {
	t.Parallel()
	router := startRouter(t, simulator.Options{Pairs: 4})
	d := startDesktop(t, "--no-notifier", "--size", "1024x600")
	d.setResolution(192)
	d.start(fastPolling(router)...)
	d.trayItem()
	w := d.window("Frankfurt: Live, 4 pairs")
	s := d.geometry(w.id)
	assert.LessOrEqual(t, s.width, 1024)
	assert.LessOrEqual(t, s.height, 570, "the panel has 30 pixels")
	assert.GreaterOrEqual(t, s.width, 900)
	d.screenshot("small")
}

func TestTheToolkitsOwnScaleHasPrecedence(t *testing.T) {
	t.Parallel()
	router := startRouter(t, simulator.Options{Pairs: 4})
	d := startDesktop(t, "--no-notifier")
	d.setResolution(192)
	d.Variables["FYNE_SCALE"] = "1"
	d.start(fastPolling(router)...)
	d.sized(d.window("Frankfurt: Live, 4 pairs"), 640, 520)
}
