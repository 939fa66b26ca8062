// Package native asks the desktop about a window what the toolkit does not
// tell: where it is, and the moment at which there is input for it. It knows
// no toolkit; a window is named by the desktop's own handle.
//
// It is written for X11, XWayland included. Elsewhere [Open] says
// [ErrUnsupported], and a window is placed by the desktop and looks for its
// input by itself.
package native

import "errors"

// ErrUnsupported says that this desktop is not asked.
var ErrUnsupported = errors.New("this desktop does not tell about its windows")

// Place is where a window is on the desktop. It is a comparable value.
type Place struct {
	// X and Y are the upper left corner of its content, in pixels of the
	// whole desktop; they may be negative.
	X, Y int
	// Maximized windows fill their screen; X and Y are then the screen's.
	Maximized bool
	// Covering windows are full-screen, or hidden from view: X and Y say
	// nothing about where the operator keeps the window.
	Covering bool
}

// Event is what happened to a window.
type Event int

// The events of a window. Of the operator's input nothing is told but that
// there is some.
const (
	Input   Event = iota // a key, the pointer within it, the focus
	Entered              // the pointer came over it or its frame
	Left                 // and went away
	Changed              // it was moved, resized, covered or uncovered
)

// screen is one screen of the desktop, in pixels.
type screen struct{ x, y, width, height int }

// reachable reports whether a window of that width at x, y has enough of its
// upper edge on one of the screens to be seen and taken hold of.
func reachable(screens []screen, x, y, width int) bool {
	const enough = 80
	for _, s := range screens {
		seen := min(x+width, s.x+s.width) - max(x, s.x)
		if seen >= min(enough, width) && y >= s.y && y < s.y+s.height-enough/2 {
			return true
		}
	}
	return false
}
