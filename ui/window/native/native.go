// Package native asks the desktop what the toolkit does not tell about a
// window: its position, and when there is input for it. It does not know the
// toolkit; a window is named by the desktop's own handle.
//
// It supports X11, XWayland included. Elsewhere [Open] returns
// [errors.ErrUnsupported], the desktop places the window, and the window polls for
// input.
package native

// A Window is a window of this program, asked about over a connection of its
// own to the desktop, so that nothing waits for the toolkit's. Its methods may
// be called from any goroutine.
type Window interface {
	// Put asks for a place for a window that is not shown yet; width is the
	// window's, in pixels. If the place is on no screen any more, because a
	// monitor was unplugged, the desktop chooses one.
	Put(p Place, width int) error
	// Place asks where the window is.
	Place() (Place, error)
	// Follow reports what happens to a shown window, on the caller's goroutine,
	// until Close or until the desktop is gone. The pointer counts as over the
	// window when it is over the frame that a window manager put around it.
	Follow(happened func(Event)) error
	// Close ends the connection, and with it Follow.
	Close()
}

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
