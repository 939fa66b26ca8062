//go:build !windows && !darwin

package autostart

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
)

// switchedOff reports whether the desktop has disabled the entry in the file.
func switchedOff(content string) bool {
	for line := range strings.Lines(content) {
		switch strings.ReplaceAll(strings.TrimSpace(line), " ", "") {
		case "Hidden=true", "X-GNOME-Autostart-enabled=false":
			return true
		}
	}
	return false
}

func (e Entry) path() (string, error) {
	folder, err := os.UserConfigDir()
	return filepath.Join(folder, "autostart", e.ID+".desktop"), err
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

// quote quotes an argument for the Exec key of the Desktop Entry Specification:
// in double quotes, with a backslash before ", `, $ and \, the result escaped
// again as a string of the file, and % doubled.
func quote(argument string) string {
	escaped := strings.NewReplacer(`"`, `\\"`, "`", "\\\\`", `$`, `\\$`, `\`, `\\\\`, `%`, `%%`).Replace(argument)
	return `"` + escaped + `"`
}

// commandOf is the command of an entry, nil if it has none.
func commandOf(content string) []string {
	for line := range strings.Lines(content) {
		if value, found := strings.CutPrefix(strings.TrimSpace(line), "Exec="); found {
			return split(value)
		}
	}
	return nil
}

// split undoes quote for each argument of an Exec key.
func split(value string) []string {
	value = strings.NewReplacer(`\\`, `\`, `\s`, " ").Replace(value)
	var command []string
	var argument strings.Builder
	begun, quoted := false, false
	for i := 0; i < len(value); i++ {
		switch c := value[i]; {
		case c == '"':
			begun, quoted = true, !quoted
		case c == ' ' && !quoted:
			if begun {
				command = append(command, argument.String())
			}
			argument.Reset()
			begun = false
		default:
			if i+1 < len(value) && (c == '\\' && quoted || c == '%' && value[i+1] == '%') {
				i++
			}
			argument.WriteByte(value[i])
			begun = true
		}
	}
	if begun {
		command = append(command, argument.String())
	}
	return command
}
