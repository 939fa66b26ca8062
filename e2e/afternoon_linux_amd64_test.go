package e2e

import (
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"routerwatch/monitor/stableroute/simulator"
)

// Three outages, a pause, a sleep, and pairs that came and went: each
// figure of the history is what the test saw happen. The program's clock is behind by
// so much that it is all in the past when it is read.
func TestAnAfternoonIsToldAsItWas(t *testing.T) {
	t.Parallel()
	const slept = 90 * time.Minute // longer than outages count as relapses
	router := startRouter(t, simulator.Options{Pairs: 4})
	folder := t.TempDir()
	s := startSleeper(t, slept+10*time.Minute, "watch", "--url", router.URL(), "--name", "Frankfurt", "--history", folder,
		"--interval", "2s", "--timeout", "2s", "--first-wait", "1s", "--longest-wait", "2s", "--jitter", "0")
	lines := 0 // that were read
	says := func(words string) time.Time {
		t.Helper()
		await(t, "a line with “"+words+"”", func() (string, bool) {
			said := strings.SplitAfter(s.output.String(), "\n")
			for i, line := range said[min(lines, len(said)):] {
				if strings.Contains(line, words) && strings.HasSuffix(line, "\n") {
					lines += i + 1
					return line, true
				}
			}
			return s.output.String(), false
		})
		return s.now()
	}
	began := s.now()
	says("Live, 4 pairs")
	closed := 0
	type outage struct{ before, seen, mended, over time.Time }
	goesDown := func(fault simulator.Fault) (o outage) {
		t.Helper()
		o.before = s.now()
		setFault(t, router, fault)
		o.seen = says("Frankfurt  Down")
		o.mended = s.now()
		setFault(t, router, simulator.None)
		o.over = says("Frankfurt  Live")
		closed++
		await(t, "its end: it lasts", func() (string, bool) {
			changes := recorded(t, folder)
			return changes, strings.Count(changes, `"outage_closed"`) == closed
		})
		return o
	}
	first := goesDown(simulator.Refuse)
	router.SetPaused(true)
	pausedFrom := says("Paused")
	awaitPolls(t, router, 2)
	router.SetPaused(false)
	pausedTo := says("Live")
	router.SetPairs(6)
	says("6 pairs")
	awaitPolls(t, router, 3) // and their names are asked for in between
	asleep := s.now()
	s.sleep(slept)
	awaitPolls(t, router, 2)
	second := goesDown(simulator.Error)
	router.SetPairs(5)
	says("5 pairs")
	awaitPolls(t, router, 3)
	third := goesDown(simulator.BlackHole)
	require.NoError(t, syscall.Kill(s.program.Process.Pid, syscall.SIGTERM))
	<-s.ended
	ended := s.now()
	polls := router.Total()

	since, until := began.Truncate(time.Minute), ended.Truncate(time.Minute).Add(time.Minute)
	r := readHistory(t, terminal(t, noDisplay), folder, since, until)
	near := func(want, got float64, what string) {
		t.Helper()
		assert.InDelta(t, want, got, 10, what)
	}
	whole := until.Sub(since).Seconds()
	assert.InDelta(t, whole, r.Up+r.Down+r.Unwatched, 0.01, "each second counts once")
	require.Len(t, r.Outages, 3)
	down := 0.0
	for i, o := range []outage{first, second, third} {
		told := r.Outages[i]
		require.NotNil(t, told.Until, told)
		assert.WithinRange(t, told.Since, o.before.Add(-time.Second), o.seen, told)
		assert.WithinRange(t, *told.Until, o.mended.Add(-time.Second), o.over.Add(time.Second), told)
		assert.InDelta(t, told.Until.Sub(told.Since).Seconds(), told.Duration, 0.01)
		assert.False(t, told.AtLeast, told)
		assert.False(t, told.Notified, "watch notifies nobody")
		require.Len(t, told.Failures, 1)
		assert.Equal(t, []string{"refused", "router_error", "timed_out"}[i], told.Failures[0].Kind)
		assert.GreaterOrEqual(t, told.Failures[0].Polls, 2.0)
		down += told.Duration
	}
	near(down, r.Down, "down as long as the outages")
	near(slept.Seconds()+began.Sub(since).Seconds()+until.Sub(ended).Seconds(), r.Unwatched, "not watched: asleep, before and after")
	near(whole-r.Down-r.Unwatched, r.Up, "up")
	assert.InDelta(t, r.Up/(r.Up+r.Down), *r.Uptime, 1e-5)
	assert.InDelta(t, (r.Up+r.Down)/whole, r.Coverage, 1e-5)
	failed := 0.0
	for _, o := range r.Outages {
		failed += o.Failures[0].Polls
	}
	assert.InDelta(t, failed, r.FailedPolls, 0.01, "no other poll failed")
	refused := r.Outages[0].Failures[0].Polls
	assert.InDelta(t, float64(polls)+refused, r.Polls, 2, "those that reached the router, and those that it refused; one may have been cut off by the sleep, one by the end")

	var pairs, names []string
	var sleeps, statuses []toldChange
	for _, c := range r.Changes {
		switch c.What {
		case "status":
			statuses = append(statuses, c)
		case "pairs":
			pairs = append(pairs, c.counts())
			names = append(names, strings.Join(append(c.Came, c.Went...), " "))
		case "unwatched":
			sleeps = append(sleeps, c)
		}
	}
	require.Len(t, sleeps, 1)
	assert.Equal(t, "asleep", sleeps[0].Why)
	near(slept.Seconds(), sleeps[0].Until.Sub(sleeps[0].Since).Seconds(), "asleep")
	assert.WithinDuration(t, asleep, sleeps[0].Since, 5*time.Second)
	paused := slices.IndexFunc(statuses, func(c toldChange) bool { return c.Status == "paused" })
	require.Positive(t, paused)
	require.Less(t, paused+1, len(statuses))
	assert.WithinDuration(t, pausedFrom, statuses[paused].At, 5*time.Second)
	assert.Equal(t, "live", statuses[paused+1].Status)
	assert.WithinDuration(t, pausedTo, statuses[paused+1].At, 5*time.Second)
	assert.Equal(t, []string{"4→6", "6→5"}, pairs)
	for _, each := range names {
		assert.NotEmpty(t, each, "by name")
	}

	text, complaints, code := runProgram(t, terminal(t, noDisplay), "history", "--history", folder, "--since", since.Format(time.RFC3339), "--until", until.Format(time.RFC3339))
	assert.Zero(t, code, complaints)
	for _, words := range []string{" in 3 outages; not watched 1 h 3", "Pauses:\n", "6 pairs, before 4", "5 pairs, before 6"} {
		assert.Contains(t, text, words)
	}
	assert.Regexp(t, " 1 h (29|30) min: asleep, or the clock was set forward", text) // from the last poll to the next
	t.Log(text)
}
