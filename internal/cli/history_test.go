package cli

import (
	"bytes"
	"encoding/json"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"routerwatch/history"
	"routerwatch/ui/view"
)

func TestMomentsOfHistory(t *testing.T) {
	end := time.Date(2026, time.November, 30, 15, 4, 5, 0, time.UTC)
	for text, want := range map[string]string{
		"7d": "2026-11-23 15:04:05", "36h": "2026-11-29 03:04:05", "90m": "2026-11-30 13:34:05", "2026-11-01": "2026-11-01 00:00:00",
		"2026-11-30 14:02": "2026-11-30 14:02:00", "2026-11-30T14:02:11Z": "2026-11-30 14:02:11", " 1d ": "2026-11-29 15:04:05",
	} {
		got, err := parseMoment(text, end)
		require.NoError(t, err, text)
		assert.Equal(t, want, got.Format(time.DateTime), text)
	}
	for _, text := range []string{"", "yesterday", "-7d", "0d", "7", "-3h", "99999999d", "2026-13-01"} {
		_, err := parseMoment(text, end)
		assert.Error(t, err, text)
	}
}

func TestHistoryIsPrintedInEachForm(t *testing.T) {
	folder := t.TempDir()
	require.NoError(t, os.Mkdir(filepath.Join(folder, "r1"), 0o700))
	write := func(name, text string) {
		require.NoError(t, os.WriteFile(filepath.Join(folder, "r1", name), []byte(text), 0o600))
	}
	write("changes.jsonl", `{"at":"2026-11-30T10:00:00Z","what":"began","version":1,"name":"Main","url":"https://router.example.org"}
{"at":"2026-11-30T10:00:00Z","what":"status","status":"live"}
{"at":"2026-11-30T10:00:10Z","what":"status","status":"retrying","kind":"refused","layer":"tcp"}
{"at":"2026-11-30T10:00:20Z","what":"status","status":"down","kind":"refused","layer":"tcp","polls":1}
{"at":"2026-11-30T10:00:20Z","what":"outage_opened","since":"2026-11-30T10:00:10Z"}
{"at":"2026-11-30T10:00:50Z","what":"status","status":"live","polls":2}
{"at":"2026-11-30T10:00:55Z","what":"outage_closed","since":"2026-11-30T10:00:10Z","until":"2026-11-30T10:00:50Z"}
`)
	write("minutes-2026-11-30.csv", "start,and,so,on\n2026-11-30T10:00:00Z,20,40,,,30,,,,10,,,20,6,3,8,10,12,4\n")
	run := func(arguments ...string) string {
		var out bytes.Buffer
		inv, err := Parse(append([]string{"history", "--history", folder, "--since", "2026-11-30T10:00:00Z", "--until", "2026-11-30T10:01:00Z"}, arguments...),
			func(string) (string, bool) { return "", false }, io.Discard, io.Discard)
		require.NoError(t, err)
		require.NoError(t, RunHistory(inv, &out))
		return out.String()
	}
	text := run()
	assert.Contains(t, text, "Main  https://router.example.org\n")
	assert.Contains(t, text, "Up 33.33 % of the watched time; 100 % of the time was watched.")
	assert.Contains(t, text, "Down 40 s in 1 outage; not watched 0 s.")
	assert.Contains(t, text, "40 s, 3 failed polls, not notified\n        The router refused the connection\n")
	assert.JSONEq(t, `{"router":"Main","url":"https://router.example.org","since":"2026-11-30T10:00:00Z","until":"2026-11-30T10:01:00Z",
		"up_s":20,"down_s":40,"unwatched_s":0,"maintenance_down_s":0,"uptime":0.333333,"coverage":1,"polls":6,"failed_polls":3,
		"latency_ms":{"min":8,"mean":10,"max":12},
		"outages":[{"since":"2026-11-30T10:00:10Z","until":"2026-11-30T10:00:50Z","duration_s":40,"at_least":false,"failures":[{"kind":"refused","layer":"tcp","polls":3}],"notified":false,"acknowledged":false}]}`,
		dropped(t, run("--json"), "changes", "days"))
	assert.Contains(t, run("--csv"), "\nMain,60,2026-11-30T10:00:00Z,20,40,,,30,,,,10,,,20,6,3,8,10,12,4\n")
	assert.Contains(t, run("--openmetrics"), "routerwatch_latency_mean_seconds{router=\"Main\",id=\"r1\"} 0.01 1796032800\n")
	assert.Contains(t, run("--openmetrics"), "\n# EOF\n")
}

func TestHistoryOfSeveralRoutersBeginsWithTheWorst(t *testing.T) {
	folder := t.TempDir()
	long := strings.Repeat("Frankfurt ", 9) + "am Main"
	for id, r := range map[string]struct{ name, row string }{"r1": {"Good", "60,0"}, "r2": {long, "20,40"}} {
		require.NoError(t, os.Mkdir(filepath.Join(folder, id), 0o700))
		require.NoError(t, os.WriteFile(filepath.Join(folder, id, "changes.jsonl"), []byte(`{"at":"2026-11-30T10:00:00Z","what":"began","version":1,"name":"`+r.name+`","url":"https://router.example.org"}`+"\n"), 0o600))
		require.NoError(t, os.WriteFile(filepath.Join(folder, id, "minutes-2026-11-30.csv"), []byte("start,and,so,on\n2026-11-30T10:00:00Z,"+r.row+",,,30,,,,10,,,20,6,3,8,10,12,4\n"), 0o600))
	}
	run := func(arguments ...string) string {
		var out bytes.Buffer
		inv, err := Parse(append([]string{"history", "--history", folder, "--since", "2026-11-30T10:00:00Z", "--until", "2026-11-30T10:01:00Z"}, arguments...),
			func(string) (string, bool) { return "", false }, io.Discard, io.Discard)
		require.NoError(t, err)
		require.NoError(t, RunHistory(inv, &out))
		return out.String()
	}
	lines := strings.Split(run(), "\n")
	require.Greater(t, len(lines), 5)
	assert.Equal(t, []string{"Router", "Uptime", "Watched", "Outages", "Time", "down"}, strings.Fields(lines[0]))
	assert.Equal(t, long+"  33.33 %    100 %        0       40 s", lines[1], "the worst first, its name whole")
	assert.Equal(t, "Good"+strings.Repeat(" ", len(long)-4)+"    100 %    100 %        0        0 s", lines[2])
	assert.Equal(t, []string{"", "Good  https://router.example.org"}, lines[3:5])
	assert.NotContains(t, run("--router", "Good"), "Time down", "one router has no overview")
}

func TestOnlyATerminalLimitsTheLines(t *testing.T) {
	terminal, err := os.Open(os.DevNull) // a character device, as a terminal is
	require.NoError(t, err)
	t.Cleanup(func() { assert.NoError(t, terminal.Close()) })
	read, write, err := os.Pipe()
	require.NoError(t, err)
	t.Cleanup(func() { assert.NoError(t, read.Close()) })
	t.Cleanup(func() { assert.NoError(t, write.Close()) })
	assert.Equal(t, view.TerminalWidth, lineWidth(terminal))
	assert.Equal(t, view.Uncut, lineWidth(write))
	assert.Equal(t, view.Uncut, lineWidth(&bytes.Buffer{}))
}

// The row of a minute may come a minute after it: until then it is not "not watched".
func TestHistoryEndsWithWhatIsRecorded(t *testing.T) {
	folder := t.TempDir()
	require.NoError(t, os.Mkdir(filepath.Join(folder, "r1"), 0o700))
	synctest.Test(t, func(t *testing.T) {
		began := time.Now().UTC()
		var rows strings.Builder
		rows.WriteString("start,and,so,on\n")
		for minute := range 9 {
			rows.WriteString(began.Add(time.Duration(minute)*time.Minute).Format(time.RFC3339) + ",60,,,,,,,,,,,60,6,,8,10,12,4\n")
		}
		require.NoError(t, os.WriteFile(filepath.Join(folder, "r1", "minutes-"+began.Format(time.DateOnly)+".csv"), []byte(rows.String()), 0o600))
		for i, want := range []int{0, 0, 60, 120} { // none is recorded from the tenth minute on
			minutes := 9 + i
			time.Sleep(time.Until(began.Add(time.Duration(minutes)*time.Minute + 20*time.Second)))
			var out bytes.Buffer
			inv, err := Parse([]string{"history", "--history", folder, "--since", began.Format(time.RFC3339), "--json"},
				func(string) (string, bool) { return "", false }, io.Discard, io.Discard)
			require.NoError(t, err)
			require.NoError(t, RunHistory(inv, &out))
			var report map[string]any
			require.NoError(t, json.Unmarshal(out.Bytes(), &report))
			assert.EqualValues(t, want, report["unwatched_s"], "after %d min", minutes)
		}
	})
}

// An outage is listed as soon as its line is there, in the terminal as on the History
// page, though the row of its minute is still to come.
func TestAnOutageIsListedBeforeTheRowOfItsMinute(t *testing.T) {
	for _, rows := range []int{0, 9} {
		folder := t.TempDir()
		require.NoError(t, os.Mkdir(filepath.Join(folder, "r1"), 0o700))
		synctest.Test(t, func(t *testing.T) {
			began := time.Now().UTC()
			after := func(seconds int) string {
				return began.Add(time.Duration(rows)*time.Minute + time.Duration(seconds)*time.Second).Format(time.RFC3339)
			}
			changes := `{"at":"` + began.Format(time.RFC3339) + `","what":"began","version":1,"name":"Main","url":"https://router.example.org"}
{"at":"` + after(5) + `","what":"status","status":"retrying","kind":"refused","layer":"tcp"}
{"at":"` + after(15) + `","what":"status","status":"down","kind":"refused","layer":"tcp","polls":3}
{"at":"` + after(15) + `","what":"outage_opened","since":"` + after(5) + `"}
`
			require.NoError(t, os.WriteFile(filepath.Join(folder, "r1", "changes.jsonl"), []byte(changes), 0o600))
			var lines strings.Builder
			lines.WriteString("start,and,so,on\n")
			for minute := range rows {
				lines.WriteString(began.Add(time.Duration(minute)*time.Minute).Format(time.RFC3339) + ",60,,,,,,,,,,,60,6,,8,10,12,4\n")
			}
			require.NoError(t, os.WriteFile(filepath.Join(folder, "r1", "minutes-"+began.Format(time.DateOnly)+".csv"), []byte(lines.String()), 0o600))
			run := func(arguments ...string) string {
				var out bytes.Buffer
				inv, err := Parse(append([]string{"history", "--history", folder, "--since", began.Format(time.RFC3339)}, arguments...),
					func(string) (string, bool) { return "", false }, io.Discard, io.Discard)
				require.NoError(t, err)
				require.NoError(t, RunHistory(inv, &out))
				return out.String()
			}
			for _, seconds := range []int{16, 59, 61} {
				time.Sleep(time.Until(began.Add(time.Duration(rows)*time.Minute + time.Duration(seconds)*time.Second)))
				now := time.Now()
				r, err := history.Read(folder, "r1", began, now)
				require.NoError(t, err)
				page := view.RenderHistory(r, now)
				require.Len(t, page.Events, 1)
				lasted := view.Duration(time.Duration(seconds-5) * time.Second)
				assert.Contains(t, page.Events[0].Text, "Down "+lasted)
				assert.Contains(t, run(), "\n  Outages:\n")
				assert.Contains(t, run(), lasted+" so far, 3 failed polls")
				var report history.Report
				require.NoError(t, json.Unmarshal([]byte(run("--json")), &report))
				require.Len(t, report.Outages, 1)
				assert.InDelta(t, seconds-5, report.Outages[0].Duration, 0)
				assert.Equal(t, page.Past.To, report.Until.Unix(), "both end at the same minute")
				assert.Zero(t, report.Unwatched, "no minute that is still to be written")
			}
		})
	}
}

// dropped is a JSON object without some of its members.
func dropped(t *testing.T, object string, members ...string) string {
	t.Helper()
	var all map[string]any
	require.NoError(t, json.Unmarshal([]byte(object), &all))
	for _, member := range members {
		delete(all, member)
	}
	rest, err := json.Marshal(all)
	require.NoError(t, err)
	return string(rest)
}
