package cli

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"routerwatch/history"
	"routerwatch/monitor"
	"routerwatch/ui/view"
)

// afternoon is a scripted afternoon of one router.
type afternoon struct {
	recorder history.Recorder
	output   history.Output
	now      history.Moment
	snapshot monitor.Snapshot
	pairs    int64
	polls    int64 // settled ones
	failing  time.Time
}

func clock(text string) time.Time {
	t, err := time.Parse(time.RFC3339, "2025-11-27T"+text+"Z")
	if err != nil {
		panic(err)
	}
	return t
}

// until lets time pass, with a tick at the end of each minute.
func (a *afternoon) until(text string) {
	for end := clock(text); a.now.Wall.Before(end); {
		next := time.Unix(min(end.Unix(), a.now.Wall.Truncate(time.Minute).Add(time.Minute).Unix()), 0).UTC()
		a.now.Running += next.Sub(a.now.Wall)
		a.now.Wall = next
		a.output.Append(a.recorder.Tick(a.now))
	}
}

func (a *afternoon) publish(status monitor.Status) {
	a.snapshot.Status, a.snapshot.AsOf = status, a.now.Wall
	a.output.Append(a.recorder.Observe(a.snapshot, a.now))
}

// answer has polls every 5 s succeed, from now on until a time.
func (a *afternoon) answer(text string, paused bool) {
	for end := clock(text); a.now.Wall.Before(end); a.until(time.Unix(min(end.Unix(), a.now.Wall.Unix()+5), 0).UTC().Format("15:04:05")) {
		a.snapshot.Reading = monitor.Reading{At: a.now.Wall, Pairs: a.pairs, Paused: paused, Latency: 20 * time.Millisecond}
		a.snapshot.Failure, a.snapshot.Failures, a.snapshot.Tries = monitor.Failure{}, 0, 0
		a.polls++
		a.publish(a.snapshot.Reading.Status())
	}
}

// fail has a poll fail at each of the times; from the second in a row on it is an
// outage.
func (a *afternoon) fail(kind monitor.Kind, times ...string) {
	for _, text := range times {
		a.until(text)
		a.snapshot.Failure = monitor.Failure{Kind: kind, Layer: monitor.Example(kind).Layer}
		a.snapshot.Failures, a.snapshot.Tries = a.snapshot.Failures+1, a.snapshot.Tries+1
		status := monitor.Down
		switch a.snapshot.Failures {
		case 1:
			a.failing, status = a.now.Wall, monitor.Retrying
		case 2:
			a.snapshot.Outage = monitor.Outage{Since: a.failing}
		}
		a.polls++
		a.publish(status)
	}
}

// recover has two polls succeed, 5 s apart: the outage was over with the first.
func (a *afternoon) recover(text string) {
	a.until(text)
	first := a.now.Wall
	a.answer(first.Add(5*time.Second).Format("15:04:05"), false)
	a.snapshot.Outage.Until = first
}

// golden compares a text with that of a file.
func golden(t *testing.T, name, text string) {
	t.Helper()
	file := filepath.Join("testdata", name)
	if *update {
		require.NoError(t, os.MkdirAll(filepath.Dir(file), 0o700))
		require.NoError(t, os.WriteFile(file, []byte(text), 0o600))
	}
	want, err := os.ReadFile(file)
	require.NoError(t, err)
	require.Equal(t, string(want), text, "%s is out of date; look at the change, then: go test ./internal/cli -run Afternoon -update", file)
}

// Three outages, a failure that was none, a pause, a sleep, and pairs that came and
// went: every figure of the post-mortem.
func TestThePostMortemOfAnAfternoon(t *testing.T) {
	a := &afternoon{now: history.Moment{Wall: clock("13:00:00")}, pairs: 4}
	a.snapshot.Router = monitor.Router{ID: "r1", Name: "Frankfurt", URL: "https://router.example.org"}
	notified := func() {
		a.output.Append(a.recorder.Note(history.Change{What: history.Notified, Since: a.snapshot.Outage.Since}, a.now))
	}
	a.publish(monitor.Connecting)
	a.until("13:00:01")
	a.answer("13:30:00", false)
	a.fail(monitor.Refused, "13:30:00", "13:30:10")
	notified()
	a.fail(monitor.Refused, "13:30:30", "13:31:10")
	a.fail(monitor.TimedOut, "13:32:10")
	a.recover("13:33:00")
	a.answer("14:00:00", false)
	a.pairs = 6
	a.answer("14:10:00", false)
	a.answer("14:25:00", true)
	a.answer("14:40:00", false)
	a.fail(monitor.TimedOut, "14:40:00")
	a.until("14:40:10")
	a.answer("15:00:00", false)
	a.fail(monitor.TimedOut, "15:00:00", "15:00:10", "15:00:30")
	a.recover("15:01:00")
	a.answer("15:30:00", false)
	a.now.Wall = clock("16:00:00") // asleep
	a.output.Append(a.recorder.Tick(a.now))
	a.until("16:00:02")
	a.answer("17:00:00", false)
	a.fail(monitor.RouterError, "17:00:00", "17:00:10")
	notified()
	a.fail(monitor.RouterError, "17:05:00", "17:10:00", "17:15:00")
	a.recover("17:20:00")
	a.output.Append(a.recorder.Note(history.Change{What: history.NewBuild, Build: "4f2c1d"}, a.now))
	a.answer("17:30:00", false)
	a.pairs = 5
	a.answer("17:45:00", false)
	a.output.Append(a.recorder.End(history.WhyQuit, a.now))
	folder := t.TempDir()
	require.NoError(t, history.Write(folder, "r1", a.output))

	r, err := history.Read(folder, "r1", clock("13:00:00"), clock("18:00:00"))
	require.NoError(t, err)
	golden(t, "afternoon.txt", view.History(r, view.TerminalWidth, clock("18:00:00")))
	golden(t, "afternoon.md", view.RenderHistory(r, clock("18:00:00")).Report())

	run := func(arguments ...string) string {
		var out bytes.Buffer
		inv, err := Parse(append([]string{"history", "--history", folder, "--since", "2025-11-27T13:00:00Z", "--until", "2025-11-27T18:00:00Z"}, arguments...),
			func(string) (string, bool) { return "", false }, io.Discard, io.Discard)
		require.NoError(t, err)
		require.NoError(t, RunHistory(inv, &out))
		return out.String()
	}
	var report history.Report
	require.NoError(t, json.Unmarshal([]byte(run("--json")), &report))
	// Of 5 h: a second until the first answer, a sleep of half an hour, and a quarter after the end.
	const down, unwatched = 180 + 60 + 1200, 1 + 1800 + 900
	const up = 5*3600 - down - unwatched
	assert.Equal(t, []int64{up, down, unwatched}, []int64{report.Up, report.Down, report.Unwatched})
	assert.InDelta(t, 0.905876, *report.Uptime, 1e-9, "13859 of 15299 s, rounded down")
	assert.InDelta(t, 0.849944, report.Coverage, 1e-9, "15299 of 18000 s, rounded down")
	assert.Equal(t, []int64{a.polls, 14}, []int64{report.Polls, report.Failed})
	assert.Equal(t, []float64{20, 20, 20}, []float64{report.Latency.Min, report.Latency.Mean, report.Latency.Max})
	outages, err := json.Marshal(report.Outages)
	require.NoError(t, err)
	assert.JSONEq(t, `[
		{"since":"2025-11-27T13:30:00Z","until":"2025-11-27T13:33:00Z","duration_s":180,"at_least":false,"notified":true,"acknowledged":false,
			"failures":[{"kind":"refused","layer":"tcp","polls":4},{"kind":"timed_out","layer":"http","polls":1}]},
		{"since":"2025-11-27T15:00:00Z","until":"2025-11-27T15:01:00Z","duration_s":60,"at_least":false,"notified":false,"acknowledged":false,
			"failures":[{"kind":"timed_out","layer":"http","polls":3}]},
		{"since":"2025-11-27T17:00:00Z","until":"2025-11-27T17:20:00Z","duration_s":1200,"at_least":false,"notified":true,"acknowledged":false,
			"failures":[{"kind":"router_error","layer":"http","polls":5}]}]`, string(outages))
	var pairs []string
	for _, c := range report.Changes {
		if c.What == history.PairsChanged {
			pairs = append(pairs, fmt.Sprintf("%s %d→%d", c.At.Format("15:04:05"), *c.From, *c.To))
		}
	}
	assert.Equal(t, []string{"14:00:00 4→6", "17:30:00 6→5"}, pairs)
	sum := int64(0)
	for _, d := range report.Days { // one or two, by the zone
		sum += d.Up + d.Down + d.Unwatched
	}
	assert.EqualValues(t, 5*3600, sum)

	on := func(text string) string { return clock(text).Local().Format("\n    2 Jan 2006 15:04:05") }
	text := run()
	for _, want := range []string{
		"Up 90.58 % of the watched time; 84.99 % of the time was watched.\n", "Down 24 min in 3 outages; not watched 45 min 1 s.\n", ", 14 failed; latency 20 ms, at most 20 ms.\n",
		on("13:30:00") + "  3 min, 5 failed polls\n", on("15:00:00") + "  1 min, 3 failed polls, not notified\n", on("17:00:00") + "  20 min, 5 failed polls\n",
		"The router refused the connection (4 of 5)\n", on("14:10:00") + "  15 min\n", on("14:00:00") + "  6 pairs, before 4\n", on("17:30:00") + "  5 pairs, before 6\n", "new build 4f2c1d\n",
		on("15:30:00") + "  30 min: asleep, or the clock was set forward\n", on("17:45:00") + "  15 min: Routerwatch was not running\n",
	} {
		assert.Contains(t, text, want)
	}
	totals := map[string]int64{}
	for line := range strings.Lines(strings.TrimPrefix(run("--csv"), "router,seconds,")) {
		fields := strings.Split(line, ",")
		for i, column := range []string{"", "seconds", "", "up", "down", "unwatched"} {
			n := int64(0)
			_, _ = fmt.Sscan(fields[i], &n)
			totals[column] += n
		}
	}
	assert.EqualValues(t, up, totals["up"])
	assert.EqualValues(t, down, totals["down"])
	assert.Equal(t, totals["seconds"], totals["up"]+totals["down"]+totals["unwatched"])
	metrics := run("--openmetrics")
	assert.Contains(t, metrics, fmt.Sprintf("routerwatch_uptime_ratio{router=\"Frankfurt\",id=\"r1\"} 0 %d\n", clock("13:31:00").Unix()))
	assert.Contains(t, metrics, fmt.Sprintf("routerwatch_pairs{router=\"Frankfurt\",id=\"r1\"} 5 %d\n", clock("17:44:00").Unix()))
	assert.NotContains(t, metrics, fmt.Sprint(clock("15:45:00").Unix()), "asleep")
}
