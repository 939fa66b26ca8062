//go:build linux

package e2e

import (
	"io/fs"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"routerwatch/monitor/stableroute/simulator"
)

func TestTheFirstStartAsksForARouterAndTheNextOneWatchesIt(t *testing.T) {
	router := startRouter(t, simulator.Options{Pairs: 4})
	d := startDesktop(t)
	file := d.settingsPath()
	p := d.start()
	item := d.trayItem()
	item.shows("Routerwatch: no router yet")
	w := d.window("Routerwatch: no router yet")
	d.screenshot("welcome")
	assert.NoFileExists(t, file, "nothing was chosen yet")
	require.Zero(t, router.Total())

	d.focus(w) // the address has the keyboard at once
	d.do("xdotool", "type", "--delay", "40", router.URL())
	d.screenshot("typed")
	d.press(w, "Return")
	title := strings.TrimPrefix(router.URL(), "http://") + ": Live, 4 pairs"
	item.shows(title)
	d.window(title)
	info, err := os.Stat(file)
	require.NoError(t, err)
	assert.Equal(t, fs.FileMode(0o600), info.Mode().Perm(), "for its owner alone")
	item.choose("Quit")
	assert.Zero(t, p.exits(patience))
	d.noWindow()

	d.start()
	d.window(title)
	d.trayItem().shows(title)
	d.screenshot("second-start")
}
