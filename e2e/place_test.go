//go:build linux

package e2e

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"routerwatch/monitor/stableroute/simulator"
)

// maximized reports whether the window manager says so of w.
func (d *desktop) maximized(w window) bool {
	text, _ := d.Output("xprop", "-id", w.id, "_NET_WM_STATE")
	return strings.Contains(text, "_NET_WM_STATE_MAXIMIZED_VERT")
}

// windowMenu chooses in the window manager's menu for w, by keys.
func (d *desktop) windowMenu(w window, keys ...string) {
	d.t.Helper()
	d.press(w, append([]string{"alt+space"}, keys...)...)
}

// awaitRemembered waits until the program has kept a place of its window on disk
// that has all of these words.
func (d *desktop) awaitRemembered(words ...string) {
	d.t.Helper()
	file := filepath.Join(d.Variables["XDG_STATE_HOME"], "routerwatch", "memory.json")
	await(d.t, "a place that is remembered", func() (string, bool) {
		text, _ := os.ReadFile(file)
		for _, word := range words {
			if !strings.Contains(string(text), word) {
				return string(text), false
			}
		}
		return string(text), true
	})
}

func TestTheWindowOpensWhereItWas(t *testing.T) {
	t.Parallel()
	d, _, _ := watched(t)
	p := d.start()
	item := d.trayItem()
	w := d.window("Frankfurt: Live, 4 pairs")
	began := d.geometry(w.id)

	d.do("xdotool", "windowsize", w.id, "700", "430", "windowmove", w.id, "90", "170")
	moved := await(t, "the window elsewhere", func() (geometry, bool) {
		s := d.geometry(w.id)
		return s, s.width == 700 && s.height == 430 && s.x != began.x && s.y != began.y
	})
	d.press(w, "Escape") // before it has said so by itself
	d.noWindow()
	item.choose("Open Routerwatch")
	w = d.window("Frankfurt: Live, 4 pairs")
	assert.Equal(t, moved, d.geometry(w.id), "hidden and shown again")

	d.awaitRemembered(`"width":700`, `"height":430`)
	d.press(w, "ctrl+q")
	p.exits(patience)
	p = d.start()
	item = d.trayItem()
	w = d.window("Frankfurt: Live, 4 pairs")
	assert.Equal(t, moved, d.geometry(w.id), "after a restart of the program")

	d.windowMenu(w, "x") // Maximize
	awaitTrue(t, "a maximized window", func() bool { return d.maximized(w) && d.geometry(w.id).width > 1200 })
	d.awaitRemembered(`"width":700`, `"maximized":true`)
	d.press(w, "Escape")
	d.noWindow()
	item.click(left)
	w = d.window("Frankfurt: Live, 4 pairs")
	awaitTrue(t, "a window that opens maximized", func() bool { return d.maximized(w) && d.geometry(w.id).width > 1200 })
	d.windowMenu(w, "Down", "Down", "Down", "Return") // Restore
	await(t, "the window as it was before", func() (geometry, bool) {
		s := d.geometry(w.id)
		return s, s.width == 700 && s.height == 430
	})
	p.finish()
}

func TestAPlaceThatIsNoLongerOnAnyScreenIsNotUsed(t *testing.T) {
	t.Parallel()
	router := startRouter(t, simulator.Options{Pairs: 4})
	d := startDesktop(t, "--no-notifier")
	d.configure(routerTable("fra", "Frankfurt", router) + everySecond)
	state := filepath.Join(d.Variables["XDG_STATE_HOME"], "routerwatch")
	require.NoError(t, os.MkdirAll(state, 0o700))
	const away = `{"routers":{},"window":{"width":700,"height":430,"x":2400,"y":300,"positioned":true}}`
	require.NoError(t, os.WriteFile(filepath.Join(state, "memory.json"), []byte(away), 0o600))
	d.start()
	w := d.window("Frankfurt: Live, 4 pairs")
	s := d.geometry(w.id)
	assert.Less(t, s.x+s.width, 1281)
	assert.Equal(t, 700, s.width)
	never(t, time.Second, "it stays", func() bool { return d.geometry(w.id) != s })
}
