package view_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/assert"

	"routerwatch/history"
	"routerwatch/ui/view"
)

// daysBefore are rows of quarters: a day of each kind, the last of them today.
func daysBefore(now time.Time, days ...history.Times) history.Range {
	const quarter = 900
	midnight := time.Date(now.Year(), now.Month(), now.Day()+1, 0, 0, 0, 0, now.Location())
	r := history.Range{From: midnight.AddDate(0, 0, -view.PastDays-1).Unix(), To: now.Unix(), Step: quarter}
	for i, d := range days {
		start := midnight.AddDate(0, 0, i-len(days)).Unix()
		for n := range int64(96) {
			row := history.Row{Start: start + n*quarter, Times: history.Times{Up: d.Up / 96, Down: d.Down / 96, Unwatched: d.Unwatched / 96}}
			if row.Start < r.To && row.Watched() > 0 {
				r.Rows = append(r.Rows, row)
			}
		}
	}
	return r
}

func TestPastOfACard(t *testing.T) {
	now := time.Date(2026, time.November, 29, 20, 1, 30, 0, time.UTC)
	const all = 24 * 3600
	up, most := history.Times{Up: all}, history.Times{Up: all - 96, Down: 96}
	half, poor := history.Times{Up: all * 95 / 100, Down: all * 5 / 100}, history.Times{Up: all / 2, Down: all / 2}
	r := daysBefore(now, up, most, half, poor, history.Times{Up: all / 2, Unwatched: all / 2}, history.Times{}, up)
	p := view.RenderPast(r, r.Part(now.AddDate(0, 0, -1), now), now)
	assert.Len(t, p.Days, view.PastDays)
	blank := view.DayCell{Tone: view.Neutral}
	assert.Equal(t, blank, p.Days[0], "before anything was recorded")
	assert.Equal(t, []view.DayCell{
		blank,
		{Level: 4, Tone: view.Good},
		{Level: 3, Tone: view.Notable},
		{Level: 2, Tone: view.Bad},
		{Level: 1, Tone: view.Bad},
		{Hatched: true, Tone: view.Neutral},
		{Hatched: true, Tone: view.Neutral},
		{Level: 4, Tone: view.Good},
	}, p.Days[view.PastDays-8:])
	assert.Equal(t, "Up (watched): 24 h 100 % (83 %) · 7 d 89.66 % (76 %) · 30 d 89.66 % (17 %) · 90 d 89.66 % (5 %)", p.Figures)

	p = view.RenderPast(history.Range{Step: 900}, history.Range{Step: 60}, now)
	assert.Equal(t, "Nothing recorded yet.", p.Figures)
}
