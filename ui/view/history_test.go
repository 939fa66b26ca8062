package view_test

import (
	"fmt"
	"maps"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/stretchr/testify/assert"

	"routerwatch/history"
	"routerwatch/monitor"
	"routerwatch/ui/view"
	"routerwatch/ui/view/viewtest"
)

// told are changes, each so long before now.
func told(now time.Time, changes map[time.Duration][]history.Change) (all []history.Change) {
	for age := 400 * 24 * time.Hour; age >= 0; age -= time.Minute {
		for _, c := range changes[age] {
			c.At = now.Add(-age)
			all = append(all, c)
		}
	}
	return all
}

func TestHistories(t *testing.T) {
	now := viewtest.Now()
	ago := func(age time.Duration) time.Time { return now.Add(-age) }
	of := func(name string, age time.Duration, changes map[time.Duration][]history.Change) history.Range {
		return history.Range{
			Router: "r1", Name: name, URL: "https://router.example.org", Step: 900,
			From: ago(age).Unix() / 900 * 900, To: now.Unix() / 60 * 60, Changes: told(now, changes),
		}
	}
	watched := func(r history.Range, up, down int64) history.Range {
		for start := r.From; start < r.To; start += r.Step {
			r.Rows = append(r.Rows, history.Row{Start: start, Times: history.Times{Up: up, Down: down}, Polls: 180, Failed: 1, Latency: history.Latency{Min: 8, Mean: 21, Max: 40}})
		}
		return r
	}
	status := func(s monitor.Status, kind monitor.Kind, polls int64) history.Change {
		return history.Change{What: history.Status, Status: s, Kind: kind, Layer: monitor.Example(kind).Layer, Polls: polls}
	}
	four, two := int64(4), int64(2)
	outage := func(after time.Duration, lasted time.Duration, kind monitor.Kind, changes map[time.Duration][]history.Change) {
		changes[after] = append(changes[after], status(monitor.Down, kind, 1), history.Change{What: history.OutageOpened, Since: ago(after)})
		changes[after-lasted] = append(changes[after-lasted], status(monitor.Live, "", 20), history.Change{What: history.OutageClosed, Since: ago(after), Until: ago(after - lasted)})
	}
	day := 24 * time.Hour
	all := map[time.Duration][]history.Change{
		6 * day: {{What: history.Began, Name: "Frankfurt"}, status(monitor.Live, "", 0)},
		5 * day: {{What: history.PairsChanged, From: &four, To: &two, Went: []string{"USDC→EURC", "USDC→BRL"}}},
		4 * day: {{What: history.Ended, Why: history.WhyKilled}}, 3*day + 20*time.Hour: {{What: history.Began}, status(monitor.Live, "", 0)},
		60 * time.Hour: {{What: history.Unwatched, Since: ago(70 * time.Hour), Until: ago(60 * time.Hour), Why: history.WhyAsleep}},
		40 * time.Hour: {status(monitor.Paused, "", 0)}, 38 * time.Hour: {status(monitor.Live, "", 0)},
		30 * time.Hour:      {{What: history.Notified, Since: ago(3*day + 19*time.Hour)}},
		29 * time.Hour:      {{What: history.Restarted}, {What: history.NewBuild, Build: strings.Repeat("4f2c1d", 20)}},
		20 * time.Minute:    {status(monitor.Paused, "", 0)},
		6*day - time.Minute: {{What: history.Trimmed, Lines: 12_345}},
	}
	outage(3*day+19*time.Hour, 75*time.Minute, monitor.Refused, all)
	outage(2*day, 2*time.Minute, monitor.CertificateUnknown, all)
	open := map[time.Duration][]history.Change{
		2 * time.Hour:    {{What: history.Began}, status(monitor.Live, "", 0)},
		time.Hour:        {status(monitor.Retrying, monitor.TimedOut, 0)},
		58 * time.Minute: {status(monitor.Down, monitor.TimedOut, 1), {What: history.OutageOpened, Since: ago(time.Hour)}, {What: history.Notified, Since: ago(time.Hour)}},
	}
	ended := map[time.Duration][]history.Change{30 * time.Minute: {{What: history.Ended, Why: history.WhyQuit}}}
	maps.Copy(ended, open)
	maintained := map[time.Duration][]history.Change{
		5 * time.Hour:     {{What: history.Began}, status(monitor.Live, "", 0), {What: history.Maintenance, On: true}},
		3 * time.Hour:     {{What: history.Acknowledged, Since: ago(4 * time.Hour)}},
		2 * time.Hour:     {{What: history.Ended, Why: history.WhyQuit}},
		119 * time.Minute: {{What: history.Began}, status(monitor.Live, "", 0), {What: history.Maintenance, On: true}},
		90 * time.Minute:  {{What: history.Maintenance}},
	}
	outage(4*time.Hour, 90*time.Minute, monitor.Refused, maintained)
	maintenance := watched(of("Frankfurt", day, maintained), 840, 0)
	for i := range maintenance.Rows {
		maintenance.Rows[i].MaintenanceDown = 60
	}
	many := map[time.Duration][]history.Change{10 * day: {{What: history.Began}, status(monitor.Live, "", 0)}}
	for i := range 30 {
		outage(time.Duration(i+2)*time.Hour, time.Minute, monitor.TokenWanted, many)
	}
	long := of(strings.Repeat("Name ", 12), 365*day, many)
	long.URL, long.Damaged = "https://"+strings.Repeat("long.", 20)+"example.org/", 3
	for name, r := range map[string]history.Range{
		"maintenance": maintenance, "nothing": of("Frankfurt", 7*day, nil), "week": watched(of("Frankfurt", 7*day, all), 890, 10), "open": watched(of("Frankfurt", day, open), 900, 0),
		"ended": watched(of("Frankfurt", day, ended), 800, 0), "year": watched(long, 0, 900),
	} {
		t.Run(name, func(t *testing.T) {
			text := view.History(r, view.TerminalWidth, now)
			for line := range strings.Lines(text) {
				assert.LessOrEqual(t, utf8.RuneCountInString(strings.TrimSuffix(line, "\n")), 80, line)
			}
			assert.True(t, utf8.ValidString(text))
			golden(t, "history/"+name, text)
		})
	}
}

func TestPercentagesAreRoundedDown(t *testing.T) {
	for want, times := range map[string]history.Times{
		"100 %": {Up: 1}, "99.99 %": {Up: 999_999_999, Down: 1}, "57.00 %": {Up: 57, Down: 43}, "0.00 %": {Up: 1, Down: 999_999}, "0.29 %": {Up: 29, Down: 9971},
	} {
		ratio, known := times.Uptime()
		assert.True(t, known)
		assert.Equal(t, want, view.Percent(ratio), fmt.Sprint(times))
	}
}

// Every kind of failure has a reason that fits its line.
func TestReasonsOfOutages(t *testing.T) {
	for _, example := range monitor.Examples() {
		reason := view.OutageReason(history.Outage{Failures: []history.Failure{{Kind: example.Kind, Layer: example.Layer, Polls: 2}}})
		assert.NotEmpty(t, reason, example.Kind)
		assert.NotContains(t, reason, "{", example.Kind)
		assert.NotContains(t, reason, "_", example.Kind)
	}
}
