//go:build linux

package main

import (
	"fmt"
	"slices"
	"strings"
)

// The measured programs.
const (
	ours     = "Routerwatch"
	earlier  = "before"
	bareLoop = "bare loop"
	fyneTray = "Fyne tray"
)

// The measures.
const (
	cpuTime      = "CPU s/min"
	switches     = "context switches/s"
	pss          = "PSS, MB"
	rss          = "RSS, MB"
	timeToIcon   = "s to the tray icon"
	timeToWindow = "s to the window"
)

// key names a measure of a program in a state.
type key struct{ state, measure, program string }

// results are the values of each key, one per round.
type results map[key][]float64

// add adds a program's values in a state, by measure.
func (r results) add(state, program string, values map[string]float64) {
	for measure, value := range values {
		k := key{state, measure, program}
		r[k] = append(r[k], value)
	}
}

// reference are the values to compare with: of the same state, or else of the
// state in the tray.
func (r results) reference(state, measure, program string) []float64 {
	if values, found := r[key{state, measure, program}]; found {
		return values
	}
	return r[key{inTray, measure, program}]
}

// rows are the rows of the table, each with its upper goal; 0 means no goal.
func rows() []row {
	all := []row{{inTray, cpuTime, 3, 0.03}, {inTray, switches, 1, 8}, {inTray, pss, 1, 25}, {inTray, rss, 1, 0}}
	for _, state := range []string{shown, inOutage, onWall} {
		all = append(all, row{state, cpuTime, 3, 0.4}, row{state, switches, 1, 0}, row{state, pss, 1, 130}, row{state, rss, 1, 0})
	}
	return append(all, row{"start", timeToIcon, 3, 0.15}, row{"click on the icon", timeToWindow, 3, 0.6})
}

type row struct {
	state, measure string
	digits         int
	goal           float64
}

// table is the results in Markdown, with a legend.
func (b *bench) table() string {
	references := []string{bareLoop, fyneTray}
	if len(b.builds) > 1 {
		references = append([]string{earlier}, references...)
	}
	var text strings.Builder
	text.WriteString(b.about + "\n| state | measure | " + ours + " | goal |")
	for _, name := range references {
		fmt.Fprintf(&text, " %s | ratio |", name)
	}
	text.WriteString("\n|---|---|--:|--:|" + strings.Repeat("--:|--:|", len(references)) + "\n")
	for _, row := range rows() {
		if len(b.results[key{row.state, row.measure, ours}]) > 0 {
			text.WriteString(b.results.line(row, references))
		}
	}
	fmt.Fprintf(&text, `
Each state over %d × %s, after %s to settle: the sum over all processes of the program, on a healthy router (except in
the outage) polled every 5 s; memory at the end. The window has the focus and is untouched; the pointer is elsewhere. The
references, a loop on net/http with the same interval and a Fyne program with only a tray icon, ran at the same time as
the state in the tray. Numbers are medians, with minimum and maximum in brackets; ratios are medians over the rounds.
✗ marks a missed goal.
`, b.rounds, b.span, b.settle)
	return text.String()
}

func (r results) line(row row, references []string) string {
	values := r[key{row.state, row.measure, ours}]
	goal := ""
	if row.goal > 0 {
		goal = fmt.Sprintf("≤ %g", row.goal)
		if median(values) > row.goal {
			goal += " ✗"
		}
	}
	cells := []string{row.state, row.measure, number(values, row.digits), goal}
	for _, name := range references {
		compared := r.reference(row.state, row.measure, name)
		cells = append(cells, number(compared, row.digits), ratio(values, compared))
	}
	return "| " + strings.Join(cells, " | ") + " |\n"
}

// number is the median, with minimum and maximum if there are several values.
func number(values []float64, digits int) string {
	switch {
	case median(values) == 0:
		return "–"
	case len(values) == 1:
		return fmt.Sprintf("%.*f", digits, values[0])
	}
	return fmt.Sprintf("%.*f (%.*f–%.*f)", digits, median(values), digits, slices.Min(values), digits, slices.Max(values))
}

// ratio is the median of values[i] / others[i].
func ratio(values, others []float64) string {
	var ratios []float64
	for i, other := range others {
		if i < len(values) && other != 0 {
			ratios = append(ratios, values[i]/other)
		}
	}
	switch m := median(ratios); {
	case len(ratios) == 0:
		return "–"
	case m >= 10:
		return fmt.Sprintf("%.0f×", m)
	case m >= 1:
		return fmt.Sprintf("%.2f×", m)
	default:
		return fmt.Sprintf("%.2g×", m)
	}
}

// median is 0 if there are no values.
func median(values []float64) float64 {
	sorted := slices.Sorted(slices.Values(values))
	n := len(sorted)
	if n == 0 {
		return 0
	}
	return (sorted[(n-1)/2] + sorted[n/2]) / 2
}
