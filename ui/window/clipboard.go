package window

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"os"
	"runtime"
	"strings"
	"time"

	"fyne.io/fyne/v2"

	"routerwatch/history"
	"routerwatch/internal/platform/display"
	"routerwatch/settings"
	"routerwatch/ui/view"
	"routerwatch/ui/window/native"
)

const (
	// copiedTime is how long the button says "Copied".
	copiedTime = 2 * time.Second
	// copyPatience is how long a note waits for the history on a slow disk.
	copyPatience = 2 * time.Second
)

// copy puts a note about each router on the clipboard, for a ticket or a chat.
func (s *mainWindow) copy() {
	snapshots, version, now := s.state.snapshots(), s.version(), s.now()
	pasts := make([]func(from, to time.Time) (history.Range, error), len(snapshots))
	for i, snapshot := range snapshots {
		pasts[i] = s.past(snapshot.Router)
	}
	s.work(func() func() {
		enough, cancel := context.WithTimeout(context.Background(), copyPatience)
		defer cancel()
		notes := make([]string, len(snapshots))
		for i, snapshot := range snapshots {
			read := make(chan history.Range, 1)
			if enough.Err() == nil {
				go func() {
					r, _ := pasts[i](now.AddDate(0, 0, -1), now) // what cannot be read is left out
					read <- r
				}()
			}
			var past history.Range
			select {
			case past = <-read:
			case <-enough.Done():
			}
			notes[i] = view.Incident(snapshot, past, version, now)
		}
		return func() {
			s.clip(strings.Join(notes, "\n"))
			s.bar.copied = s.now().Add(copiedTime)
			s.refresh()
		}
	})
}

// version is the agent's version, or else this window's.
func (s *mainWindow) version() string { return cmp.Or(s.state.app.Version, s.options.Version) }

// clip puts redacted text on the clipboard, since it may be sent to others. A second
// process keeps it there after the window has closed.
func (s *mainWindow) clip(text string) {
	text = s.options.Secrets.Text(text)
	fyne.CurrentApp().Clipboard().SetContent(text)
	if s.options.Keeper == nil {
		return
	}
	keeper := s.options.Keeper()
	var complaint strings.Builder
	keeper.Stdin, keeper.Stderr = strings.NewReader(text), &complaint
	s.work(func() func() {
		err := keeper.Run()
		return func() {
			if err != nil {
				s.options.Log.Warn("nothing keeps what was copied", "error", err, "text", strings.TrimSpace(complaint.String()))
				s.banner.say(view.CopyNotKept)
			}
		}
	})
}

// KeepClipboard puts text on the clipboard and keeps it there until something else is
// copied or the display goes.
func KeepClipboard(text io.Reader) error {
	if !display.Answers() {
		return ErrNoDisplay
	}
	copied, err := io.ReadAll(text)
	if err != nil {
		return err
	}
	return native.ServeClipboard(string(copied))
}

// diagnostics describes Routerwatch itself, for a bug report.
func (s *mainWindow) diagnostics() string {
	app, c := s.state.app, s.window.Canvas()
	var text strings.Builder
	row := func(label string, value any) { fmt.Fprintf(&text, "%s: %v\n", label, value) }
	row("Routerwatch", s.version())
	row("As of", s.now().UTC().Format(time.RFC3339))
	row("System", runtime.GOOS+"/"+runtime.GOARCH+", "+runtime.Version())
	row("Window", fmt.Sprintf("%.0f×%.0f at scale %g", c.Size().Width, c.Size().Height, c.Scale()))
	for _, variable := range []string{"XDG_CURRENT_DESKTOP", "XDG_SESSION_TYPE", "DISPLAY", "WAYLAND_DISPLAY", "FYNE_SCALE", "LANG"} {
		if value := os.Getenv(variable); value != "" {
			row(variable, value)
		}
	}
	row("Tray host", app.Tray)
	row("Problem", app.Problem)
	for _, r := range s.state.snapshots() {
		row("Router "+r.Name, fmt.Sprintf("%s, %s, failures %d, kind %q, as of %s",
			r.URL, r.Status, r.Failures, r.Failure.Kind, r.AsOf.UTC().Format(time.RFC3339)))
		row("Proxy for "+r.Name, view.ProxyText(r.Proxy))
		if way := view.Path(r.Reading); way != "" {
			row("Way to "+r.Name, way)
		}
	}
	if app.Settings != nil {
		for _, r := range app.Settings.Routers {
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
			if value := key.Text(*app.Settings); value != "" {
				fmt.Fprintf(&text, "%s = %s\n", key.Name, value)
			}
		}
	}
	row("Log", "\n"+tail(app.Log))
	return text.String()
}

// Limits of the log in the diagnostics.
const (
	maxLog      = 16 << 10 // bytes
	maxLogLines = 50
)

// tail is the end of a log file, or the reason why it cannot be read.
func tail(path string) string {
	if path == "" {
		return "there is none"
	}
	text, err := os.ReadFile(path)
	if err != nil {
		return err.Error()
	}
	lines := strings.Split(strings.TrimRight(string(text[max(0, len(text)-maxLog):]), "\n"), "\n")
	if len(text) > maxLog && len(lines) > 1 {
		lines = lines[1:] // a partial line could begin inside a secret
	}
	return strings.ToValidUTF8(strings.Join(lines[max(0, len(lines)-maxLogLines):], "\n"), "�")
}
