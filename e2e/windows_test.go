//go:build linux

package e2e

import (
	"fmt"
	"image"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/stretchr/testify/require"
)

// window is a window of the program that is on the screen.
type window struct{ id, title string }

// windows are those that are on the screen now.
func (d *desktop) windows() []window {
	found, err := d.Output("xdotool", "search", "--onlyvisible", "--class", "^Routerwatch$")
	if err != nil {
		return nil // none, or no display
	}
	var all []window
	for id := range strings.FieldsSeq(found) {
		title, err := d.Output("xdotool", "getwindowname", id)
		if err == nil { // else it has gone meanwhile
			all = append(all, window{id, title})
		}
	}
	return all
}

// window waits for a window whose title begins so, the only one.
func (d *desktop) window(title string) window {
	d.t.Helper()
	all := await(d.t, "a window “"+title+"…”", func() ([]window, bool) {
		all := d.windows()
		return all, len(all) == 1 && strings.HasPrefix(all[0].title, title)
	})
	return all[0]
}

// noWindow waits until there is none.
func (d *desktop) noWindow() {
	d.t.Helper()
	await(d.t, "the window's end", func() ([]window, bool) {
		all := d.windows()
		return all, len(all) == 0
	})
}

// focus brings the window to the front and waits until keys go to it.
func (d *desktop) focus(w window) {
	d.t.Helper()
	d.do("xdotool", "windowactivate", w.id)
	await(d.t, "the focus of "+w.title, func() (keysTo, bool) {
		seen := d.keysTo()
		return seen, seen == keysTo{w.id, w.id}
	})
}

// keysTo are the windows to which keys go: the window's own by the X server, and
// the desktop's, such as Alt+F4, by the window manager, which may learn of the focus
// later.
type keysTo struct{ focused, active string }

func (d *desktop) keysTo() keysTo {
	focused, _ := d.Output("xdotool", "getwindowfocus")
	active, _ := d.Output("xdotool", "getactivewindow")
	return keysTo{focused, active}
}

// press types keys, as xdotool calls them, in the window.
func (d *desktop) press(w window, keys ...string) {
	d.t.Helper()
	d.focus(w)
	d.do("xdotool", slices.Concat([]string{"key", "--delay", "50"}, keys)...)
}

// close closes the window as an operator does, by the window manager, and waits
// until it is gone. A busy window manager can miss the keys: they are pressed again.
func (d *desktop) close(w window) {
	d.t.Helper()
	d.press(w, "alt+F4")
	pressed := time.Now()
	await(d.t, fmt.Sprintf("the end of %v after Alt+F4", w), func() (string, bool) {
		all := d.windows()
		gone := !slices.ContainsFunc(all, func(each window) bool { return each.id == w.id })
		if !gone && time.Since(pressed) > 5*time.Second {
			d.do("xdotool", "key", "--delay", "50", "alt+F4")
			pressed = time.Now()
		}
		return fmt.Sprintf("%+v, windows %v", d.keysTo(), all), gone
	})
}

// Mouse buttons.
const (
	left  = "1"
	right = "3"
)

// trayCorner is where the desktop's panel has its tray: between the task list, which
// may show the same icon, and the screen's edge.
var trayCorner = image.Rect(1100, 752, 1280, 800)

// click clicks the icon in the panel with the mouse. The operator clicks what he sees:
// until the panel has drawn the icon, its place is not final, and a click there reaches
// nobody.
func (i trayItem) click(button string) {
	i.d.t.Helper()
	colour, file := i.mainColour(), filepath.Join(i.d.t.TempDir(), "tray.png")
	require.NotZero(i.d.t, colour, "an icon with a colour")
	size, corner := trayCorner.Size(), trayCorner.Min
	crop := fmt.Sprintf("%dx%d+%d+%d", size.X, size.Y, corner.X, corner.Y)
	middle := await(i.d.t, "the icon, drawn in the panel", func() (image.Point, bool) {
		i.d.do("import", "-silent", "-window", "root", "-crop", crop, "+repage", file)
		drawn, err := picture(file)
		require.NoError(i.d.t, err)
		middle, count := centreOf(colour, drawn, drawn.Rect)
		return middle.Add(corner), count >= enoughOfIcon
	})
	mouse := x11Seat{i.d}
	require.NoError(i.d.t, mouse.move(middle.X, middle.Y))
	require.NoError(i.d.t, mouse.click(button))
}

// openMenu opens the icon's menu with the mouse.
func (i trayItem) openMenu() {
	i.d.t.Helper()
	i.click(right)
	awaitTrue(i.d.t, "the menu on the screen", i.d.menuOpen)
}

// menuOpen reports whether the panel has a menu on the screen.
func (d *desktop) menuOpen() bool {
	found, err := d.Output("xdotool", "search", "--onlyvisible", "--class", "^Wrapper-2.0$")
	if err != nil {
		return false
	}
	return slices.ContainsFunc(strings.Fields(found), func(id string) bool {
		kinds, err := d.Output("xprop", "-id", id, "_NET_WM_WINDOW_TYPE")
		return err == nil && strings.HasSuffix(kinds, "_NET_WM_WINDOW_TYPE_POPUP_MENU")
	})
}

// geometry is where the content of a window is, and how large.
type geometry struct{ x, y, width, height int }

// geometry asks the X server for that of a window; zero where there is none. (xdotool
// adds the width of the window's frame twice.)
func (d *desktop) geometry(id string) geometry {
	text, _ := d.Output("xwininfo", "-id", id)
	numbers := make(map[string]int)
	for line := range strings.Lines(text) {
		name, number, _ := strings.Cut(line, ":")
		numbers[strings.TrimSpace(name)], _ = strconv.Atoi(strings.TrimSpace(number))
	}
	return geometry{numbers["Absolute upper-left X"], numbers["Absolute upper-left Y"], numbers["Width"], numbers["Height"]}
}
