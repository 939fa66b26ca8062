//go:build linux

package main

import (
	"fmt"
	"strings"
	"time"
)

// megabyte is the unit of the memory in the table.
const megabyte = 1 << 20

// goals are what a state should cost at most; zero is no goal.
type goals struct{ cpu, switches, pss float64 }

// Goals of the two kinds of states, and of the times.
const (
	iconGoal   = 150 * time.Millisecond
	windowGoal = 600 * time.Millisecond
)

func (s state) goals() goals {
	if s.shown {
		return goals{cpu: 0.4, pss: 130}
	}
	return goals{cpu: 0.03, switches: 8, pss: 25}
}

// row is one number of the program, with its goal and the references'; zero
// is none.
type row struct {
	state, measure string
	digits         int
	value, goal    float64
	loop, tray     float64
	note           string
}

func (r results) rows() []row {
	loop, tray := r.bareLoop, r.fyneTray
	var rows []row
	for _, s := range r.states {
		if s.skipped != "" {
			continue
		}
		c, g := s.cost, s.goals()
		rows = append(rows,
			row{state: s.name, measure: "CPU s/min", digits: 3, value: c.cpu, goal: g.cpu, loop: loop.cpu, tray: tray.cpu},
			row{
				state: s.name, measure: "context switches/s", digits: 1,
				value: c.switches, goal: g.switches, loop: loop.switches, tray: tray.switches,
			},
			row{
				state: s.name, measure: "PSS, MB", digits: 1,
				value: megabytes(c.memory.pss), goal: g.pss, loop: megabytes(loop.memory.pss), tray: megabytes(tray.memory.pss),
			},
			row{
				state: s.name, measure: "RSS, MB", digits: 1,
				value: megabytes(c.memory.rss), loop: megabytes(loop.memory.rss), tray: megabytes(tray.memory.rss),
			},
		)
	}
	return append(rows,
		row{
			state: "start", measure: "s to the tray icon", digits: 3, note: r.icon.spread(),
			value: r.icon.median().Seconds(), goal: iconGoal.Seconds(), tray: r.fyneIcon.median().Seconds(),
		},
		row{
			state: "click on the icon", measure: "s to the window", digits: 3, note: r.window.spread(),
			value: r.window.median().Seconds(), goal: windowGoal.Seconds(),
		},
	)
}

// String is the table in Markdown, with what one must know to read it.
func (r results) String() string {
	var text strings.Builder
	text.WriteString("| state | measure | Routerwatch | goal | bare loop | ratio | Fyne tray | ratio |\n")
	text.WriteString("|---|---|--:|--:|--:|--:|--:|--:|\n")
	for _, row := range r.rows() {
		text.WriteString(row.String())
	}
	for _, s := range r.states {
		if s.skipped != "" {
			fmt.Fprintf(&text, "| %s | not measured: %s | | | | | | |\n", s.name, s.skipped)
		}
	}
	fmt.Fprintf(&text, `
Each state over %s, after %s to settle: all processes of the program added up, on a healthy router (but for the outage)
polled every 5 s; memory at the end. The window is as it opened, with the focus, the pointer elsewhere. The references,
which are a loop on net/http that polls alike and a Fyne program that has only a tray icon, ran beside the state in the
tray. The times are medians of %d and of %d, in brackets the shortest and the longest. ✗ marks a goal that was missed.
`, r.plan.span, r.plan.settle, len(r.icon), len(r.window))
	return text.String()
}

func (r row) String() string {
	value := r.number(r.value)
	if r.note != "" {
		value += " (" + r.note + ")"
	}
	goal := ""
	if r.goal > 0 {
		goal = fmt.Sprintf("≤ %g", r.goal)
		if r.value > r.goal {
			goal += " ✗"
		}
	}
	return fmt.Sprintf("| %s | %s | %s | %s | %s | %s | %s | %s |\n", r.state, r.measure, value, goal,
		r.reference(r.loop), r.ratio(r.loop), r.reference(r.tray), r.ratio(r.tray))
}

func (r row) number(value float64) string { return fmt.Sprintf("%.*f", r.digits, value) }

// reference is a reference's number, where it has one.
func (r row) reference(value float64) string {
	if value == 0 {
		return "–"
	}
	return r.number(value)
}

// ratio is how many times the reference's number ours is.
func (r row) ratio(reference float64) string {
	if reference == 0 {
		return "–"
	}
	ratio := r.value / reference
	if ratio >= 10 {
		return fmt.Sprintf("%.0f×", ratio)
	}
	return fmt.Sprintf("%.2g×", ratio)
}

// spread is the shortest and the longest.
func (t times) spread() string {
	return fmt.Sprintf("%.3f–%.3f", t[0].Seconds(), t[len(t)-1].Seconds())
}

func megabytes(bytes int64) float64 { return float64(bytes) / megabyte }
