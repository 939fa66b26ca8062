package autostart

import (
	"errors"
	"fmt"
	"strings"

	"golang.org/x/sys/windows"
	"golang.org/x/sys/windows/registry"
)

// runKey is where Windows looks for what this user wants started.
const runKey = `Software\Microsoft\Windows\CurrentVersion\Run`

// Enabled reports whether the entry is there.
func (e Entry) Enabled() bool {
	key, err := registry.OpenKey(registry.CURRENT_USER, runKey, registry.QUERY_VALUE)
	if err != nil {
		return false
	}
	defer func() { _ = key.Close() }()
	_, _, err = key.GetStringValue(e.ID)
	return err == nil
}

// Enable writes the entry.
func (e Entry) Enable() error {
	key, _, err := registry.CreateKey(registry.CURRENT_USER, runKey, registry.SET_VALUE)
	if err != nil {
		return fmt.Errorf("the login entry cannot be written: %w", err)
	}
	defer func() { _ = key.Close() }()
	var command []string
	for _, argument := range e.Command {
		command = append(command, windows.EscapeArg(argument))
	}
	if err := key.SetStringValue(e.ID, strings.Join(command, " ")); err != nil {
		return fmt.Errorf("the login entry cannot be written: %w", err)
	}
	return nil
}

// Disable removes the entry. That there is none is no error.
func (e Entry) Disable() error {
	key, err := registry.OpenKey(registry.CURRENT_USER, runKey, registry.SET_VALUE)
	if errors.Is(err, registry.ErrNotExist) {
		return nil
	}
	if err != nil {
		return fmt.Errorf("the login entry cannot be removed: %w", err)
	}
	defer func() { _ = key.Close() }()
	if err := key.DeleteValue(e.ID); err != nil && !errors.Is(err, registry.ErrNotExist) {
		return fmt.Errorf("the login entry cannot be removed: %w", err)
	}
	return nil
}
