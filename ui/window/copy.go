package window

import (
	"strings"
	"time"

	"fyne.io/fyne/v2"

	"routerwatch/internal/redact"
	"routerwatch/ui/view"
)

// copiedTime is how long the button says that it has copied.
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
