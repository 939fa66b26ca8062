package autostart

import (
	"encoding/xml"
	"fmt"
	"os"
	"path/filepath"
	"strings"
)

// Enabled reports whether the entry is there.
func (e Entry) Enabled() bool {
	path, err := e.path()
	if err != nil {
		return false
	}
	_, err = os.Stat(path)
	return err == nil
}

func (e Entry) path() (string, error) {
	home, err := os.UserHomeDir()
	if err != nil {
		return "", fmt.Errorf("there is no folder for the login entry: %w", err)
	}
	return filepath.Join(home, "Library", "LaunchAgents", e.ID+".plist"), nil
}

// content is the entry, a LaunchAgent: see launchd.plist(5).
func (e Entry) content() (string, error) {
	text := func(s string) string {
		var escaped strings.Builder
		_ = xml.EscapeText(&escaped, []byte(s)) // a strings.Builder takes everything
		return "<string>" + escaped.String() + "</string>"
	}
	var command strings.Builder
	for _, argument := range e.Command {
		command.WriteString(text(argument))
	}
	return xml.Header +
		`<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">` + "\n" +
		"<plist version=\"1.0\"><dict>" +
		"<key>Label</key>" + text(e.ID) +
		"<key>ProgramArguments</key><array>" + command.String() + "</array>" +
		"<key>RunAtLoad</key><true/>" +
		"</dict></plist>\n", nil
}
