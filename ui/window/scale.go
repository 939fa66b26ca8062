package window

import (
	"os"
	"runtime"
	"strconv"

	"fyne.io/fyne/v2"
	"github.com/go-gl/glfw/v3.3/glfw"

	"routerwatch/ui/window/native"
	"routerwatch/ui/wire"
)

// Variables of the toolkit: the scale, and whether it derives a scale from the
// physical size of the monitor, by which it multiplies the other one.
const (
	scaleVariable = "FYNE_SCALE"
	guessVariable = "FYNE_DISABLE_DPI_DETECTION"
)

// followDesktopScale makes the toolkit draw at the scale of an X11 desktop, which
// the toolkit does not ask for: the larger of the Xft.dpi resource's and the
// XSETTINGS'. FYNE_SCALE has precedence. It returns the room on the screen of that
// place, in the toolkit's units, or zero if that is unknown. It must be called after
// the toolkit has made a window, which initialises GLFW, and before it is shown.
func followDesktopScale(place wire.Place) fyne.Size {
	monitor := monitorAt(place)
	if monitor == nil || runtime.GOOS == "windows" || runtime.GOOS == "darwin" {
		return fyne.Size{}
	}
	_, _, width, height := monitor.GetWorkarea()
	screen := fyne.NewSize(float32(width), float32(height))
	set, err := strconv.ParseFloat(os.Getenv(scaleVariable), 32)
	if err == nil {
		return roomOn(screen, float32(set))
	}
	resource, _ := monitor.GetContentScale()
	scale := scaleOn(screen, max(resource, native.Scale()))
	if scale > 1 && os.Getenv(scaleVariable) == "" { // else the toolkit's guess, which is 1 or more
		_ = os.Setenv(scaleVariable, strconv.FormatFloat(float64(scale), 'f', 2, 32)) // it fails only for an invalid name
		_ = os.Setenv(guessVariable, "true")
	}
	return roomOn(screen, scale)
}

// monitorAt is the monitor of a window's last place, or the first monitor. It is nil
// if there is none.
func monitorAt(place wire.Place) *glfw.Monitor {
	for _, m := range glfw.GetMonitors() {
		x, y, width, height := m.GetWorkarea()
		if place.Positioned && place.X >= x && place.X < x+width && place.Y >= y && place.Y < y+height {
			return m
		}
	}
	return glfw.GetPrimaryMonitor()
}

// frameShare is the share of a screen that a window which does not fit is given, so
// that its frame fits too.
const frameShare = 0.92

// fit is the length of a window, or less if it is longer than the room for it; zero
// room is unknown.
func fit(length, room, least float32) float32 {
	if room > 0 && length > room {
		length = frameShare * room
	}
	return max(length, least)
}

// scaleOn is the desktop's scale, or less if the smallest window would not fit on
// the screen at that scale. It is at least 1.
func scaleOn(screen fyne.Size, desktop float32) float32 {
	return max(min(desktop, frameShare*screen.Width/minWidth, frameShare*screen.Height/minHeight), 1)
}

// roomOn is a screen's size in the toolkit's units; zero if it is unknown.
func roomOn(screen fyne.Size, scale float32) fyne.Size {
	if scale <= 0 {
		return fyne.Size{}
	}
	return fyne.NewSize(screen.Width/scale, screen.Height/scale)
}
