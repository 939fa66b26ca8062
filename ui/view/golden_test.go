package view_test

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"routerwatch/monitor"
	"routerwatch/ui/view"
	"routerwatch/ui/view/viewtest"
)

var update = flag.Bool("update", false, "rewrite the golden files")

func TestGoldenStates(t *testing.T) {
	now := viewtest.Now()
	for _, state := range viewtest.States() {
		t.Run(state.Name, func(t *testing.T) {
			var text strings.Builder
			for _, s := range state.Snapshots {
				if len(state.Snapshots) < 10 {
					describeModel(&text, view.Render(s, now))
				}
				fmt.Fprintf(&text, "line       %s\n\n", view.Line(s, now))
			}
			describeTray(&text, view.RenderTray(state.Snapshots, time.Time{}, now))
			golden(t, state.Name, text.String())
		})
	}
}

func TestGoldenWall(t *testing.T) {
	var text strings.Builder
	for _, state := range viewtest.States() {
		if strings.HasPrefix(state.Name, "down-") && len(state.Name) > len("down-acknowledged") {
			continue // kinds of failure, which a wall display does not tell apart
		}
		w := view.RenderWall(state.Snapshots, viewtest.Now())
		fmt.Fprintf(&text, "%s | %s | %s\n", state.Name, w.Summary, w.Clock)
		for _, tile := range w.Tiles {
			fmt.Fprintf(&text, "  %s | %s | %s | %s%s\n", tile.Name, tile.Status, tile.Detail, tile.Tone, map[bool]string{true: ", alert"}[tile.Alert])
		}
	}
	golden(t, "wall", text.String())
}

func TestGoldenTrayWithoutRouters(t *testing.T) {
	var text strings.Builder
	describeTray(&text, view.RenderTray(nil, time.Time{}, viewtest.Now()))
	golden(t, "no-router", text.String())
}

func TestGoldenNotices(t *testing.T) {
	now := viewtest.Now()
	since := now.Add(-12 * time.Minute)
	live, zero, paused, details := snapshot(t, "live"), snapshot(t, "live-zero"), snapshot(t, "paused"), snapshot(t, "live-details")
	lost, pausedLost, some := snapshot(t, "live-lost"), snapshot(t, "paused-lost"), snapshot(t, "live-lost-some")
	relapsing := live
	relapsing.Outage.Relapses = 3
	for name, notice := range map[string]monitor.Notice{
		"down":             {Kind: monitor.NoticeDown, Since: since, Snapshot: snapshot(t, "down-refused")},
		"token-wanted":     {Kind: monitor.NoticeDown, Since: since, Snapshot: snapshot(t, "down-token-wanted")},
		"token-refused":    {Kind: monitor.NoticeDown, Since: since, Still: true, Snapshot: snapshot(t, "down-token-refused")},
		"still-down":       {Kind: monitor.NoticeDown, Since: since, Still: true, Snapshot: snapshot(t, "down-refused")},
		"down-asks":        {Kind: monitor.NoticeDown, Since: since, Snapshot: snapshot(t, "down-asks")},
		"down-never-seen":  {Kind: monitor.NoticeDown, Since: since, Snapshot: snapshot(t, "down-never-seen")},
		"recovered":        {Kind: monitor.NoticeRecovered, Since: since, Duration: 12 * time.Minute, Snapshot: live},
		"recovered-often":  {Kind: monitor.NoticeRecovered, Since: since, Duration: 12 * time.Minute, Snapshot: relapsing},
		"recovered-zero":   {Kind: monitor.NoticeRecovered, Since: since, Duration: 3*time.Minute + 20*time.Second, Snapshot: zero},
		"recovered-paused": {Kind: monitor.NoticeRecovered, Since: since, Duration: 76 * time.Hour, Snapshot: paused},
		"paused":           {Kind: monitor.NoticePaused, Since: since, Snapshot: paused},
		"resumed":          {Kind: monitor.NoticeResumed, Since: since, Duration: 125 * time.Minute, Snapshot: live},
		"resumed-found":    {Kind: monitor.NoticeResumed, Since: since, Duration: 12 * time.Minute, AtLeast: true, Snapshot: live},
		"paused-found":     {Kind: monitor.NoticePaused, Since: since, Snapshot: snapshot(t, "paused-found")},
		"recovered-found":  {Kind: monitor.NoticeRecovered, Since: since, Duration: 12 * time.Minute, AtLeast: true, Snapshot: live},
		"recovered-all":    {Kind: monitor.NoticeRecovered, Since: since, Duration: 12 * time.Minute, Snapshot: pausedLost, With: []monitor.Notice{{Kind: monitor.NoticePaused}, {Kind: monitor.NoticeLostPairs, Was: 4}}},
		"resumed-lost":     {Kind: monitor.NoticeResumed, Since: since, Duration: 5 * time.Minute, Snapshot: lost, With: []monitor.Notice{{Kind: monitor.NoticeLostPairs, Was: 4}}},
		"recovered-resumed": {Kind: monitor.NoticeRecovered, Since: since, Duration: 12 * time.Minute, Snapshot: details, With: []monitor.Notice{
			{Kind: monitor.NoticeResumed, Duration: 5 * time.Minute}, {Kind: monitor.NoticePairsChanged, Was: 4, Pairs: details.About.Pairs},
		}},
		"paused-certificate": {Kind: monitor.NoticePaused, Since: since, Snapshot: snapshot(t, "paused-certificate"), With: []monitor.Notice{{Kind: monitor.NoticeCertificate}}},
		"lost-all":           {Kind: monitor.NoticeLostPairs, Was: 4, Snapshot: lost},
		"lost-some":          {Kind: monitor.NoticeLostPairs, Was: 12, Snapshot: some, Pairs: &monitor.PairsChange{From: 12, To: 5, Went: []string{"USDC→EURC"}}},
		"pairs-changed":      {Kind: monitor.NoticePairsChanged, Was: 12_345, Snapshot: live},
		"pairs-named":        {Kind: monitor.NoticePairsChanged, Was: 4, Snapshot: details, Pairs: details.About.Pairs},
		"restarted":          {Kind: monitor.NoticeRecovered, Since: since, Duration: 12 * time.Minute, Snapshot: details},
		"certificate":        {Kind: monitor.NoticeCertificate, Snapshot: snapshot(t, "live-certificate")},
		"simulated":          {Kind: monitor.NoticePaused, Since: since, Snapshot: snapshot(t, "simulated")},
		"long-name":          {Kind: monitor.NoticeDown, Since: since, Snapshot: snapshot(t, "long-trouble")},
		"unknown":            {Kind: "greeted", Snapshot: live},
	} {
		t.Run(name, func(t *testing.T) {
			var text strings.Builder
			describeNotification(&text, view.RenderNotice(notice, now))
			golden(t, "notice-"+name, text.String())
		})
	}
}

func TestEveryGoldenIsOfSomething(t *testing.T) {
	states := map[string]bool{"no-router": true, "wall": true}
	for _, state := range viewtest.States() {
		states[state.Name] = true
	}
	files, err := filepath.Glob("testdata/*.golden")
	require.NoError(t, err)
	for _, file := range files {
		name := strings.TrimSuffix(filepath.Base(file), ".golden")
		if !strings.HasPrefix(name, "notice-") {
			require.True(t, states[name], "%s is of no state: delete it", file)
		}
	}
}

// snapshot is the first snapshot of a state.
func snapshot(t *testing.T, state string) monitor.Snapshot {
	t.Helper()
	for _, s := range viewtest.States() {
		if s.Name == state {
			return s.Snapshots[0]
		}
	}
	t.Fatalf("there is no state %q", state)
	return monitor.Snapshot{}
}

func describeModel(text *strings.Builder, m view.Model) {
	row(text, "title", m.Title, simulated(m.Simulated))
	row(text, "address", m.Address)
	row(text, "status", m.Status, string(m.Tone), describeIcon(m.Icon))
	row(text, "pairs", m.Pairs, m.PairsCaption, stale(m.Stale))
	row(text, "age", m.Age)
	row(text, "latency", m.Latency)
	for _, c := range m.Counters {
		row(text, "counter", c.Label, c.Value)
	}
	row(text, "note", m.Note)
	if m.Trouble.Shown {
		row(text, "headline", m.Trouble.Headline, m.Trouble.Failed, m.Trouble.LayerLabel)
		row(text, "what", m.Trouble.What)
		row(text, "meanwhile", m.Trouble.Meanwhile)
		row(text, "countdown", m.Trouble.Countdown)
		row(text, "request", m.Trouble.Request)
	}
	row(text, "next", m.Next)
	row(text, "button", m.RetryText, enabled(m.CanRetry))
	if m.Silence.Button != view.LabelSilence {
		row(text, "silence", m.Silence.Button)
	}
}

func describeTray(text *strings.Builder, t view.Tray) {
	row(text, "tray", describeIcon(t.Icon))
	row(text, "tooltip", t.Tooltip)
	row(text, "tray title", t.Title)
	for _, line := range t.Lines {
		row(text, "menu", line.Text, describeIcon(line.Icon), map[bool]string{true: "opens " + line.Router}[line.Opens])
	}
	row(text, "menu", t.RetryText, enabled(t.CanRetry))
	row(text, "menu", t.OpenText)
	row(text, "menu", t.Snooze.Text)
	for _, c := range t.Snooze.Choices {
		row(text, "    ", c.Text, c.For.String())
	}
	for _, m := range t.Silence {
		if m.Button != view.LabelSilence {
			row(text, "menu", t.SilenceText, m.Text, m.Router)
		}
	}
	row(text, "menu", t.SettingsText)
	row(text, "menu", t.QuitText)
}

func describeNotification(text *strings.Builder, n view.Notification) {
	row(text, "title", n.Title)
	row(text, "body", n.Body)
	row(text, "key", n.Key, n.RouterID)
	row(text, "urgent", fmt.Sprint(n.Urgent))
	for _, a := range n.Actions {
		row(text, "action", a.Label, a.ID)
	}
}

func row(text *strings.Builder, label string, values ...string) {
	line := fmt.Sprintf("%-10s %s", label, strings.Join(values, " | "))
	text.WriteString(strings.TrimRight(line, " |") + "\n")
}

func describeIcon(i view.Icon) string {
	text := string(i.Shape)
	if i.Dot {
		text += " with dot"
	}
	if i.HasCount {
		text += fmt.Sprintf(" with %d", i.Count)
	}
	text += map[bool]string{true: ", grey"}[i.Grey] + map[bool]string{true: ", silenced"}[i.Silenced]
	return text
}

func simulated(yes bool) string { return map[bool]string{true: "simulated"}[yes] }
func stale(yes bool) string     { return map[bool]string{true: "stale"}[yes] }
func enabled(yes bool) string   { return map[bool]string{true: "enabled", false: "disabled"}[yes] }

func golden(t *testing.T, name, got string) {
	t.Helper()
	file := filepath.Join("testdata", name+".golden")
	if *update {
		require.NoError(t, os.MkdirAll("testdata", 0o755))
		require.NoError(t, os.WriteFile(file, []byte(got), 0o644))
	}
	want, err := os.ReadFile(file)
	require.NoError(t, err, "make it with: go test ./ui/view ./ui/wire -update")
	require.Equal(t, string(want), got, "%s is out of date; look at the change, then: go test ./ui/view ./ui/wire -update", file)
}

func TestRoutersThatAreStillDown(t *testing.T) {
	named := func(names ...string) (all []monitor.Snapshot) {
		for _, name := range names {
			all = append(all, monitor.Snapshot{Router: monitor.Router{Name: name}})
		}
		return all
	}
	for want, all := range map[string][]monitor.Snapshot{
		"3 routers are still down: Oslo, Lima and Bern.":                              named("Oslo", "Lima", "Bern"),
		"Oslo is still down: ":                                                        named("Oslo"),
		"100 routers are still down: " + strings.Repeat("R, ", 18) + "R and 81 more.": named(strings.Split(strings.Repeat("R,", 99)+"R", ",")...),
	} {
		note := view.StillDown(all)
		require.Equal(t, want, note.Title+": "+note.Body)
		require.True(t, note.Urgent)
	}
}
