package view_test

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"
	"time"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"routerwatch/monitor"
	"routerwatch/ui/view"
	"routerwatch/ui/view/viewtest"
)

func TestTrayOfSeveral(t *testing.T) {
	live, down, retrying := snapshot(t, "live"), snapshot(t, "down-refused"), snapshot(t, "retrying")
	paused, connecting, huge := snapshot(t, "paused"), snapshot(t, "connecting"), snapshot(t, "large-numbers")
	simulated, unknown := snapshot(t, "simulated"), snapshot(t, "live")
	unknown.Status = "invented_later"
	throttled, offline, stalled := snapshot(t, "throttled"), snapshot(t, "offline"), snapshot(t, "stalled")
	down2, long := down, snapshot(t, "long-trouble")
	down2.Name = "Second"
	known, maintained := down, down
	known.Quiet.Acknowledged, maintained.Quiet.Maintenance = true, true
	for name, c := range map[string]struct {
		all     []monitor.Snapshot
		icon    view.Icon
		title   string
		tooltip string // its beginning
	}{
		"the worst speaks": {
			[]monitor.Snapshot{live, down, live},
			view.Icon{Shape: monitor.Down},
			"3 routers: 1 down, 2 live", "3 routers: 1 down, 2 live; Frankfurt: Down for 3 min, last known 4 pairs, updated 19:56:43",
		},
		"two as bad": {
			[]monitor.Snapshot{live, down2, down},
			view.Icon{Shape: monitor.Down},
			"3 routers: 2 down, 1 live", "3 routers: 2 down, 1 live; Second and Frankfurt are down",
		},
		"two as bad, of long names": {
			[]monitor.Snapshot{live, long, down},
			view.Icon{Shape: monitor.Down},
			"3 routers: 2 down, 1 live", "3 routers: 2 down, 1 live; The liquidity router",
		},
		"not one that is acknowledged, nor in maintenance": {
			[]monitor.Snapshot{known, paused, maintained, live},
			view.Icon{Shape: monitor.Paused, Silenced: true},
			"4 routers: 2 down, 1 paused, 1 live", "4 routers: 2 down, 1 paused, 1 live; 2 silenced; Frankfurt: Paused",
		},
		"all live": {
			[]monitor.Snapshot{live, live},
			view.Icon{Shape: monitor.Live, Count: 8, HasCount: true},
			"2 routers, all live", "2 routers, all live, 8 pairs, updated 19:59:58, 2 s ago",
		},
		"all down": {
			[]monitor.Snapshot{down, down},
			view.Icon{Shape: monitor.Down},
			"2 routers, all down", "2 routers, all down; Frankfurt and Frankfurt are down",
		},
		"a sum beyond all numbers": {
			[]monitor.Snapshot{huge, huge},
			view.Icon{Shape: monitor.Live, Count: math.MaxInt64, HasCount: true},
			"2 routers, all live", "2 routers, all live, 9,223,372,036,854,775,807 pairs",
		},
		"retrying has no count": {
			[]monitor.Snapshot{live, retrying},
			view.Icon{Shape: monitor.Live, Dot: true},
			"2 routers: 1 retrying, 1 live", "2 routers: 1 retrying, 1 live; Frankfurt: Retrying",
		},
		"one unknown": {
			[]monitor.Snapshot{live, unknown},
			view.Icon{Shape: monitor.Stalled},
			"2 routers: 1 unknown, 1 live", "2 routers: 1 unknown, 1 live; Frankfurt: Unknown",
		},
		"all that are not well": {
			[]monitor.Snapshot{live, down, retrying, paused, connecting},
			view.Icon{Shape: monitor.Down},
			"5 routers: 1 down, 1 retrying, 1 paused, 1 connecting, 1 live",
			"5 routers: 1 down, 1 retrying, 1 paused, 1 connecting, 1 live; Frankfurt is down, Frankfurt is retrying, Frankfurt is paused",
		},
		"more statuses than fit": {
			slices.Repeat([]monitor.Snapshot{live, down, unknown, retrying, paused, connecting, throttled, offline, stalled}, 100),
			view.Icon{Shape: monitor.Stalled},
			"900 routers: 100 unknown, 100 down, 600 more not live, 100 live",
			"900 routers: 100 unknown, 100 down, 100 stalled, 100 offline, 100 throttled, 100 retrying, 100 paused, 100 connecting, 100 live",
		},
		"one simulated": {
			[]monitor.Snapshot{live, simulated},
			view.Icon{Shape: monitor.Live, Count: 8, HasCount: true},
			"2 routers (1 simulated), all live", "2 routers (1 simulated), all live",
		},
	} {
		t.Run(name, func(t *testing.T) {
			tray := view.RenderTray(c.all, time.Time{}, viewtest.Now())
			assert.Equal(t, c.icon, tray.Icon)
			assert.Equal(t, c.title, tray.Title)
			assert.True(t, strings.HasPrefix(tray.Tooltip, c.tooltip), tray.Tooltip)
			assert.Len(t, tray.Lines, min(len(c.all), 20))
		})
	}
}

func TestNotWellNamesAllOrCountsThem(t *testing.T) {
	live, down, paused := snapshot(t, "live"), snapshot(t, "down-refused"), snapshot(t, "paused")
	down.Name, paused.Name = "Oslo", "Bern"
	lima := down
	lima.Name = "Lima"
	assert.Equal(t, []string{"Oslo and Lima are down, Bern is paused", "2 down, 1 paused", "3 not well"},
		view.NotWell([]monitor.Snapshot{paused, live, down, lima, snapshot(t, "connecting")}))
	assert.Equal(t, "Oslo, Lima and Oslo are down", view.NotWell([]monitor.Snapshot{down, lima, down})[0])
	assert.Empty(t, view.NotWell([]monitor.Snapshot{live}))
	lost := live
	lost.Name, lost.LostPairs = "Riga", monitor.LostPairs{From: 4, Since: viewtest.Now()}
	assert.Equal(t, "Lima is down, Riga lost pairs", view.NotWell([]monitor.Snapshot{lost, lima, live})[0])
	lost.Status = monitor.Connecting // the mark is kept over a restart
	assert.Equal(t, "Riga lost pairs, Bern is paused", view.NotWell([]monitor.Snapshot{lost, paused, live})[0])
	assert.True(t, view.RenderWall([]monitor.Snapshot{lost}, viewtest.Now()).Tiles[0].Alert)
	assert.Equal(t, "3 routers: 1 down, 1 with lost pairs, 1 live",
		view.RenderTray([]monitor.Snapshot{lost, lima, live}, time.Time{}, viewtest.Now()).Title)
}

func TestTheMenuOfManyListsTheWorstAndCountsTheOthers(t *testing.T) {
	var all []monitor.Snapshot
	for i := range 100 {
		s := snapshot(t, "live")
		switch {
		case i >= 90:
			s = snapshot(t, "down-refused")
		case i >= 70:
			s = snapshot(t, "paused")
		}
		s.ID, s.Name = fmt.Sprint(i), fmt.Sprintf("Router %d", i)
		all = append(all, s)
	}
	now := viewtest.Now()
	lines := view.RenderTray(all, time.Time{}, now).Lines
	require.Len(t, lines, 20)
	assert.Equal(t, view.TrayLine{Text: "Router 90: Down since 19:56:48, last known 4 pairs", Icon: view.Icon{Shape: monitor.Down}, Opens: true, Router: "90"}, lines[0])
	assert.Equal(t, "70", lines[10].Router)
	assert.Equal(t, view.TrayLine{Text: "and 81 more: 11 paused, 70 live", Opens: true}, lines[19])

	lines = view.RenderTray(all[:20], time.Time{}, now).Lines
	assert.Equal(t, "19", lines[19].Router)
	all[19] = snapshot(t, "down-refused")
	assert.Equal(t, lines[:19], view.RenderTray(all[:20], time.Time{}, now).Lines[:19], "each stays where it is")
}

func TestTraySaysSimulated(t *testing.T) {
	for _, state := range viewtest.States() {
		for i := range state.Snapshots {
			state.Snapshots[i].Simulated = i == 0
		}
		tray := view.RenderTray(state.Snapshots, time.Time{}, viewtest.Now())
		assert.Contains(t, tray.Tooltip, "simulated", state.Name)
		assert.Contains(t, tray.Title, "simulated", state.Name)
		if len(state.Snapshots) <= 20 { // of more, only the worst have a line
			assert.Contains(t, fmt.Sprint(tray.Lines), "simulated", state.Name)
		}
	}
}

func TestTrayRetry(t *testing.T) {
	live, blocked, stalled := snapshot(t, "live"), snapshot(t, "throttled-blocked"), snapshot(t, "stalled")
	for name, c := range map[string]struct {
		all  []monitor.Snapshot
		can  bool
		text string
	}{
		"none":            {nil, false, "Check now"},
		"live":            {[]monitor.Snapshot{live}, true, "Check now"},
		"blocked":         {[]monitor.Snapshot{blocked}, false, "Retry now"},
		"stalled":         {[]monitor.Snapshot{stalled}, false, "Retry now"},
		"blocked and not": {[]monitor.Snapshot{blocked, live}, true, "Retry now"},
	} {
		t.Run(name, func(t *testing.T) {
			tray := view.RenderTray(c.all, time.Time{}, viewtest.Now())
			assert.Equal(t, c.can, tray.CanRetry)
			assert.Equal(t, c.text, tray.RetryText)
		})
	}
}

func TestSnoozeMenu(t *testing.T) {
	now := viewtest.Now()
	for name, c := range map[string]struct {
		until   time.Time
		text    string
		choices int
	}{
		"never":    {time.Time{}, "Snooze notifications", 3},
		"over":     {now, "Snooze notifications", 3},
		"today":    {now.Add(90 * time.Minute), "Snoozed until 21:30", 4},
		"tomorrow": {now.Add(8 * time.Hour), "Snoozed until 30 Nov 04:00", 4},
	} {
		t.Run(name, func(t *testing.T) {
			menu := view.RenderTray(nil, c.until, now).Snooze
			assert.Equal(t, c.text, menu.Text)
			require.Len(t, menu.Choices, c.choices)
			for i, want := range []time.Duration{time.Hour, 4 * time.Hour, 8 * time.Hour} {
				assert.Equal(t, want, menu.Choices[i].For)
			}
			if c.choices == 4 {
				assert.Zero(t, menu.Choices[3].For)
			}
		})
	}
}

func FuzzTooltipFitsWindows(f *testing.F) {
	f.Add("Frankfurt", int64(4), uint16(1), uint8(1))
	f.Add(strings.Repeat("🛰", 100), int64(math.MaxInt64), uint16(3), uint8(4))
	f.Add(strings.Repeat("𝕱e\u0301", 60), int64(math.MinInt64), uint16(700), uint8(2))
	f.Add(strings.Repeat("x", 126)+"🛰", int64(0), uint16(9), uint8(0))
	f.Fuzz(func(t *testing.T, name string, pairs int64, number uint16, offset uint8) {
		statuses := append(monitor.Statuses(), "invented_later")
		var all []monitor.Snapshot
		for i := range int(number % 1000) {
			s := snapshotOfTrouble()
			s.Status = statuses[(i+int(offset))%len(statuses)]
			s.Name, s.Reading.Pairs, s.Simulated = name, pairs, i%2 == 1
			all = append(all, s)
		}
		for _, years := range []int{0, 1, 300} {
			tray := view.RenderTray(all, time.Time{}, viewtest.Now().AddDate(years, 0, 0))
			assert.LessOrEqual(t, len(utf16.Encode([]rune(tray.Tooltip))), 127, tray.Tooltip)
			assert.LessOrEqual(t, len(utf16.Encode([]rune(tray.Title))), 64, tray.Title)
			assert.True(t, utf8.ValidString(tray.Tooltip))
			assert.NotContains(t, tray.Tooltip, string(utf8.RuneError), "a rune was torn")
			if len(all) == 1 {
				assert.Contains(t, tray.Tooltip, " ago", "what is cut is the name")
			}
		}
	})
}

func snapshotOfTrouble() monitor.Snapshot {
	return monitor.Snapshot{
		Router: monitor.Router{ID: "r1"}, Failure: monitor.Example(monitor.Refused),
		Reading: monitor.Reading{Pairs: 4, At: viewtest.Now().Add(-5 * time.Minute)},
		Outage:  monitor.Outage{Since: viewtest.Now().Add(-3 * time.Minute)},
		AsOf:    viewtest.Now(),
	}
}

func TestTheMenuStaysTrueWhilePollsComeAndGo(t *testing.T) {
	now := viewtest.Now()
	for _, state := range viewtest.States() {
		t.Run(state.Name, func(t *testing.T) {
			before := view.RenderTray(state.Snapshots, time.Time{}, now)
			later := slices.Clone(state.Snapshots)
			for i := range later {
				if !later[i].Failing() && later[i].Reading.Known() && later[i].Status != monitor.Stalled {
					later[i].Reading.At = later[i].Reading.At.Add(time.Hour)
				}
				later[i].NextPoll = now.Add(time.Hour + time.Second)
				later[i].Polling = time.Time{}
			}
			after := view.RenderTray(later, time.Time{}, now.Add(time.Hour))
			assert.Equal(t, before.Lines, after.Lines)
		})
	}
}
