//go:build linux

package e2e

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
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
// until it is gone.
func (d *desktop) close(w window) {
	d.t.Helper()
	d.press(w, "alt+F4")
	await(d.t, fmt.Sprintf("the end of %v after Alt+F4", w), func() (string, bool) {
		all := d.windows()
		gone := !slices.ContainsFunc(all, func(each window) bool { return each.id == w.id })
		return fmt.Sprintf("%+v, windows %v", d.keysTo(), all), gone
	})
}

// Mouse buttons.
const (
	left  = "1"
	right = "3"
)

// clickIcon clicks the only icon in the panel's tray with the mouse, and moves
// it away again.
func (d *desktop) clickIcon(button string) {
	d.t.Helper()
	tray := await(d.t, "the icon in the panel", func() (geometry, bool) {
		all := d.panelWindows(isTray)
		if len(all) != 1 {
			return geometry{}, false
		}
		return all[0], all[0].width >= 16 // it is as wide as its icons
	})
	x, y := strconv.Itoa(tray.x+tray.width/2), strconv.Itoa(tray.y+tray.height/2)
	d.do("xdotool", "mousemove", x, y, "click", button, "mousemove", "10", "10")
}

// openMenu opens the icon's menu with the mouse.
func (d *desktop) openMenu() {
	d.t.Helper()
	d.clickIcon(right)
	awaitTrue(d.t, "the menu on the screen", d.menuOpen)
}

// menuOpen reports whether the icon's menu is on the screen.
func (d *desktop) menuOpen() bool { return len(d.panelWindows(isMenu)) == 1 }

// The kinds of windows of the process that the panel has for its tray.
const (
	isTray = "not found." // a part of the panel, without a type of its own
	isMenu = "_NET_WM_WINDOW_TYPE_POPUP_MENU"
)

// panelWindows are those of that kind that are on the screen.
func (d *desktop) panelWindows(kind string) []geometry {
	found, err := d.Output("xdotool", "search", "--onlyvisible", "--class", "^Wrapper-2.0$")
	if err != nil {
		return nil
	}
	var all []geometry
	for id := range strings.FieldsSeq(found) {
		kinds, err := d.Output("xprop", "-id", id, "_NET_WM_WINDOW_TYPE")
		if err != nil || !strings.HasSuffix(kinds, kind) {
			continue
		}
		if place := d.geometry(id); place.width > 0 { // else it has gone meanwhile
			all = append(all, place)
		}
	}
	return all
}

// geometry is where the content of a window is, and how large.
type geometry struct{ x, y, width, height int }

// geometry asks the X server for that of a window; zero where there is none.
func (d *desktop) geometry(id string) geometry {
	text, _ := d.Output("xdotool", "getwindowgeometry", "--shell", id)
	numbers := make(map[string]int)
	for line := range strings.Lines(text) {
		name, number, _ := strings.Cut(strings.TrimSpace(line), "=")
		numbers[name], _ = strconv.Atoi(number)
	}
	return geometry{numbers["X"], numbers["Y"], numbers["WIDTH"], numbers["HEIGHT"]}
}
