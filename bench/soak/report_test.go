//go:build linux

package soak

import (
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
)

// What may grow, from a program that has just started to one that has been
// through a storm, or from the first third of one to the last.
const (
	mostMemory      = 4.0 // MB of the agent
	mostDescriptors = 2
	mostThreads     = 8
	mostGoroutines  = 2
	// mostWindowMemory, in MB, is generous: the toolkit keeps a picture of
	// every text that it ever drew, up to a bound.
	mostWindowMemory = 16.0
	// parting is how long the program may take to leave.
	parting = time.Second
)

// checkGrowth holds a life of the program against one that had just begun.
func (s *soak) checkGrowth(name string, fresh, e outcome) {
	agent := func(figure func(sample) float64) trend { return trendOf(e.series.agent, e.from, figure) }
	assert.LessOrEqual(s.t, agent(rss).growth(), mostMemory, "%s: the agent's memory grows", name)
	assert.LessOrEqual(s.t, agent(threads).growth(), float64(mostThreads), "%s: the agent's threads grow", name)
	assert.LessOrEqual(s.t, e.calm.descriptors, fresh.calm.descriptors+mostDescriptors, "%s: descriptors leak", name)
	assert.LessOrEqual(s.t, e.calm.threads, fresh.calm.threads+mostThreads, "%s: threads leak", name)
	window := trendOf(e.series.window, e.quiet, pss)
	assert.LessOrEqual(s.t, window.growth(), mostWindowMemory, "%s: the window's memory grows", name)
	assert.LessOrEqual(s.t, e.series.longest, 2, "%s: a child that ended is not waited for", name)
}

func assertSameGoroutines(t *testing.T, fresh, later map[string]int) {
	t.Helper()
	assert.LessOrEqual(t, total(later), total(fresh)+mostGoroutines,
		"goroutines leak, by what started them\nat first %v\nat last  %v", fresh, later)
}

// The figures of a sample. The agent is judged by its RSS: its PSS falls and
// rises by a third as a window of the same binary comes and goes.
func pss(s sample) float64         { return s.pss }
func rss(s sample) float64         { return s.rss }
func threads(s sample) float64     { return float64(s.threads) }
func descriptors(s sample) float64 { return float64(s.descriptors) }

// report writes what was measured, as tables, into the folder and the log.
func (s *soak) report(fresh, first, second outcome) {
	var b strings.Builder
	fmt.Fprintf(&b, "\nfresh:  %s, %d goroutines\n", fresh.calm, total(fresh.goroutines))
	fmt.Fprintf(&b, "first:  %s, %d goroutines\n", first.calm, total(first.goroutines))
	fmt.Fprintf(&b, "second: %s\n\n", second.calm)
	b.WriteString("| after warm-up | first third | last third | most | a minute | samples |\n|---|---|---|---|---|---|\n")
	for _, life := range []struct {
		name string
		outcome
	}{{"first", first}, {"second", second}} {
		name, e := life.name, life.outcome
		row := func(what string, t trend) {
			fmt.Fprintf(&b, "| %s: %s | %.1f | %.1f | %.1f | %+.2f | %d |\n", name, what, t.first, t.last, t.most, t.perMinute, t.samples)
		}
		row("agent, RSS MB", trendOf(e.series.agent, e.from, rss))
		row("agent, PSS MB", trendOf(e.series.agent, e.from, pss))
		row("agent, descriptors", trendOf(e.series.agent, e.from, descriptors))
		row("agent, threads", trendOf(e.series.agent, e.from, threads))
		row("quiet window, PSS MB", trendOf(e.series.window, e.quiet, pss))
		row("quiet window, descriptors", trendOf(e.series.window, e.quiet, descriptors))
		row("quiet window, threads", trendOf(e.series.window, e.quiet, threads))
	}
	b.WriteString("\n| router | requests | at once | outages | notified | recovered | shown again | pauses | faults |\n|---|---|---|---|---|---|---|---|---|\n")
	for _, r := range s.routers {
		a := s.ledger.of(r.name)
		sum := 0
		for n := range maps.Values(r.faults) {
			sum += n
		}
		fmt.Fprintf(&b, "| %s | %d | %d | %d | %d | %d | %d | %d | %d |\n", r.name, r.itself.Total(), r.itself.MostAtOnce(),
			a.opened, a.told, a.back, a.again, a.pauses, sum)
	}
	b.WriteString("\n")
	for _, what := range slices.Sorted(maps.Keys(s.actions)) {
		fmt.Fprintf(&b, "%s: %d\n", what, s.actions[what])
	}
	s.t.Log(b.String())
	assert.NoError(s.t, os.WriteFile(filepath.Join(s.folder, "report.md"), []byte(b.String()), 0o600))
}
