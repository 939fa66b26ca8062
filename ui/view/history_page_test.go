package view_test

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"routerwatch/history"
	"routerwatch/monitor"
	"routerwatch/ui/view"
)

// an hour is the last hour before now: 20 min up, 10 min not watched, 5 min down, the
// rest up, with a pair that came at the end.
func hour(now time.Time) history.Range {
	at := func(minutes int) time.Time { return now.Add(time.Duration(minutes-60) * time.Minute) }
	r := history.Range{Name: "Main *1*", URL: "https://user:pw@router.example.org/?key=1", From: at(0).Unix(), To: now.Unix(), Step: 60}
	live := len(monitor.Statuses()) - 1
	for i := range 60 {
		row := history.Row{Start: at(i).Unix(), Times: history.Times{Up: 60}, Polls: 12, Latency: history.Latency{Min: 10, Mean: 20, Max: 30}, Pairs: monitor.Counted(4)}
		row.InStatus[live] = 60
		switch {
		case i >= 20 && i < 30:
			continue
		case i >= 40 && i < 45:
			row.Times, row.Failed, row.InStatus, row.Pairs = history.Times{Down: 60}, 12, [8]int64{60}, monitor.Count{}
		case i >= 50:
			row.Pairs = monitor.Counted(5)
		}
		r.Rows = append(r.Rows, row)
	}
	four, five := int64(4), int64(5)
	r.Changes = []history.Change{
		{At: at(0), What: history.Began},
		{At: at(0), What: history.Status, Status: monitor.Live},
		{At: at(40), What: history.Status, Status: monitor.Down, Kind: monitor.Refused, Layer: monitor.LayerTCP},
		{At: at(40), What: history.OutageOpened, Since: at(40)},
		{At: at(40), What: history.Notified, Since: at(40)},
		{At: at(45), What: history.Status, Status: monitor.Live, Polls: 7},
		{At: at(45), What: history.OutageClosed, Since: at(40), Until: at(45)},
		{At: at(50), What: history.PairsChanged, From: &four, To: &five, Came: []string{"USDC→EURC"}},
	}
	return r
}

func TestHistoryPageOfAnHour(t *testing.T) {
	zone := time.FixedZone("CET", 3600)
	now := time.Date(2026, time.November, 29, 21, 0, 0, 0, zone)
	p := view.RenderHistory(hour(now), now)
	require.True(t, p.Recorded)
	assert.Equal(t, []string{
		"Up 90.00 % of the watched time; 83.33 % of the time was watched.", "Down 5 min in 1 outage; not watched 10 min.",
		"600 polls, 60 failed; latency 20 ms, at most 30 ms.",
	}, p.Summary)
	var cells []view.DayCell
	for _, b := range p.Bands {
		cells = append(cells, b.DayCell)
	}
	up, down, hatched := view.DayCell{Level: 4, Tone: view.Good}, view.DayCell{Level: 1, Tone: view.Bad}, view.DayCell{Hatched: true, Tone: view.Neutral}
	assert.Equal(t, []view.DayCell{up, hatched, up, down, up}, cells)
	assert.InDelta(t, 40.0/60, p.Bands[3].From, 1e-9)
	assert.InDelta(t, 45.0/60, p.Bands[3].To, 1e-9)
	assert.Len(t, p.Pairs.Segments, 3, "with gaps where nothing was watched, and where it was down")
	assert.Equal(t, "4 to 5", p.Pairs.Range)
	require.Len(t, p.Events, 2)
	assert.Equal(t, "29 Nov 2026 20:50:00  5 pairs, before 4; came: USDC→EURC", p.Events[0].Text)
	assert.Equal(t, "29 Nov 2026 20:40:00  Down 5 min, 7 failed polls: The router refused the connection", p.Events[1].Text)

	assert.Equal(t, "29 Nov 2026 20:00: Live. 4 pairs. Latency 20 ms, 10 to 30 ms. 12 polls.", p.At(0))
	assert.Equal(t, "29 Nov 2026 20:25: not watched.", p.At(25.5/60))
	assert.Equal(t, "29 Nov 2026 20:42: Down. In an outage of 5 min, 7 failed polls: The router refused the connection. 12 polls, 12 failed.", p.At(42.5/60))

	assert.Equal(t, `# Outage of Main \*1\*

- Router: Main \*1\*, https://router.example.org/
- Began: 2026-11-29 19:40:00 UTC (2026-11-29 20:40:00 CET)
- Ended: 2026-11-29 19:45:00 UTC (2026-11-29 20:45:00 CET)
- Lasted: 5 min
- Failed polls: 7: The router refused the connection
- Notified: yes
`, p.Events[1].Report())
	assert.Equal(t, `# Main \*1\*: 5 pairs, before 4; came: USDC→EURC

- Router: Main \*1\*, https://router.example.org/
- When: 2026-11-29 19:50:00 UTC (2026-11-29 20:50:00 CET)
`, p.Events[0].Report())
	assert.Equal(t, `# History of Main \*1\*

- Router: Main \*1\*, https://router.example.org/
- From: 2026-11-29 19:00:00 UTC (2026-11-29 20:00:00 CET)
- To: 2026-11-29 20:00:00 UTC (2026-11-29 21:00:00 CET)
- Up 90.00 % of the watched time; 83.33 % of the time was watched.
- Down 5 min in 1 outage; not watched 10 min.
- 600 polls, 60 failed; latency 20 ms, at most 30 ms.

## What happened

- 2026-11-29 19:40:00 UTC (2026-11-29 20:40:00 CET): Down 5 min, 7 failed polls: The router refused the connection
- 2026-11-29 19:50:00 UTC (2026-11-29 20:50:00 CET): 5 pairs, before 4; came: USDC→EURC
`, p.Report())
}

// The page reaches to the last minute, unless its row is still to come.
func TestHistoryPageToTheLastMinute(t *testing.T) {
	now := time.Date(2026, time.November, 29, 21, 0, 0, 0, time.UTC)
	first := hour(now)
	first.From, first.Rows = first.Rows[49].Start, first.Rows[49:]
	p := view.RenderHistory(first, now.Add(time.Second))
	assert.True(t, p.Recorded, "a minute after the first start")
	assert.Equal(t, []string{"20:59", "21:00"}, []string{p.From, p.To})
	late := hour(now)
	late.Rows = late.Rows[:49]
	p = view.RenderHistory(late, now.Add(time.Second))
	assert.Equal(t, "20:59", p.To)
	assert.Len(t, p.Bands, 5, "no minute at the end that was not watched")
}

// What took most of a row decides, of what counts as up.
func TestTheCellOfARow(t *testing.T) {
	now := time.Unix(1_800_000_000, 0).UTC()
	for name, tt := range map[string]struct {
		inStatus map[monitor.Status]int64
		times    history.Times
		want     view.DayCell
	}{
		"live":           {map[monitor.Status]int64{monitor.Live: 31, monitor.Paused: 29}, history.Times{Up: 60}, view.DayCell{Level: 4, Tone: view.Good}},
		"paused":         {map[monitor.Status]int64{monitor.Live: 29, monitor.Paused: 31}, history.Times{Up: 60}, view.DayCell{Level: 2, Tone: view.Notable}},
		"retrying":       {map[monitor.Status]int64{monitor.Live: 10, monitor.Retrying: 50}, history.Times{Up: 60}, view.DayCell{Level: 3, Tone: view.Notable}},
		"throttled":      {map[monitor.Status]int64{monitor.Throttled: 60}, history.Times{Up: 60}, view.DayCell{Level: 3, Tone: view.Withheld}},
		"a moment":       {map[monitor.Status]int64{monitor.Live: 59, monitor.Down: 1}, history.Times{Up: 59, Down: 1}, view.DayCell{Level: 1, Tone: view.Bad}},
		"in maintenance": {map[monitor.Status]int64{monitor.Down: 60}, history.Times{MaintenanceDown: 60}, view.DayCell{Level: 1, Tone: view.Neutral}},
		"offline, then paused": {
			map[monitor.Status]int64{monitor.Offline: 29, monitor.Paused: 28, monitor.Live: 3},
			history.Times{Up: 31, Unwatched: 29},
			view.DayCell{Level: 2, Tone: view.Notable},
		},
		"hardly watched": {map[monitor.Status]int64{monitor.Offline: 31, monitor.Live: 29}, history.Times{Up: 29, Unwatched: 31}, view.DayCell{Hatched: true, Tone: view.Neutral}},
	} {
		t.Run(name, func(t *testing.T) {
			row := history.Row{Start: now.Unix(), Times: tt.times}
			for i, status := range monitor.Statuses() {
				row.InStatus[i] = tt.inStatus[status]
			}
			r := history.Range{From: now.Unix(), To: now.Unix() + 60, Step: 60, Rows: []history.Row{row}}
			p := view.RenderHistory(r, now.Add(2*time.Minute))
			assert.Equal(t, []view.Band{{From: 0, To: 1, DayCell: tt.want}}, p.Bands)
		})
	}
}

func TestHistoryPageOfNothing(t *testing.T) {
	now := time.Date(2026, time.November, 29, 21, 0, 0, 0, time.UTC)
	p := view.RenderHistory(history.Range{From: now.Unix() - 3600, To: now.Unix(), Step: 60}, now)
	assert.False(t, p.Recorded)
	assert.Empty(t, p.Events)
}

func TestPairsNow(t *testing.T) {
	now := time.Date(2026, time.November, 29, 21, 0, 0, 0, time.UTC)
	many := make([]string, 5000)
	for i := range many {
		many[i] = "A→" + strconv.Itoa(i)
	}
	text := func(names ...string) string { return view.PairsNow(monitor.PairNames{At: now, Names: names}, now) }
	assert.Equal(t, "Which pairs it has is not known.", view.PairsNow(monitor.PairNames{}, now))
	assert.Equal(t, "None, as of 21:00:00.", text())
	assert.Equal(t, "1 pair, as of 21:00:00: A→B.", text("A→B"))
	assert.True(t, strings.HasSuffix(text(many...), ", A→59 and 4,940 more."), text(many...))
	report := view.RenderHistory(hour(now), now).PairsReport(monitor.PairNames{At: now, Names: many})
	assert.Contains(t, report, "\n- A→4999\n")
	assert.Contains(t, report, "\n- 2026-11-29 20:50:00 UTC: 5 pairs, before 4; came: USDC→EURC\n")
}

func TestAnOutageSaysWhyNobodyWasNotified(t *testing.T) {
	now := time.Date(2026, time.November, 29, 21, 0, 0, 0, time.UTC)
	for name, tt := range map[string]struct {
		why          []string // of the lines about its notification; "" for told
		line, report string
	}{
		"told":                  {[]string{""}, "Down 5 min, 7 failed polls: ", "- Notified: yes\n"},
		"nothing was said":      {nil, "7 failed polls, not notified: ", "- Notified: no\n"},
		"snoozed":               {[]string{history.WhySnoozed}, "7 failed polls, snoozed: ", "- Notified: no: snoozed\n"},
		"muted":                 {[]string{history.WhyMuted}, "7 failed polls, muted: ", "- Notified: no: muted\n"},
		"in maintenance":        {[]string{history.WhyMaintenance}, "7 failed polls, in maintenance: ", "- Notified: no: in maintenance\n"},
		"told after the snooze": {[]string{history.WhySnoozed, ""}, "7 failed polls: ", "- Notified: yes, later: snoozed at first\n"},
	} {
		t.Run(name, func(t *testing.T) {
			r := hour(now)
			notified := slices.IndexFunc(r.Changes, func(c history.Change) bool { return c.What == history.Notified })
			one := r.Changes[notified]
			r.Changes = slices.Delete(r.Changes, notified, notified+1)
			for _, why := range tt.why {
				one.Why = why
				r.Changes = slices.Insert(r.Changes, notified, one)
				notified++
			}
			events := view.RenderHistory(r, now).Events
			outage := events[len(events)-1]
			assert.Contains(t, outage.Text, tt.line)
			assert.Contains(t, outage.Report(), tt.report)
			o := r.Outages()[0]
			assert.Equal(t, slices.Contains(tt.why, ""), o.Notified)
			var json strings.Builder
			require.NoError(t, history.WriteJSON(&json, history.NewReport(r, now.Location(), now)))
			want := fmt.Sprintf(`"notified":%t,"acknowledged":false`, o.Notified)
			if o.Silenced != "" {
				want += `,"silenced":"` + o.Silenced + `"`
			}
			assert.Contains(t, json.String(), want+"}")
		})
	}
}

func TestThePageOfARunningQuarter(t *testing.T) {
	start := time.Date(2026, 11, 30, 10, 15, 0, 0, time.UTC)
	now := start.Add(9*time.Minute + 20*time.Second)
	row := history.Row{Start: start.Unix(), Times: history.Times{Up: 531, Unwatched: 69}}
	r := history.Range{From: start.Unix(), To: start.Unix() + 600, Step: 900, Written: start.Unix() + 540, Rows: []history.Row{row}}
	p := view.RenderHistory(r, now)
	assert.Equal(t, r.Written, p.Past.To)
	assert.EqualValues(t, 9, p.Past.Rows[0].Unwatched)
	assert.Contains(t, p.At(0.5), "9 s")
	assert.NotContains(t, p.At(0.5), "1 min 9 s")
}
