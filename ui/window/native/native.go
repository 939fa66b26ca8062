// Package native gets from the desktop what the toolkit does not report about a
// window: its position, the desktop's scale, and when there is input; and it keeps what was copied after
// the window has closed. It does not import the toolkit; a window is identified by
// its native handle.
//
// It supports X11, XWayland included. Elsewhere [Open] returns
// [errors.ErrUnsupported], the desktop places the window, and the window polls for
// input.
package native

// A Window is a window of this program, accessed over a separate connection to the
// desktop, so that nothing waits for that of the toolkit. Its methods may be called
// from any goroutine.
type Window interface {
	// Put sets the place of a window that is not shown yet; width is the window's,
	// in pixels. If the place is on no screen, for example because a monitor was
	// unplugged, the desktop chooses one.
	Put(p Place, width int) error
	// Place returns the place of the window.
	Place() (Place, error)
	// Follow reports events of a shown window, on the caller's goroutine, until
	// Close or the end of the connection. The frame of the window manager counts
	// as part of the window.
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
	// Covering windows are full-screen or hidden: X and Y are not the window's
	// normal place.
	Covering bool
}

// Event is an event of a window.
type Event int

// The events of a window, without details.
const (
	Input   Event = iota // a key, a pointer movement or a change of focus
	Entered              // the pointer entered the window or its frame
	Left                 // the pointer left it
	Changed              // the window was moved, resized, covered or uncovered
)

// screen is one screen of the desktop, in pixels.
type screen struct{ x, y, width, height int }

// reachable reports whether enough of the upper edge of a window of that width at
// x, y is on a screen to see and drag it.
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
