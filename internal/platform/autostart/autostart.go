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
	"os/exec"
)

// An Entry is what is started at login.
type Entry struct {
	ID      string // the name of the entry: org.stableroute.routerwatch
	Name    string // the name to display: Routerwatch
	Comment string // a sentence about the program
	// Command is the absolute path of the program, and its arguments.
	Command []string
}

// Enabled reports whether the entry exists, is not switched off, and starts a program
// that is there.
func (e Entry) Enabled() bool {
	command, on := e.present()
	return on && !gone(command)
}

// Repair writes the entry again if the program that it starts is gone, for example
// after a move. Other arguments of its command are kept. It reports whether there was
// something to repair.
func (e Entry) Repair() (broken bool, err error) {
	command, on := e.present()
	if !on || !gone(command) {
		return false, nil
	}
	e.Command = append([]string{e.Command[0]}, command[1:]...)
	return true, e.Set(true)
}

// present is the command of the entry, and whether it is there and not switched off.
func (e Entry) present() (command []string, on bool) {
	content, err := e.read()
	if err != nil || switchedOff(content) {
		return nil, false
	}
	return commandOf(content), true
}

// gone reports whether a command's program is missing. A command that could not be
// read is left to the desktop.
func gone(command []string) bool {
	if len(command) == 0 {
		return false
	}
	_, err := exec.LookPath(command[0])
	return err != nil
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
