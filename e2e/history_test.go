//go:build linux

package e2e

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"routerwatch/monitor/stableroute/simulator"
)

// historyFolder is where the program keeps the history on this desktop.
func (d *desktop) historyFolder() string {
	return filepath.Join(d.Variables["XDG_STATE_HOME"], "routerwatch", "history")
}

// The running program writes, and others read: in the terminal, in two time zones, and
// on the History page. It is killed in the middle of an outage.
func TestHistoryIsReadWhileItIsWritten(t *testing.T) {
	t.Parallel()
	router := startRouter(t, simulator.Options{Pairs: 4})
	d := startDesktop(t, "--no-notifier")
	service := d.notifications()
	d.configure(routerTable("fra", "Frankfurt", router) + everySecond)
	began := time.Now()
	p := d.start("--minimized")
	item := d.trayItem()
	item.shows("Frankfurt: Live, 4 pairs")
	router.SetPaused(true)
	service.next()
	router.SetPaused(false)
	service.next()
	failing := time.Now()
	setFault(t, router, simulator.Refuse)
	assert.Equal(t, "Frankfurt is down", service.next().Title)
	down := time.Now()
	awaitTrue(t, "the outage, in the history and the memory", func() bool {
		return strings.Contains(recorded(t, d.historyFolder()), `"notified"`) && strings.Contains(d.memory(), `"Outage":"20`)
	})
	p.signal(syscall.SIGKILL)
	p.exits(patience)
	killed := time.Now()
	d.noIcon()
	time.Sleep(5 * time.Second) // so that it shows whether this counts as down
	away := time.Since(killed)
	d.start("--minimized")
	item = d.trayItem()
	item.shows("Frankfurt: Down")
	unseen := time.Since(down) // at most
	mended := time.Now()
	setFault(t, router, simulator.None)
	assert.Equal(t, "Frankfurt is back", service.next().Title)
	over := time.Now()

	// What is in the files reaches to the end of the last minute.
	since, until := began.Truncate(time.Minute), over.Truncate(time.Minute).Add(time.Minute)
	told := awaitWithin(t, 2*patience, "the minute's end", func() (toldHistory, bool) {
		if time.Now().Before(until.Add(2 * time.Second)) {
			return toldHistory{}, false
		}
		r := readHistory(t, d.Environment(), d.historyFolder(), since, until)
		return r, r.Until.Equal(until) && r.Up > 0
	})
	assert.InDelta(t, until.Sub(since).Seconds(), told.Up+told.Down+told.Unwatched, 0.01)
	require.Len(t, told.Outages, 1, "one, though the program was killed in it")
	outage := told.Outages[0]
	require.NotNil(t, outage.Until)
	assert.WithinRange(t, outage.Since, failing.Add(-time.Second), down)
	assert.WithinRange(t, *outage.Until, mended.Add(-time.Second), over)
	assert.True(t, outage.AtLeast, "nobody watched while the program was gone")
	assert.True(t, outage.Notified)
	require.Len(t, outage.Failures, 1)
	assert.Equal(t, "refused", outage.Failures[0].Kind)
	assert.InDelta(t, told.FailedPolls, outage.Failures[0].Polls, 0.01)
	const rounded = 2 // seconds, of two watches
	assert.LessOrEqual(t, told.Down, outage.Duration-away.Seconds()+rounded, "the program was not there to see it down")
	assert.GreaterOrEqual(t, told.Down, outage.Duration-unseen.Seconds()-rounded)
	assert.GreaterOrEqual(t, told.Unwatched, away.Seconds())

	// Another time zone has other days, and the same sums.
	for _, zone := range []string{"Pacific/Kiritimati", "Pacific/Pago_Pago"} { // 25 h apart
		location, err := time.LoadLocation(zone)
		if _, missing := os.Stat("/usr/share/zoneinfo/" + zone); err != nil || missing != nil {
			t.Logf("%s is not known here", zone)
			continue
		}
		there := readHistory(t, append(d.Environment(), "TZ="+zone), d.historyFolder(), since, until)
		require.NotEmpty(t, there.Days)
		assert.Equal(t, since.In(location).Format(time.DateOnly), there.Days[0].Date, zone)
		sum := 0.0
		for _, day := range there.Days {
			sum += day.Up + day.Down + day.Unwatched
		}
		assert.InDelta(t, until.Sub(since).Seconds(), sum, 0.01, zone)
		there.Days, told.Days = nil, nil
		assert.Equal(t, told, there, zone)
	}

	// On the History page: H, the first report; another range, and the page's report.
	item.choose("Open Routerwatch")
	w := d.window("Frankfurt: Live, 4 pairs")
	d.press(w, "h")
	d.still(w) // it is read
	// Tab goes round: before the timeline are the five ranges, Close, the page's own
	// report, and those of the pause and the outage.
	d.press(w, times(9, previous)...)
	d.press(w, press)
	d.pastes("# Outage of Frankfurt\n")
	d.screenshot("page")
	copied := d.pasted("UTF8_STRING")
	assert.Contains(t, copied, "- Began: "+outage.Since.UTC().Format("2006-01-02 15:04:05 UTC"))
	assert.Contains(t, copied, "- Ended: "+outage.Until.UTC().Format("2006-01-02 15:04:05 UTC"))
	assert.Contains(t, copied, fmt.Sprintf("- Failed polls: %.0f: The router refused the connection\n- Notified", outage.Failures[0].Polls))
	d.press(w, times(8, next)...) // to the longest range
	d.press(w, press)
	d.still(w)
	d.press(w, times(6, previous)...) // round, to the page's own report
	d.press(w, press)
	d.pastes("# History of Frankfurt\n")
	copied = d.pasted("UTF8_STRING")
	month := func(at time.Time) string { return at.AddDate(-1, 0, 0).UTC().Format("2006-01") }
	assert.Regexp(t, "\n- From: ("+month(began)+"|"+month(time.Now())+")", copied) // it may have turned meanwhile
	assert.Contains(t, copied, " in 1 outage; ")
	assert.Contains(t, strings.ToLower(copied), ": paused for ")
}

// still waits until the window has not changed for two seconds, as a page does not that
// is shown whole.
func (d *desktop) still(w window) {
	d.t.Helper()
	file := filepath.Join(d.t.TempDir(), "window.png")
	var last string
	since := time.Now()
	awaitTrue(d.t, "a window that holds still", func() bool {
		// The pixel with the frame's number is in the first line.
		d.do("sh", "-c", "import -silent -window "+w.id+" png:- | convert png:- -chop 0x2 -depth 8 rgb:"+file)
		seen, err := os.ReadFile(file)
		require.NoError(d.t, err)
		if string(seen) != last {
			last, since = string(seen), time.Now()
		}
		return time.Since(since) > 2*time.Second
	})
}

// edge is the colour of the window's upper left corner.
func (d *desktop) edge(w window) string {
	d.t.Helper()
	picture := filepath.Join(d.t.TempDir(), "window.png")
	d.do("import", "-silent", "-window", w.id, picture)
	colour, err := d.Output("convert", picture, "-format", "%[pixel:p{4,12}]", "info:")
	require.NoError(d.t, err)
	return colour
}

// notDrawn is the edge of a window in which nothing is drawn yet.
const notDrawn = "srgb(0,0,0)"

// steadyEdge waits for an edge that is right in two pictures a second apart.
func (d *desktop) steadyEdge(w window, what string, right func(edge string) bool) string {
	d.t.Helper()
	return await(d.t, what, func() (string, bool) {
		first := d.edge(w)
		if first == notDrawn || !right(first) {
			return first, false
		}
		time.Sleep(time.Second)
		return first, d.edge(w) == first
	})
}

// The window says once what happened while nobody looked: a band at its upper edge.
func TestTheWindowSaysOnceWhatHappenedSinceTheLastLook(t *testing.T) {
	t.Parallel()
	router := startRouter(t, simulator.Options{Pairs: 4})
	d := startDesktop(t, "--no-notifier")
	d.configure(routerTable("fra", "Frankfurt", router) + onceAnHour)
	ago := func(minutes int) string {
		return time.Now().Add(-time.Duration(minutes) * time.Minute).UTC().Format("2006-01-02T15:04:05.000Z")
	}
	changes := []map[string]any{
		{"at": ago(60), "what": "began", "version": 1, "name": "Frankfurt", "url": router.URL()},
		{"at": ago(60), "what": "status", "status": "live"},
		{"at": ago(40), "what": "status", "status": "down", "kind": "refused", "layer": "tcp"},
		{"at": ago(40), "what": "outage_opened", "since": ago(40)},
		{"at": ago(35), "what": "status", "status": "live", "polls": 7},
		{"at": ago(35), "what": "outage_closed", "since": ago(40), "until": ago(35)},
		{"at": ago(34), "what": "ended", "why": "quit"},
	}
	changes[5]["since"] = changes[3]["since"]
	var text strings.Builder
	for _, each := range changes {
		require.NoError(t, json.NewEncoder(&text).Encode(each))
	}
	folder := filepath.Join(d.historyFolder(), "fra")
	require.NoError(t, os.MkdirAll(folder, 0o700))
	require.NoError(t, os.WriteFile(filepath.Join(folder, "changes.jsonl"), []byte(text.String()), 0o600))

	p := d.start() // for the first time: nobody has looked before
	w := d.window("Frankfurt: Live, 4 pairs")
	d.do("xdotool", "mousemove", "1270", "700")
	plainEdge := d.steadyEdge(w, "a window that is drawn", func(string) bool { return true })
	d.press(w, "ctrl+q")
	assert.Zero(t, p.exits(patience))
	memory := filepath.Join(filepath.Dir(d.historyFolder()), "memory.json")
	looked := regexp.MustCompile(`"looked":"[^"]+"`)
	require.Regexp(t, looked, d.memory())
	require.NoError(t, os.WriteFile(memory, looked.ReplaceAll([]byte(d.memory()), []byte(`"looked":"`+ago(50)+`"`)), 0o600))

	d.start()
	w = d.window("Frankfurt: Live, 4 pairs")
	d.steadyEdge(w, "the band", func(seen string) bool { return seen != plainEdge })
	d.screenshot("band")
	d.press(w, "Escape")
	d.noWindow()
	d.trayItem().choose("Open Routerwatch")
	w = d.window("Frankfurt: Live, 4 pairs")
	d.steadyEdge(w, "a window without the band", func(seen string) bool { return seen == plainEdge })
	never(t, 2*time.Second, "it was read", func() bool { return d.edge(w) != plainEdge })
}

// A disk that does not answer holds up neither polls nor the end.
func TestADiskThatHangsHoldsNothingUp(t *testing.T) {
	t.Parallel()
	router := startRouter(t, simulator.Options{Pairs: 4})
	folder, environment := t.TempDir(), terminal(t, noDisplay)
	start := func() *program {
		return startProgram(t, environment, append([]string{"watch", "--history", folder}, fastPolling(router)...)...)
	}
	p := start()
	awaitTrue(t, "a history", func() bool { return recorded(t, folder) != "" })
	p.signal(syscall.SIGTERM)
	assert.Zero(t, p.exits(patience))
	names, err := filepath.Glob(filepath.Join(folder, "*", "changes.jsonl"))
	require.NoError(t, err)
	require.Len(t, names, 1)
	require.NoError(t, os.Remove(names[0]))
	require.NoError(t, syscall.Mkfifo(names[0], 0o600)) // whoever opens it waits for ever

	p = start()
	p.says("Live, 4 pairs")
	setFault(t, router, simulator.Refuse)
	p.says("Down")
	router.SetPairs(5)
	setFault(t, router, simulator.None)
	p.says("Live, 5 pairs")
	awaitPolls(t, router, 3)
	p.signal(syscall.SIGTERM)
	assert.Zero(t, p.exits(patience))
	assert.Contains(t, p.errors.String(), "the disk does not answer")
}
