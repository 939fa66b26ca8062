//go:build !windows && !darwin

package autostart

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
)

// Enabled reports whether the entry is there and not switched off.
func (e Entry) Enabled() bool {
	path, err := e.path()
	if err != nil {
		return false
	}
	content, err := os.ReadFile(path)
	if err != nil {
		return false
	}
	for line := range strings.Lines(string(content)) {
		switch strings.ReplaceAll(strings.TrimSpace(line), " ", "") {
		case "Hidden=true", "X-GNOME-Autostart-enabled=false": // the desktop's own way to switch it off
			return false
		}
	}
	return true
}

func (e Entry) path() (string, error) {
	folder, err := os.UserConfigDir()
	if err != nil {
		return "", fmt.Errorf("there is no folder for the login entry: %w", err)
	}
	return filepath.Join(folder, "autostart", e.ID+".desktop"), nil
}

// content is the entry: see the XDG Desktop Application Autostart
// Specification.
func (e Entry) content() (string, error) {
	var command []string
	for _, argument := range e.Command {
		if strings.ContainsAny(argument, "\n\r\x00") {
			return "", errors.New("a path with a line break cannot be started at login")
		}
		command = append(command, quote(argument))
	}
	return "[Desktop Entry]\n" +
		"Type=Application\n" +
		"Name=" + e.Name + "\n" +
		"Comment=" + e.Comment + "\n" +
		"Exec=" + strings.Join(command, " ") + "\n" +
		"Icon=" + e.ID + "\n" +
		"Terminal=false\n" +
		"X-GNOME-Autostart-enabled=true\n", nil
}

// quote writes an argument as the Exec key of the Desktop Entry Specification
// wants it: in double quotes, with a backslash before ", `, $ and \, all of
// that escaped once more as a string of the file, and % doubled.
func quote(argument string) string {
	var quoted strings.Builder
	quoted.WriteByte('"')
	for _, r := range argument {
		switch r {
		case '"', '`', '$':
			quoted.WriteString(`\\` + string(r))
		case '\\':
			quoted.WriteString(`\\\\`)
		case '%':
			quoted.WriteString("%%")
		default:
			quoted.WriteRune(r)
		}
	}
	quoted.WriteByte('"')
	return quoted.String()
}
