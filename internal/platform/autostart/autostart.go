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

// Enable writes the entry, whole or not at all.
func (e Entry) Enable() error {
	if err := e.write(); err != nil {
		return fmt.Errorf("the login entry cannot be written: %w", err)
	}
	return nil
}

// Disable removes the entry. That there is none is no error.
func (e Entry) Disable() error {
	if err := e.remove(); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("the login entry cannot be removed: %w", err)
	}
	return nil
}
