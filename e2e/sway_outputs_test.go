//go:build linux

package e2e

import (
	"image"
	"image/color"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"routerwatch/monitor/stableroute/simulator"
)

// XWayland tells a window nothing of an output's scale: sway enlarges what it draws,
// so that it is as large as everything else there, if less sharp.
func TestDesktopsSwayEnlargesTheWindowOnAnOutputOfScaleTwo(t *testing.T) {
	if !slices.Contains(strings.Fields(os.Getenv(desktopsVariable)), "sway") {
		t.Skip("`make desktops` runs it")
	}
	router := startRouter(t, simulator.Options{Pairs: 4})
	d := startDesktop(t, "--desktop", "sway")
	d.do("swaymsg", "create_output")
	d.do("swaymsg", "output HEADLESS-2 resolution 2560x1600 position 1280 0 scale 2")
	d.do("swaymsg", `for_window [class="Routerwatch"] floating enable`)
	screen := func(output string) *image.RGBA {
		folder := t.TempDir()
		if kept := os.Getenv(artefactsVariable); kept != "" {
			folder = filepath.Join(kept, "sway")
			require.NoError(t, os.MkdirAll(folder, 0o755))
		}
		file := filepath.Join(folder, "outputs-"+output+".png")
		d.do("grim", "-o", output, file)
		seen, err := picture(file)
		require.NoError(t, err)
		return seen
	}
	size := func(g geometry) image.Point { return image.Pt(g.width, g.height) }
	usual := image.Pt(640, 520)

	p := d.start(fastPolling(router)...)
	item := d.trayItem()
	w := d.window("Frankfurt: Live, 4 pairs")
	place := d.geometry(w.id)
	require.Equal(t, usual, size(place))
	area := image.Rect(place.x, place.y, place.x+place.width, place.y+place.height)
	var background color.RGBA
	small := await(t, "words on a background on the first output", func() (int, bool) {
		seen := screen("HEADLESS-1")
		background = seen.RGBAAt(area.Min.X+4, area.Min.Y+4)
		_, count := centreOf(background, seen, area)
		return count, count > usual.X*usual.Y/2 && count < usual.X*usual.Y*95/100
	})

	d.do("swaymsg", `[class="Routerwatch"] move container to output HEADLESS-2`)
	await(t, "the window on the second output", func() (int, bool) {
		_, large := centreOf(background, screen("HEADLESS-2"), image.Rect(0, 100, 2560, 1600))
		return large, large > 7*small/2 && large < 9*small/2
	})
	assert.Equal(t, usual, size(d.geometry(w.id)))

	d.do("swaymsg", `[class="Routerwatch"] kill`)
	d.noWindow()
	item.choose("Open Routerwatch")
	assert.Equal(t, usual, size(d.geometry(d.window("Frankfurt: Live, 4 pairs").id)))
	p.finish()
}
