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
	"os"
	"path/filepath"

	"github.com/google/renameio/v2/maybe"
)

// An Entry is what is started at login.
type Entry struct {
	ID      string // names the entry: org.stableroute.routerwatch
	Name    string // what a person reads: Routerwatch
	Comment string // and a sentence about it
	// Command is the program, by its whole path, and its arguments.
	Command []string
}

// writeEntry writes an entry's file whole or not at all.
func writeEntry(path string, content []byte) error {
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		return fmt.Errorf("the login entry's folder cannot be made: %w", err)
	}
	if err := maybe.WriteFile(path, content, 0o644); err != nil {
		return fmt.Errorf("the login entry cannot be written: %w", err)
	}
	return nil
}

// removeEntry removes an entry's file. That there is none is no error.
func removeEntry(path string) error {
	if err := os.Remove(path); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("the login entry cannot be removed: %w", err)
	}
	return nil
}
