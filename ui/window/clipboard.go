package window

import (
	"fmt"
	"os"
	"runtime"
	"strings"
	"time"

	"fyne.io/fyne/v2"

	"routerwatch/internal/redact"
	"routerwatch/monitor"
	"routerwatch/settings"
	"routerwatch/ui/view"
	"routerwatch/ui/wire"
)

// copiedTime is how long the button says "Copied".
const copiedTime = 2 * time.Second

// copy puts a note about each router on the clipboard, for a ticket or a chat.
func (s *shell) copy() {
	snapshots := s.state.snapshots()
	notes := make([]string, len(snapshots))
	for i, snapshot := range snapshots {
		notes[i] = view.Incident(snapshot, s.version(), s.now())
	}
	clip(strings.Join(notes, "\n"))
	s.bar.copied = s.now().Add(copiedTime)
	s.refresh()
}

// version is the agent's, or this window's own where there is none.
func (s *shell) version() string {
	if v := s.state.app.Version; v != "" {
		return v
	}
	return s.options.Version
}

// clip puts text on the clipboard, without what looks like a secret: it is
// for somebody else.
func clip(text string) { fyne.CurrentApp().Clipboard().SetContent(redact.Text(text)) }

// diagnostics describe Routerwatch itself, for a report that it misbehaves.
type diagnostics struct {
	now       time.Time
	version   string
	display   string // "640×520 at scale 1"
	env       func(string) string
	snapshots []monitor.Snapshot
	app       wire.App
	log       string // the end of the agent's log
}

func (s *shell) copyDiagnostics() {
	c := s.window.Canvas()
	clip(diagnostics{
		now: s.now(), version: s.version(), env: os.Getenv,
		display:   fmt.Sprintf("%.0f×%.0f at scale %g", c.Size().Width, c.Size().Height, c.Scale()),
		snapshots: s.state.snapshots(), app: s.state.app, log: endOf(s.state.app.Log),
	}.String())
}

// String is the diagnostics as text, without secrets.
func (d diagnostics) String() string {
	var text strings.Builder
	row := func(label string, value any) { fmt.Fprintf(&text, "%s: %v\n", label, value) }
	row("Routerwatch", d.version)
	row("As of", d.now.UTC().Format(time.RFC3339))
	row("System", runtime.GOOS+"/"+runtime.GOARCH+", "+runtime.Version())
	row("Window", d.display)
	for _, variable := range []string{"XDG_CURRENT_DESKTOP", "XDG_SESSION_TYPE", "DISPLAY", "WAYLAND_DISPLAY", "FYNE_SCALE", "LANG"} {
		if value := d.env(variable); value != "" {
			row(variable, value)
		}
	}
	row("Tray host", d.app.Tray)
	row("Problem", d.app.Problem)
	for _, s := range d.snapshots {
		row("Router "+s.Name, fmt.Sprintf("%s, %s, failures %d, kind %q, as of %s",
			s.URL, s.Status, s.Failures, s.Failure.Kind, s.AsOf.UTC().Format(time.RFC3339)))
	}
	if s := d.app.Settings; s != nil {
		for _, r := range s.Routers {
			about := fmt.Sprintf("%q, %s", r.Name, r.URL)
			if r.Token {
				about += ", with a token"
			}
			if r.InsecureToken {
				about += ", also over plain http"
			}
			row("router "+r.ID, about)
		}
		for _, key := range settings.Keys() {
			if value := key.Text(*s); value != "" {
				fmt.Fprintf(&text, "%s = %s\n", key.Name, value)
			}
		}
	}
	row("Log", "\n"+d.log)
	return redact.Text(text.String())
}

// The most of a log that is copied.
const (
	maxLog      = 16 << 10 // bytes
	maxLogLines = 50
)

// endOf is the end of a log file, whose size is bounded, or why it cannot be
// read.
func endOf(path string) string {
	if path == "" {
		return "there is none"
	}
	text, err := os.ReadFile(path)
	if err != nil {
		return err.Error()
	}
	lines := strings.Split(strings.TrimRight(string(text[max(0, len(text)-maxLog):]), "\n"), "\n")
	if len(text) > maxLog && len(lines) > 1 {
		lines = lines[1:] // half a line could begin inside of a secret
	}
	return strings.ToValidUTF8(strings.Join(lines[max(0, len(lines)-maxLogLines):], "\n"), "�")
}
