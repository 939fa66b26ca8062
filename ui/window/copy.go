package window

import (
	"strings"

	"fyne.io/fyne/v2"

	"routerwatch/ui/view"
)

// copy puts what is shown on the clipboard, as text.
func (s *shell) copy() {
	texts := make([]string, len(s.models))
	for i, m := range s.models {
		texts[i] = plain(m)
	}
	fyne.CurrentApp().Clipboard().SetContent(strings.Join(texts, "\n"))
}

// plain is a card as lines of text. A model holds no secrets.
func plain(m view.Model) string {
	lines := []string{
		joined(": ", m.Title, m.Status),
		m.Address,
		joined(" ", m.Pairs, m.PairsCaption),
		m.Age,
	}
	for _, f := range factsOf(m) {
		lines = append(lines, f.Label+" "+f.Value)
	}
	lines = append(lines, m.Note)
	if t := m.Trouble; t.Shown {
		lines = append(lines, t.Headline, t.What, joined(", ", t.LayerLabel, t.Attempt, t.Countdown), t.Request)
	}
	return joined("\n", lines...) + "\n"
}
