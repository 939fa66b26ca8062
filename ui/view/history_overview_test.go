package view_test

import (
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/stretchr/testify/assert"

	"routerwatch/history"
	"routerwatch/monitor"
	"routerwatch/ui/view"
	"routerwatch/ui/view/viewtest"
)

// The least uptime is first, then the most outages; what is not known is last.
func TestOverviewOfSeveralHistories(t *testing.T) {
	now := viewtest.Now()
	from := now.Add(-24*time.Hour).Unix() / 900 * 900
	of := func(name string, row history.Times, outages int) history.Range {
		r := history.Range{Name: name, URL: "https://router.example.org", Step: 900, From: from, To: now.Unix()}
		for start := from; start < r.To && row != (history.Times{}); start += r.Step {
			r.Rows = append(r.Rows, history.Row{Start: start, Times: row})
		}
		refused := history.Change{What: history.Status, Status: monitor.Down, Kind: monitor.CertificateUnknown, Layer: monitor.Example(monitor.CertificateUnknown).Layer, Polls: 2}
		for i := range outages {
			since := time.Unix(from, 0).Add(time.Duration(i+1) * time.Hour)
			until := since.Add(5 * time.Minute)
			refused.At = since
			r.Changes = append(r.Changes, refused, history.Change{At: since, What: history.OutageOpened, Since: since},
				history.Change{At: until, What: history.OutageClosed, Since: since, Until: until})
		}
		return r
	}
	long := strings.Repeat("A long name, ", 6) + "Zürich"
	all := []history.Range{
		of("New York", history.Times{Up: 900}, 0), of("Not watched", history.Times{}, 0), of("Berlin", history.Times{Up: 800, Down: 10}, 1),
		of(long, history.Times{Up: 800, Down: 10}, 2), of("Tokyo", history.Times{Up: 1, Down: 899}, 1), of("Maintained", history.Times{MaintenanceDown: 900}, 0),
	}
	text := view.Histories(all, view.TerminalWidth, now)
	for line := range strings.Lines(text) {
		assert.LessOrEqual(t, utf8.RuneCountInString(strings.TrimSuffix(line, "\n")), 80, line)
	}
	golden(t, "history/several", text)

	whole := view.Histories(all, view.Uncut, now)
	assert.NotContains(t, whole, "…")
	assert.Equal(t, 2, strings.Count(whole, long+"  "), "in the overview and over its part")
	assert.Equal(t, view.History(all[0], view.Uncut, now), view.Histories(all[:1], view.Uncut, now), "one needs no overview")
}
