package view

import (
	"cmp"
	"math"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"routerwatch/history"
	"routerwatch/monitor"
)

// Widths of the lines of [Histories]: that of a terminal, and no limit, for a pipe or
// a file.
const (
	TerminalWidth = 80
	Uncut         = math.MaxInt32
)

// Histories is what history prints about several ranges: an overview if there are two
// or more, then one after the other. No line is longer than width, and it is readable
// without colour.
func Histories(all []history.Range, width int, now time.Time) string {
	var parts []string
	if len(all) > 1 {
		parts = append(parts, overview(all, width))
	}
	for _, r := range all {
		parts = append(parts, History(r, width, now))
	}
	return strings.Join(parts, "\n")
}

// overview has a line for each router under its headings: the least uptime first, then
// the most outages; those whose uptime is not known are last.
func overview(all []history.Range, width int) string {
	type router struct {
		cells   [5]string
		uptime  float64
		outages int
	}
	routers := make([]router, 0, len(all))
	for _, r := range all {
		one := router{uptime: math.Inf(1)}
		one.outages, _ = countOutages(r.Outages())
		sum, uptime, down := r.Sum(), unknown, unknown
		if ratio, known := sum.Uptime(); known {
			one.uptime, uptime, down = ratio, Percent(ratio), seconds(sum.Down)
		}
		one.cells = [5]string{monitor.CleanText(r.Name, maxList), uptime, Percent(sum.Coverage()), group(int64(one.outages)), down}
		routers = append(routers, one)
	}
	slices.SortStableFunc(routers, func(a, b router) int {
		return cmp.Or(cmp.Compare(a.uptime, b.uptime), cmp.Compare(b.outages, a.outages))
	})
	routers = slices.Insert(routers, 0, router{cells: [5]string{"Router", "Uptime", "Watched", "Outages", "Time down"}})
	const gap = "  "
	var widths [5]int
	left := width // for the names
	for i := range widths {
		for _, r := range routers {
			widths[i] = max(widths[i], utf8.RuneCountInString(r.cells[i]))
		}
		if i > 0 {
			left -= widths[i] + len(gap)
		}
	}
	widths[0] = min(widths[0], left)
	var b strings.Builder
	for _, r := range routers {
		name := cut(r.cells[0], widths[0])
		b.WriteString(name + strings.Repeat(" ", widths[0]-utf8.RuneCountInString(name)))
		for i, cell := range r.cells[1:] {
			b.WriteString(gap + strings.Repeat(" ", widths[i+1]-utf8.RuneCountInString(cell)) + cell)
		}
		b.WriteString("\n")
	}
	return b.String()
}

// countOutages are how many outages count, and how many in maintenance do not.
func countOutages(outages []history.Outage) (counted, maintained int) {
	for _, o := range outages {
		if o.Maintained {
			maintained++
		}
	}
	return len(outages) - maintained, maintained
}

// cut is a text without its end, if it is too long.
func cut(text string, longest int) string {
	if runes := []rune(text); len(runes) > longest {
		return string(runes[:longest-1]) + "…"
	}
	return text
}
