// Package window is the Fyne window: lines about routers in, commands out.
//
// It runs as a process of its own, started by the agent or by hand, and lives
// as long as the window is open. It decides nothing: it builds its widgets
// once and applies what ui/view says about the newest snapshots. A change of
// words never moves, blinks or replaces a widget.
//
// The main goroutine runs the toolkit. Everything else that happens (a line, a
// second that passed, the end of the input) reaches it through one [inbox].
//
// Only this package and its kit import Fyne.
package window
