package autostart

import (
	"encoding/xml"
	"os"
	"path/filepath"
	"strings"
)

func switchedOff(string) bool { return false }

func commandOf(content string) []string {
	var agent struct {
		Command []string `xml:"dict>array>string"`
	}
	_ = xml.Unmarshal([]byte(content), &agent) // none, if it cannot be read
	return agent.Command
}

func (e Entry) path() (string, error) {
	home, err := os.UserHomeDir()
	return filepath.Join(home, "Library", "LaunchAgents", e.ID+".plist"), err
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
