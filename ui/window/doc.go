// Package window is the Fyne window: lines about routers in, commands out.
//
// It runs as a separate process, started by the agent or by hand, as long as the
// window is open. It decides nothing: it builds its widgets once and applies what
// ui/view makes of the newest snapshots. A change of words never moves, flashes or
// replaces a widget.
//
// The main goroutine runs the toolkit. Every event from elsewhere (a line, the
// tick of a second, the end of the input) reaches it through one [inbox].
//
// Only this package and its kit import Fyne.
package window
