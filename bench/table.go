//go:build linux

package main

import (
	"fmt"
	"slices"
	"strings"
)

// The programs that are measured.
const (
	ours     = "Routerwatch"
	earlier  = "before"
	bareLoop = "bare loop"
	fyneTray = "Fyne tray"
)

// What is measured of them.
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

// results are the values of each key, round by round.
type results map[key][]float64

func (r results) add(k key, value float64) { r[k] = append(r[k], value) }

func (r results) addCost(state, program string, c cost) {
	r.add(key{state, cpuTime, program}, c.cpu)
	r.add(key{state, switches, program}, c.switches)
	r.add(key{state, pss, program}, c.pss)
	r.add(key{state, rss, program}, c.rss)
}

// reference are the values to compare with: of the same state, or of the tray.
func (r results) reference(state, measure, program string) []float64 {
	if values, found := r[key{state, measure, program}]; found {
		return values
	}
	return r[key{inTray, measure, program}]
}

// goal is what a measure should be at most in that state; 0 for no goal.
func goal(state, measure string) float64 {
	tray := state == inTray
	switch {
	case measure == cpuTime && tray:
		return 0.03
	case measure == cpuTime:
		return 0.4
	case measure == switches && tray:
		return 8
	case measure == pss && tray:
		return 25
	case measure == pss:
		return 130
	case measure == timeToIcon:
		return 0.15
	case measure == timeToWindow:
		return 0.6
	}
	return 0
}

// table is the results in Markdown, with what one must know to read it.
func (p plan) table(r results) string {
	references := []string{bareLoop, fyneTray}
	if len(p.builds) > 1 {
		references = append([]string{earlier}, references...)
	}
	var text strings.Builder
	text.WriteString("| state | measure | " + ours + " | goal |")
	for _, name := range references {
		fmt.Fprintf(&text, " %s | ratio |", name)
	}
	text.WriteString("\n|---|---|--:|--:|" + strings.Repeat("--:|--:|", len(references)) + "\n")
	names := []string{inTray}
	for _, s := range states {
		names = append(names, s.name)
	}
	for _, state := range append(names, "start", "click on the icon") {
		for _, measure := range []string{cpuTime, switches, pss, rss, timeToIcon, timeToWindow} {
			if len(r[key{state, measure, ours}]) > 0 {
				text.WriteString(r.row(state, measure, references))
			}
		}
	}
	fmt.Fprintf(&text, `
Each state over %d × %s, after %s to settle: all processes of the program added up, on a healthy router (but for the
outage) polled every 5 s; memory at the end. The window is as it opened, with the focus, the pointer elsewhere. The
references, which are a loop on net/http that polls alike and a Fyne program that has only a tray icon, ran beside the
state in the tray. Numbers are medians, in brackets the least and the most; ratios are medians of those of each round.
✗ marks a goal that was missed.
`, p.rounds, p.span, p.settle)
	return text.String()
}

func (r results) row(state, measure string, references []string) string {
	digits := 1
	if measure == cpuTime || measure == timeToIcon || measure == timeToWindow {
		digits = 3
	}
	values := r[key{state, measure, ours}]
	limit := ""
	if most := goal(state, measure); most > 0 {
		limit = fmt.Sprintf("≤ %g", most)
		if median(values) > most {
			limit += " ✗"
		}
	}
	row := fmt.Sprintf("| %s | %s | %s | %s |", state, measure, number(values, digits), limit)
	for _, name := range references {
		compared := r.reference(state, measure, name)
		row += fmt.Sprintf(" %s | %s |", number(compared, digits), ratio(values, compared))
	}
	return row + "\n"
}

// number is the median, with the least and the most where there are several.
func number(values []float64, digits int) string {
	switch {
	case median(values) == 0:
		return "–"
	case len(values) == 1:
		return fmt.Sprintf("%.*f", digits, values[0])
	}
	return fmt.Sprintf("%.*f (%.*f–%.*f)", digits, median(values), digits, slices.Min(values), digits, slices.Max(values))
}

// ratio is the median of how many times the other's value ours is, pair by pair.
func ratio(values, others []float64) string {
	var ratios []float64
	for i := range min(len(values), len(others)) {
		if others[i] != 0 {
			ratios = append(ratios, values[i]/others[i])
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

// median is 0 where there are no values.
func median(values []float64) float64 {
	sorted := slices.Sorted(slices.Values(values))
	n := len(sorted)
	if n == 0 {
		return 0
	}
	return (sorted[(n-1)/2] + sorted[n/2]) / 2
}
