package view

import (
	"slices"
	"strings"
	"time"

	"routerwatch/history"
	"routerwatch/monitor"
)

func changeLines(r history.Range, now time.Time) (lines []string) {
	for _, c := range changesOf(r, now) {
		lines = append(lines, momentOf(c.at, now)+"  "+c.text)
	}
	return lines
}

// A pastChange is a change in words.
type pastChange struct {
	at   time.Time
	text string
}

// changesOf are the pairs that came and went, the restarts, the builds and the
// maintenance of a range, or those of one kind only.
func changesOf(r history.Range, now time.Time, only ...history.What) (changes []pastChange) {
	maintenance := false
	for _, c := range r.Changes {
		if len(only) > 0 && !slices.Contains(only, c.What) {
			continue
		}
		text := ""
		switch c.What {
		case history.PairsChanged:
			if c.From != nil && c.To != nil {
				text = pairCount(*c.To) + ", before " + group(*c.From)
			}
			text += names("; came: ", c.Came) + names("; went: ", c.Went)
		case history.LostPairs:
			if c.From != nil && c.To != nil {
				text = "pairs lost: " + group(*c.From) + " until " + clock(c.Since, c.At.In(now.Location())) + ", " + group(*c.To) + " left"
			}
		case history.LostPairsEnd:
			text = "lost pairs " + when(c.Why == history.WhyAcknowledged, "acknowledged") + when(c.Why == history.WhyBack, "back")
		case history.Restarted:
			text = "the router restarted"
		case history.NewBuild:
			text = "new build " + c.Build
		case history.Trimmed:
			text = plural(c.Lines, "older line") + " dropped to keep the file small"
		case history.Maintenance:
			if c.On != maintenance { // each watch repeats it
				text = "maintenance " + map[bool]string{true: "began", false: "ended"}[c.On]
			}
			maintenance = c.On
		case history.Began, history.Ended, history.Failing, history.Unwatched, history.Status, history.OutageOpened, history.OutageClosed,
			history.Notified, history.Acknowledged, history.Lost:
		}
		if text != "" && r.Has(c.At) {
			changes = append(changes, pastChange{c.At, monitor.CleanText(strings.TrimPrefix(text, "; "), maxList)})
		}
	}
	return changes
}

// names are names after a title, or nothing.
func names(title string, all []string) string {
	return when(len(all) > 0, title+strings.Join(all, ", "))
}
