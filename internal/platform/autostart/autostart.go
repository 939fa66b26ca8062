// Package autostart has the desktop start the program when its user logs in,
// and takes that back without a trace.
//
// There is one entry, named after the program, in the place that the system
// looks at: an XDG autostart file, a value of the Windows Run key, or a macOS
// LaunchAgent. What the entry says is all that is kept: there is no setting
// that could disagree with it.
package autostart

// An Entry is what is started at login.
type Entry struct {
	ID      string // names the entry: org.stableroute.routerwatch
	Name    string // what a person reads: Routerwatch
	Comment string // and a sentence about it
	// Command is the program, by its whole path, and its arguments.
	Command []string
}
