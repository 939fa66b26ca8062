// Package autostart makes the desktop start the program when its user logs in,
// and undoes that completely.
//
// There is one entry, named after the program: an XDG autostart file, a value of
// the Windows Run key, or a macOS LaunchAgent. The entry is the only state: no
// setting could disagree with it.
package autostart

import (
	"errors"
	"fmt"
	"io/fs"
)

// An Entry is what is started at login.
type Entry struct {
	ID      string // the name of the entry: org.stableroute.routerwatch
	Name    string // the name to display: Routerwatch
	Comment string // a sentence about the program
	// Command is the absolute path of the program, and its arguments.
	Command []string
}

// Enabled reports whether the entry exists and is not switched off.
func (e Entry) Enabled() bool {
	content, err := e.read()
	return err == nil && !switchedOff(content)
}

// Set writes the entry atomically, or removes it. Removing a missing entry is no
// error.
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
