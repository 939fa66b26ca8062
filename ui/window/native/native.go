// Package native asks the desktop what the toolkit does not tell about a
// window: its position, and when there is input for it. It does not know the
// toolkit; a window is named by the desktop's own handle.
//
// It supports X11, XWayland included. Elsewhere [Open] returns
// [ErrUnsupported], the desktop places the window, and the window polls for
// input.
package native

import "errors"

// ErrUnsupported means that this desktop cannot be asked.
var ErrUnsupported = errors.New("this desktop reports nothing about its windows")

// Place is where a window is on the desktop. It is a comparable value.
type Place struct {
	// X and Y are the upper left corner of its content, in pixels of the
	// whole desktop; they may be negative.
	X, Y int
	// Maximized windows fill their screen; X and Y are then the screen's.
	Maximized bool
	// Covering windows are full-screen or hidden: X and Y are not where the
	// operator keeps the window.
	Covering bool
}

// Event is what happened to a window.
type Event int

// The events of a window. They say that there was input, not which.
const (
	Input   Event = iota // a key, the pointer within it, the focus
	Entered              // the pointer came over it or its frame
	Left                 // and went away
	Changed              // it was moved, resized, covered or uncovered
)

// screen is one screen of the desktop, in pixels.
type screen struct{ x, y, width, height int }

// reachable reports whether a window of that width at x, y has enough of its
// upper edge on one of the screens to be seen and dragged.
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
