//go:build !windows

package autostart

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/google/renameio/v2/maybe"
)

// Enable writes the entry, whole or not at all.
func (e Entry) Enable() error {
	path, err := e.path()
	if err != nil {
		return err
	}
	content, err := e.content()
	if err != nil {
		return err
	}
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		return fmt.Errorf("the login entry's folder cannot be made: %w", err)
	}
	if err := maybe.WriteFile(path, []byte(content), 0o644); err != nil {
		return fmt.Errorf("the login entry cannot be written: %w", err)
	}
	return nil
}

// Disable removes the entry. That there is none is no error.
func (e Entry) Disable() error {
	path, err := e.path()
	if err != nil {
		return err
	}
	if err := os.Remove(path); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("the login entry cannot be removed: %w", err)
	}
	return nil
}
