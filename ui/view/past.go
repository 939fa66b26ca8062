package view

import (
	"fmt"
	"math"
	"strings"
	"time"

	"routerwatch/history"
)

// PastDays is how many days a card's bar shows.
const PastDays = 90

// A Past is what a card shows of a router's past.
type Past struct {
	Days    []DayCell // the oldest first; those that nobody recorded are blank
	Figures string    // uptimes, with how much was watched
}

// A DayCell is a day in a bar. Its height tells it apart without colour.
type DayCell struct {
	// Level is 4 for a day that was all up, 3 from 99 %, 2 from 90 %, 1 for less, and 0
	// for one without a figure.
	Level   int
	Hatched bool // too little of it was watched for a figure
	Tone    Tone
}

// dayCell is the cell of a day; blank if nothing of it was watched.
func dayCell(d history.Day) DayCell {
	ratio, known := d.Uptime()
	switch {
	case d.Watched() == 0:
		return DayCell{Tone: Neutral}
	case !known && d.Coverage() >= history.MinCoverage: // all the rest was in maintenance
		return DayCell{Level: 1, Tone: Neutral}
	case !known:
		return DayCell{Hatched: true, Tone: Neutral}
	case ratio >= 1:
		return DayCell{Level: 4, Tone: Good}
	case ratio >= 0.99:
		return DayCell{Level: 3, Tone: Notable}
	case ratio >= 0.9:
		return DayCell{Level: 2, Tone: Bad}
	}
	return DayCell{Level: 1, Tone: Bad}
}

// dayBar has one character for each day, told apart without colour: █ all up, ▆
// 99 % up, ▄ 90 % up, ▂ less, ░ too little of it watched, and a blank where nothing
// was.
func dayBar(days []history.Day) string {
	var bar strings.Builder
	for _, d := range days {
		cell := dayCell(d)
		if cell.Hatched {
			bar.WriteRune('░')
			continue
		}
		bar.WriteRune([]rune(" ▂▄▆█")[cell.Level])
	}
	return bar.String()
}

// RenderPast is the past of a router, from its last [PastDays] days and its last
// 24 hours.
func RenderPast(days, hours history.Range, now time.Time) Past {
	days, hours = days.Recorded(now), hours.Recorded(now)
	var p Past
	local := days.Days(now.Location())
	began := false
	for _, d := range local[max(len(local)-PastDays, 0):] {
		cell := dayCell(d)
		began = began || cell != DayCell{Tone: Neutral}
		cell.Hatched = cell.Hatched || began && cell.Level == 0
		p.Days = append(p.Days, cell)
	}
	if days.Sum().Watched()+hours.Sum().Watched() == 0 {
		p.Figures = NothingRecorded
		return p
	}
	figures := []string{figure("24 h", hours.Sum().Times)}
	for _, n := range []int{7, 30, PastDays} {
		part := days.Part(now.AddDate(0, 0, -n), now)
		figures = append(figures, figure(fmt.Sprintf("%d d", n), part.Sum().Times))
	}
	p.Figures = "Up (watched): " + strings.Join(figures, " · ")
	return p
}

// figure is an uptime with how much was watched: "7 d 99.98 % (97 %)".
func figure(label string, t history.Times) string {
	ratio, known := t.Uptime()
	if !known {
		return label + " " + unknown
	}
	return fmt.Sprintf("%s %s (%.0f %%)", label, Percent(ratio), math.Floor(t.Coverage()*100))
}
