// Package autostart has the desktop start the program when its user logs in,
// and takes that back without a trace.
//
// There is one entry, named after the program, in the place that the system
// looks at: an XDG autostart file, a value of the Windows Run key, or a macOS
// LaunchAgent. What the entry says is all that is kept: there is no setting
// that could disagree with it.
package autostart

import (
	"errors"
	"fmt"
	"io/fs"
)

// An Entry is what is started at login.
type Entry struct {
	ID      string // names the entry: org.stableroute.routerwatch
	Name    string // what a person reads: Routerwatch
	Comment string // and a sentence about it
	// Command is the program, by its whole path, and its arguments.
	Command []string
}

// Enabled reports whether the entry is there and not switched off.
func (e Entry) Enabled() bool {
	content, err := e.read()
	return err == nil && !switchedOff(content)
}

// Set writes the entry, whole or not at all, or removes it. To remove one that is
// not there is no error.
func (e Entry) Set(on bool) error {
	do, what := e.remove, "removed"
	if on {
		do, what = e.write, "written"
	}
	if err := do(); err != nil && (on || !errors.Is(err, fs.ErrNotExist)) {
		return fmt.Errorf("the login entry cannot be %s: %w", what, err)
	}
	return nil
}
