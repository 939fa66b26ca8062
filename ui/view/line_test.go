package view_test

import (
	"math/rand/v2"
	"regexp"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"

	"routerwatch/monitor"
	"routerwatch/ui/view"
	"routerwatch/ui/view/viewtest"
)

// watched is what watch prints of these snapshots of one router, one each 5 s.
func watched(all ...monitor.Snapshot) (lines []string) {
	var printed monitor.Snapshot
	for i, s := range all {
		if line := view.LineAfter(printed, s, viewtest.Now().Add(time.Duration(i)*5*time.Second)); line != "" {
			lines, printed = append(lines, line), s
		}
	}
	return lines
}

func TestALineSaysAfterHowLongARouterIsBack(t *testing.T) {
	down, live, pausedRouter := snapshot(t, "down-refused"), snapshot(t, "live"), snapshot(t, "paused")
	since := func(s monitor.Snapshot, end time.Duration, unseen bool) monitor.Snapshot {
		s.Outage = monitor.Outage{Since: viewtest.Now().Add(-12 * time.Minute), StartUnseen: unseen}
		if end != 0 {
			s.Outage.Until = viewtest.Now().Add(end)
		}
		return s
	}
	const answersAgain = "The router answers again; the outage is over if it keeps answering."
	assert.Equal(t, []string{
		"2026-11-29 20:00:00  Frankfurt  Live, 4 pairs, 37 ms. " + answersAgain,
		"2026-11-29 20:00:05  Frankfurt  Live, 4 pairs, 37 ms. Back after 12 min 30 s.",
	}, watched(since(live, 0, false), since(live, 30*time.Second, false), since(live, 30*time.Second, false))[:2])
	assert.Equal(t, []string{
		"2026-11-29 20:00:00  Frankfurt  Paused, 4 pairs, 37 ms. " + answersAgain,
		"2026-11-29 20:00:10  Frankfurt  Paused, 4 pairs, 37 ms. Back after at least 12 min 1 s.",
	}, watched(since(pausedRouter, 0, true), since(pausedRouter, 0, true), since(pausedRouter, time.Second, true)), "also of a paused one")
	assert.Equal(t, "2026-11-29 20:00:05  Frankfurt  Live, 4 pairs, 37 ms. No longer paused after 16 min 58 s.", watched(pausedRouter, live)[1])
	assert.Len(t, watched(down, down, since(down, 0, false)), 1)
}

func TestALineIsDated(t *testing.T) {
	live := snapshot(t, "live")
	midnight := time.Date(2026, 11, 30, 0, 0, 0, 0, time.UTC)
	assert.Regexp(t, "^2026-11-29 23:59:59  F", view.Line(live, midnight.Add(-time.Second)))
	assert.Regexp(t, "^2026-11-30 00:00:00  F", view.Line(live, midnight))
}

// Of any sequence of states, no line says again what the last one said, and each
// state that looks otherwise has its line.
func TestNoLineRepeatsTheLast(t *testing.T) {
	passing := regexp.MustCompile(`^\S+ \S+  |, (under )?\d+(\.\d)? m?s\b|, updated [^.]+|( for)( at least)? \d+ [a-z]+( \d+ [a-z]+)?| (\d+ failed check|Trying again|Next check|The next check) .*$| in \d+ [a-z]+:|The certificate .*$`)
	var all []monitor.Snapshot
	for _, state := range viewtest.States() {
		s := state.Snapshots[0]
		s.Router = snapshot(t, "live").Router
		all = append(all, s)
	}
	random := rand.New(rand.NewPCG(1, 2))
	for range 2000 {
		var sequence []monitor.Snapshot
		for range 5 {
			s := all[random.IntN(len(all))]
			if s.Status != monitor.Connecting {
				later := s // the next poll says the same
				later.Reading.Latency += time.Duration(random.IntN(500)) * time.Millisecond
				later.Failure.RequestID, later.Failure.RetryAfter = "another", time.Duration(random.IntN(90))*time.Second
				later.Tries, later.Outage.Relapses = s.Tries+min(s.Tries, 1), random.IntN(3)
				sequence = append(sequence, s, later)
			}
		}
		lines := watched(sequence...)
		for i := 1; i < len(lines); i++ {
			assert.NotEqual(t, passing.ReplaceAllString(lines[i-1], ""), passing.ReplaceAllString(lines[i], ""))
		}
	}
}

func TestTheLineOfLostPairsWaitsForTheirNames(t *testing.T) {
	before, lost := snapshot(t, "live"), snapshot(t, "live-lost-some")
	naming := lost
	naming.About.Naming = viewtest.Now()
	assert.Empty(t, view.LineAfter(before, naming, viewtest.Now()))
	assert.Contains(t, view.LineAfter(before, lost, viewtest.Now()), "lost pairs: 12 until")
	assert.Empty(t, view.LineAfter(lost, lost, viewtest.Now()))
}
