package agent

import (
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"routerwatch/history"
	"routerwatch/monitor"
	"routerwatch/settings"
	"routerwatch/ui/notify"
	"routerwatch/ui/tray"
	"routerwatch/ui/view"
	"routerwatch/ui/wire"
)

func (f *fixture) status(s monitor.Status) func() bool {
	return func() bool { return f.tray().Icon.Shape == s }
}

func TestTheTrayAndOneNotificationTellAnOutageAndItsEnd(t *testing.T) {
	f := prepare(t)
	f.run()
	f.eventually(f.status(monitor.Live), "live")
	f.set(failure())
	f.eventually(f.status(monitor.Down), "down")
	f.eventually(func() bool { return len(f.titles()) == 1 }, "told")
	for range 10 {
		<-f.polled
	}
	f.set(nil)
	f.eventually(f.status(monitor.Live), "live again")
	f.eventually(func() bool { return len(f.titles()) == 2 }, "told")
	assert.Contains(t, f.tray().Tooltip, "4 pairs")
	require.NoError(t, f.end())

	require.Len(t, f.notes, 2, "one outage, one recovery")
	assert.True(t, f.notes[0].Urgent)
	assert.False(t, f.notes[1].Urgent)
	assert.Equal(t, f.notes[0].Key, f.notes[1].Key, "the recovery replaces the outage")
}

func TestTheWindowIsToldWhatIsKnownThenEachChange(t *testing.T) {
	f := prepare(t, "record")
	f.run()
	status := func(word string) func() bool {
		return func() bool {
			return slices.ContainsFunc(f.lines(1), func(l map[string]any) bool { return l["status"] == word })
		}
	}
	f.eventually(status("live"), "live")
	f.set(failure())
	f.eventually(status("down"), "down")
	require.NoError(t, f.end())
	assert.Equal(t, "app", f.lines(1)[0]["type"], "the order of the routers comes first")
}

func TestClosingTheWindowLeavesTheTray(t *testing.T) {
	f := prepare(t, "close", "record")
	f.run()
	f.eventually(func() bool { return f.windowsOpened() == 1 }, "opened")
	f.eventually(func() bool {
		f.events <- tray.Event{Kind: tray.Open} // until it has closed this is for the first window
		return f.windowsOpened() == 2 && len(f.lines(2)) > 0
	}, "opened again")
	require.NoError(t, f.end())
}

func TestClosingTheWindowWithoutATrayEndsTheProgram(t *testing.T) {
	f := prepare(t, "close")
	f.host = false
	f.run()
	require.NoError(t, f.ended())
	assert.Equal(t, 1, f.windowsOpened())
}

func TestAWindowThatCrashesIsOpenedAgainAndTheWatchGoesOn(t *testing.T) {
	f := prepare(t, "crash", "crash", "record")
	f.host = false // also where the window is the only face
	f.run()
	f.eventually(func() bool { return f.windowsOpened() == 3 && len(f.lines(3)) > 1 }, "opened again")
	f.eventually(f.status(monitor.Live), "live")
	require.NoError(t, f.end())
}

func TestAWindowThatDoesNotReadBlocksNothing(t *testing.T) {
	f := prepare(t, "deaf")
	f.run()
	for range 200 { // more lines than a pipe holds
		<-f.polled
	}
	f.set(failure())
	f.eventually(f.status(monitor.Down), "down")
	began := time.Now()
	require.NoError(t, f.end())
	assert.Less(t, time.Since(began), time.Second, "it is killed when it does not heed the end of its input")
}

func TestJunkFromTheWindowIsPassedOver(t *testing.T) {
	f := prepare(t, "junk")
	f.run()
	f.eventually(func() bool {
		return slices.ContainsFunc(f.tray().Snooze.Choices, func(c view.SnoozeChoice) bool { return c.For == 0 })
	}, "the snooze after the junk arrived")
	f.set(failure())
	f.eventually(f.status(monitor.Down), "down")
	assert.Empty(t, f.titles(), "snoozed")
	f.events <- tray.Event{Kind: tray.Snooze} // end it
	f.eventually(func() bool { return len(f.titles()) == 1 }, "told when the snooze ended")
	require.NoError(t, f.end())
}

// The history says why nobody was notified of an outage, and that somebody was later.
func TestTheHistoryHasWhatWasWithheld(t *testing.T) {
	f, folder := prepare(t), t.TempDir()
	store, err := history.Open(folder, history.DefaultMinutesKept, f.options.Log)
	require.NoError(t, err)
	f.options.History = store
	f.run()
	f.eventually(f.status(monitor.Live), "live")
	outages := func() []history.Outage {
		r, err := history.Read(folder, "r1", time.Now().Add(-time.Hour), time.Now().Add(time.Hour))
		require.NoError(t, err)
		return r.Outages()
	}
	f.eventually(func() bool {
		r, _ := history.Read(folder, "r1", time.Now(), time.Now())
		return len(r.Changes) > 1
	}, "it is kept")
	f.events <- tray.Event{Kind: tray.Snooze, For: time.Hour}
	f.set(failure())
	f.eventually(func() bool { all := outages(); return len(all) == 1 && all[0].Silenced != "" }, "withheld")
	assert.Equal(t, history.WhySnoozed, outages()[0].Silenced)
	assert.False(t, outages()[0].Notified)
	f.events <- tray.Event{Kind: tray.Snooze} // end it
	f.eventually(func() bool { return outages()[0].Notified }, "told when the snooze ended")
	assert.Equal(t, history.WhySnoozed, outages()[0].Silenced)
	require.NoError(t, f.end())
	store.Close(time.Second)
}

func TestALeftClickHidesAndShowsTheWindow(t *testing.T) {
	f := prepare(t, "record")
	f.run()
	f.eventually(func() bool { return len(f.lines(1)) > 0 }, "opened")
	f.events <- tray.Event{Kind: tray.Activated}
	f.events <- tray.Event{Kind: tray.Activated}
	f.eventually(func() bool { return f.windowsOpened() == 2 && len(f.lines(2)) > 0 }, "shown again")
	f.events <- tray.Event{Kind: tray.Open}
	f.eventually(func() bool {
		return slices.ContainsFunc(f.lines(2), func(l map[string]any) bool { return l["type"] == "show" })
	}, "an open window is brought to the front")
	require.NoError(t, f.end())
	assert.Equal(t, 2, f.windowsOpened())
}

func TestTheMenuOpensACardAndTheSettings(t *testing.T) {
	f := prepare(t, "record")
	f.run()
	f.eventually(func() bool { return len(f.lines(1)) > 0 }, "opened")
	shown := func(window int, key string, want any) {
		f.eventually(func() bool {
			return slices.ContainsFunc(f.lines(window), func(l map[string]any) bool { return l["type"] == "show" && l[key] == want })
		}, key)
	}
	f.events <- tray.Event{Kind: tray.Open, Router: "r1"}
	shown(1, "router", "r1")
	f.events <- tray.Event{Kind: tray.Activated} // closes it
	f.events <- tray.Event{Kind: tray.Settings}
	shown(2, "settings", true)
	f.actions <- notify.Action{ID: view.ActionOpen, RouterID: "r1"}
	shown(2, "router", "r1")
	require.NoError(t, f.end())
}

func TestAWindowThatWasReplacedIsNotLeftBehind(t *testing.T) {
	f := prepare(t, "deaf", "record")
	f.run()
	f.eventually(func() bool { return f.windowsOpened() == 1 }, "opened")
	f.leaveTheWindow()
	f.eventually(func() bool { return f.windowsOpened() == 2 && len(f.lines(2)) > 0 }, "opened again")
	require.NoError(t, f.end())
	for _, process := range f.started {
		assert.NotNil(t, process.ProcessState, "it has ended")
	}
}

func TestQuitAndTheSessionsEnd(t *testing.T) {
	for name, tt := range map[string]struct {
		act  func(*fixture)
		want error
	}{
		"quit in the menu":          {func(f *fixture) { f.events <- tray.Event{Kind: tray.Quit} }, nil},
		"the session ends":          {func(f *fixture) { f.events <- tray.Event{Kind: tray.SessionEnded} }, nil},
		"the tray lost its bus":     {func(f *fixture) { f.events <- tray.Event{Kind: tray.BusLost} }, view.ErrBusLost},
		"the notifier lost its bus": {func(f *fixture) { close(f.sessionGone) }, view.ErrBusLost},
		"the program is told":       {func(f *fixture) { f.leave() }, nil},
	} {
		t.Run(name, func(t *testing.T) {
			f := prepare(t)
			f.run()
			tt.act(f)
			assert.ErrorIs(t, f.ended(), tt.want)
		})
	}
}

func TestTheButtonsOfANotification(t *testing.T) {
	f := prepare(t, "record")
	f.options.Minimized = true
	f.options.Settings.Poll.Interval = time.Hour
	f.run()
	<-f.polled
	f.eventually(f.status(monitor.Live), "live")
	f.actions <- notify.Action{RouterID: "r1", ID: view.ActionRetry}
	<-f.polled
	f.actions <- notify.Action{RouterID: "r1", ID: view.ActionOpen}
	f.eventually(func() bool { return f.windowsOpened() == 1 }, "opened")
	require.NoError(t, f.end())
}

func TestTheFirstStartAsksForARouterAndWatchesIt(t *testing.T) {
	f := prepare(t, "say")
	var router settings.Router
	f.options.Settings.Routers = nil
	f.options.Saved = f.options.Settings
	wanted := f.options.Saved
	wanted.Routers = []settings.Router{{ID: settings.NewID(), URL: "http://127.0.0.1:1"}}
	f.command = wire.Command{Do: wire.Save, Seq: 1, Settings: &wanted}
	f.options.Save = func(s settings.Settings) (settings.Settings, error) {
		require.Len(t, s.Routers, 1)
		router = s.Routers[0]
		return s, nil
	}
	f.run()
	f.eventually(f.status(monitor.Live), "live")
	require.NoError(t, f.end())
	assert.Equal(t, "http://127.0.0.1:1", router.URL)
	assert.Equal(t, settings.NameFor(router.URL), router.Name)
	assert.NotEmpty(t, router.ID)
}

func TestTheMenuHoldsStillWhilePollsSettle(t *testing.T) {
	f := prepare(t)
	f.options.Settings.Poll.Interval = 1100 * time.Millisecond // its absolute times differ
	f.run()
	f.eventually(f.status(monitor.Live), "live")
	before, first := len(f.polled), len(f.trays())-1
	f.eventually(func() bool { return len(f.polled) > before+1 }, "polled")
	f.events <- tray.Event{Kind: tray.MenuOpened}
	f.eventually(func() bool { return len(f.polled) > before+3 }, "polled while it is open")
	require.NoError(t, f.end())
	shown := f.trays()[first:]
	assert.NotEqual(t, shown[0].Tooltip, f.tray().Tooltip, "the tooltip stayed fresh")
	for i, now := range shown {
		now.Icon, now.Tooltip, now.Title = shown[0].Icon, shown[0].Tooltip, shown[0].Title
		shown[i] = now
		assert.Equal(t, shown[0], now, "no item of the menu changes")
	}
}
