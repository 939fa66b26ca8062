package view_test

import (
	"testing"
	"time"
	"unicode/utf8"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"routerwatch/monitor"
	"routerwatch/ui/view"
	"routerwatch/ui/view/viewtest"
)

func TestRows(t *testing.T) {
	long := snapshot(t, "down-refused")
	for name, tt := range map[string]struct {
		s    monitor.Snapshot
		want view.Row
	}{
		"live": {snapshot(t, "live"), view.Row{Status: []string{"Live"}, Figures: []string{"4 pairs, just now", "4, just now", "just now"}}},
		"down": {long, view.Row{
			Status:  []string{"Down for 3 min", "Down"},
			Figures: []string{"4 pairs, 3 min ago", "4, 3 min ago", "3 min ago"},
			Wrong: []string{
				"The router at router.example.org:8443 refused the connection: it is probably not running.",
				"The router refused the connection: it is probably not running.",
				"The router refused the connection.",
				"It refused the connection.",
			},
			Changed: true,
		}},
		"acknowledged": {snapshot(t, "down-acknowledged"), view.Row{
			Status:  []string{"Down for 3 min, acknowledged", "Down, acknowledged", "Down for 3 min", "Down"},
			Figures: []string{"4 pairs, 3 min ago", "4, 3 min ago", "3 min ago"},
			Wrong:   view.RenderRow(long, time.Time{}, viewtest.Now()).Wrong, Changed: true,
		}},
		"down when first checked": {snapshot(t, "down-never-seen"), view.Row{
			Status: []string{"Down for at least 3 min", "Down"}, Figures: []string{"no reading yet"},
			Wrong: view.RenderRow(snapshot(t, "down-never-seen"), time.Time{}, viewtest.Now()).Wrong,
		}},
		"never seen": {snapshot(t, "connecting"), view.Row{Status: []string{"Connecting"}, Figures: []string{"no reading yet"}}},
		"paused": {snapshot(t, "paused"), view.Row{
			Status: []string{"Paused for 17 min", "Paused"}, Figures: []string{"4 pairs, just now", "4, just now", "just now"},
		}},
		"stuck": {snapshot(t, "stalled"), view.Row{
			Status: []string{"Stalled"}, Figures: []string{"4 pairs, 2 min ago", "4, 2 min ago", "2 min ago"},
			Wrong: []string{"Routerwatch's own loop is stuck: quit Routerwatch and start it again.", "Routerwatch's own loop is stuck.", "Routerwatch is stuck."},
		}},
	} {
		t.Run(name, func(t *testing.T) { assert.Equal(t, tt.want, view.RenderRow(tt.s, time.Time{}, viewtest.Now())) })
	}
}

func TestARowOfAHealthyRouterDoesNotChangeWithItsPolls(t *testing.T) {
	s, now := snapshot(t, "live"), viewtest.Now()
	first := view.RenderRow(s, time.Time{}, now)
	for age := time.Duration(0); age < 12*time.Second; age += time.Second {
		assert.Equal(t, first, view.RenderRow(s, time.Time{}, s.Reading.At.Add(age)))
	}
	s.Reading.At = now.Add(-44 * time.Second)
	assert.Equal(t, "4 pairs, under 1 min ago", view.RenderRow(s, time.Time{}, now).Figures[0])
}

func TestEveryFailureHasAShortSentence(t *testing.T) {
	const maxShort = 34 // letters: what fits into a row beside the card in the first window
	for _, f := range monitor.Examples() {
		s := snapshot(t, "down-refused")
		s.Failure = f
		all := view.RenderRow(s, time.Time{}, viewtest.Now()).Wrong
		short := all[len(all)-1]
		assert.LessOrEqual(t, utf8.RuneCountInString(short), maxShort, short)
		assert.NotEqual(t, "The last check failed.", short, f.Kind)
		for i := 1; i < len(all); i++ {
			assert.LessOrEqual(t, utf8.RuneCountInString(all[i]), utf8.RuneCountInString(all[i-1]))
		}
	}
}

// The shortest remark about a router that answers says what it is about.
func TestEveryRemarkHasAShortSentence(t *testing.T) {
	now := viewtest.Now()
	about := func(a monitor.About) monitor.Snapshot {
		s := snapshot(t, "live")
		s.About = a
		return s
	}
	odd := snapshot(t, "live")
	odd.Status = "odd"
	for want, s := range map[string]monitor.Snapshot{
		"It lost pairs.":                  snapshot(t, "live-lost"),
		"It answers slowly.":              snapshot(t, "slow-answers"),
		"Still waiting for its answer.":   snapshot(t, "live-slow"),
		"Reaching it is slow.":            snapshot(t, "slow-way"),
		"It answers again.":               snapshot(t, "live-confirming"),
		"Its status is unknown.":          odd,
		"A certificate needs renewal.":    snapshot(t, "live-certificate"),
		"The authorities' file is wrong.": snapshot(t, "live-authorities"),
		"It restarted.":                   about(monitor.About{Restarted: now.Add(-time.Minute), NewBuild: now.Add(-time.Minute), Build: "b"}),
		"It runs a new build.":            about(monitor.About{NewBuild: now.Add(-time.Minute), Build: "b", Pairs: &monitor.PairsChange{At: now.Add(-time.Minute), From: 4, To: 5, Came: []string{"a"}}}),
		"Its pairs changed.":              about(monitor.About{Pairs: &monitor.PairsChange{At: now.Add(-time.Minute), From: 4, To: 5, Came: []string{"a"}}}),
	} {
		all := view.RenderRow(s, time.Time{}, now).Wrong
		require.NotEmpty(t, all, want)
		assert.Equal(t, want, all[len(all)-1])
		assert.LessOrEqual(t, utf8.RuneCountInString(want), 34)
	}
}
