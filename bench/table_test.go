//go:build linux

package bench

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
)

// The measured programs.
const (
	ours      = "Routerwatch"
	earlier   = "before"
	bareLoop  = "bare loop"
	fyneTray  = "Fyne tray"
	fyneLabel = "Fyne label"

	noHistory  = "without history"
	nineLoops  = "nine bare loops"
	oneAndNine = "one router, nine in the bare loop"
	cat        = "cat"
)

// The measures.
const (
	cpuTime  = "CPU s/min"
	switches = "context switches/s"
	pss      = "PSS, MB"
	rss      = "RSS, MB"
	seconds  = "s"
	peak     = "peak RSS, MB"
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

// addOneAndNine adds what ten routers in a state are compared with, from the last values:
// one router in its state, and nine more in the bare loop.
func (r results) addOneAndNine(ten, one string) {
	last := func(k key) float64 { return r[k][len(r[k])-1] }
	for _, measure := range []string{cpuTime, switches} {
		sum := last(key{one, measure, ours}) + last(key{tenTray, measure, nineLoops})
		r.add(ten, oneAndNine, map[string]float64{measure: sum})
	}
}

// row is a measure of the program in a state, beside that of a reference in the
// state in which that was measured.
type row struct {
	state, measure string
	digits         int
	with, in       string  // the reference, and its state
	limit          float64 // the goal, an upper limit of the ratio; 0 for none
	most           float64 // the goal, an upper limit of the value; 0 for none
	more           float64 // the goal, an upper limit of the difference; 0 for none
}

func rows() []row {
	all := []row{
		{state: inTray, measure: cpuTime, digits: 3, with: bareLoop, limit: 2.5},
		{state: inTray, measure: cpuTime, digits: 3, with: fyneTray},
		{state: inTray, measure: switches, digits: 1, with: bareLoop},
		{state: inTray, measure: pss, digits: 1, with: bareLoop, most: 25},
		{state: inTray, measure: rss, digits: 1, with: bareLoop},
	}
	for _, window := range []row{{state: shown, limit: 0.35}, {state: inOutage, limit: 0.4}, {state: onWall, limit: 0.4}} {
		all = append(all,
			row{state: window.state, measure: cpuTime, digits: 3, with: fyneLabel, in: shown, limit: window.limit},
			row{state: window.state, measure: switches, digits: 1, with: fyneLabel, in: shown},
			row{state: window.state, measure: pss, digits: 1, with: fyneLabel, in: shown, most: 130},
			row{state: window.state, measure: rss, digits: 1, with: fyneLabel, in: shown})
	}
	return append(all,
		row{state: kept, measure: cpuTime, digits: 3, with: noHistory, limit: 1.1},
		row{state: kept, measure: switches, digits: 1, with: noHistory, limit: 1.1},
		row{state: kept, measure: pss, digits: 1, with: noHistory, more: 0.5},
		row{state: tenTray, measure: cpuTime, digits: 3, with: oneAndNine, limit: 1.5},
		row{state: tenTray, measure: switches, digits: 1, with: oneAndNine},
		row{state: tenTray, measure: pss, digits: 1, with: ours, in: inTray},
		row{state: tenShown, measure: cpuTime, digits: 3, with: oneAndNine, limit: 1.5},
		row{state: tenShown, measure: switches, digits: 1, with: oneAndNine},
		row{state: tenShown, measure: pss, digits: 1, with: ours, in: shown},
		row{state: toPage, measure: seconds, digits: 3, with: cat, most: 0.3},
		row{state: toYear, measure: seconds, digits: 3, with: cat, most: 0.3},
		row{state: toReport, measure: seconds, digits: 3, with: cat, most: 1},
		row{state: toReport, measure: peak, digits: 1, with: cat, most: 100},
		row{state: toIcon, measure: seconds, digits: 3, with: fyneTray, most: 0.15},
		row{state: toWindow, measure: seconds, digits: 3, most: 0.6})
}

// table is the results in Markdown, with a legend.
func (b *bench) table() string {
	var text strings.Builder
	text.WriteString(b.about + "\n| state | measure | " + ours + " | compared with | its value | ratio | goal |")
	rule := "\n|---|---|--:|---|--:|--:|--:|"
	if len(b.builds) > 1 {
		text.WriteString(" " + earlier + " | ratio |")
		rule += "--:|--:|"
	}
	text.WriteString(rule + "\n")
	for _, row := range rows() {
		if len(b.results[key{row.state, row.measure, ours}]) > 0 {
			text.WriteString(b.line(row))
		}
	}
	fmt.Fprintf(&text, `
Each state %d × %s, after %s to settle: the sum over all processes of the program, on a healthy router (except in
the outage) polled every 5 s; memory at the end. The window is as it opened, has the focus and is untouched; the pointer is
elsewhere. The references: a loop on net/http with the same interval and a Fyne program with only a tray icon, which run at
the same time as the state in the tray, and a Fyne window of the same size with a label that changes each second, which
alternates with our window. "Keeping history" and "without history" are two processes of one file at the same time. Ten routers
are compared with one in the same state, and nine more in the bare loop, which runs at the same time as the state in the tray. The History page is opened, and then shows
a year, on ten routers with a year of history: from the key to the last change of the window; cat reads the files of the router that
is shown, or of all ten for the terminal. Numbers are medians, with minimum and maximum in brackets; ratios are medians over the rounds.
✗ marks a missed goal.
`, b.rounds, b.span, b.settle)
	return text.String()
}

func (b *bench) line(row row) string {
	values := b.results[key{row.state, row.measure, ours}]
	compared := b.results[key{cmp.Or(row.in, row.state), row.measure, row.with}]
	goal := ""
	switch {
	case row.limit > 0 && len(compared) > 0:
		goal = fmt.Sprintf("≤ %g× %s", row.limit, mark(median(ratios(values, compared)) <= row.limit))
	case row.most > 0:
		goal = fmt.Sprintf("≤ %g %s", row.most, mark(median(values) <= row.most))
	case row.more > 0 && len(compared) > 0:
		goal = fmt.Sprintf("≤ +%g %s", row.more, mark(median(differences(values, compared)) <= row.more))
	}
	with := row.with
	if with == ours {
		with = "one router"
	}
	cells := []string{row.state, row.measure, number(values, row.digits), with, number(compared, row.digits), ratio(values, compared), goal}
	if len(b.builds) > 1 {
		before := b.results[key{row.state, row.measure, earlier}]
		cells = append(cells, number(before, row.digits), ratio(values, before))
	}
	return "| " + strings.Join(cells, " | ") + " |\n"
}

func mark(met bool) string {
	if met {
		return "✓"
	}
	return "✗"
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

// ratios are values[i] / others[i].
func ratios(values, others []float64) (all []float64) {
	for i, other := range others {
		if i < len(values) && other != 0 {
			all = append(all, values[i]/other)
		}
	}
	return all
}

// differences are values[i] - others[i].
func differences(values, others []float64) (all []float64) {
	for i := range min(len(values), len(others)) {
		all = append(all, values[i]-others[i])
	}
	return all
}

// ratio is the median of the ratios.
func ratio(values, others []float64) string {
	switch m := median(ratios(values, others)); {
	case m == 0:
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
