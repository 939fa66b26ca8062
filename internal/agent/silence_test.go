package agent

import (
	"testing"
	"testing/synctest"
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

func silencing(what monitor.SilencingKind, on bool, d time.Duration) tray.Event {
	return tray.Event{Kind: tray.Silence, Router: "r1", Silencing: monitor.Silencing{What: what, On: on, For: d}}
}

// downInABubble is a running agent of a router that is down, of which the operator was
// notified. It is polled at long intervals.
func downInABubble(t *testing.T) (*fixture, *keeper) {
	t.Helper()
	f, k := prepare(t), &keeper{}
	f.options.Settings.Backoff.FirstWait = settings.Use(10 * time.Minute)
	f.options.Settings.Backoff.LongestWait = settings.Use(10 * time.Minute)
	f.options.Remember = k.Save
	f.set(failure())
	f.run()
	time.Sleep(15 * time.Minute)
	synctest.Wait()
	require.Equal(t, []string{"router is down"}, f.titles())
	return f, k
}

func TestAMuteEndsAtItsMoment(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		f, k := downInABubble(t)
		f.events <- silencing(monitor.Mute, true, time.Hour)
		synctest.Wait()
		assert.Equal(t, []string{"r1/outage"}, f.withdrawn, "what is silenced is taken off the screen")
		assert.Equal(t, time.Now().Add(time.Hour).UTC(), k.Load().Routers["r1"].Silence.MutedUntil)
		assert.Equal(t, monitor.Down, f.tray().Icon.Shape, "it still counts in the icon")

		time.Sleep(time.Hour - time.Millisecond)
		synctest.Wait()
		assert.Len(t, f.titles(), 1, "silent to the end")
		time.Sleep(time.Millisecond)
		synctest.Wait()
		assert.Equal(t, []string{"router is down", "router is still down"}, f.titles(), "one word on what is still wrong")
		assert.Zero(t, k.Load().Routers["r1"].Silence)
		time.Sleep(12 * time.Hour)
		synctest.Wait()
		assert.Len(t, f.titles(), 2, "once")
		require.NoError(t, f.end())
	})
}

func TestAMuteUntilSwitchedOffAndMaintenanceHaveNoEnd(t *testing.T) {
	for _, what := range []monitor.SilencingKind{monitor.Mute, monitor.Maintenance} {
		t.Run(string(what), func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				f, _ := downInABubble(t)
				f.events <- silencing(what, true, 0)
				time.Sleep(30 * 24 * time.Hour)
				synctest.Wait()
				assert.Len(t, f.titles(), 1)
				f.events <- silencing(what, false, 0)
				synctest.Wait()
				assert.Equal(t, []string{"router is down", "router is still down"}, f.titles(), "one word on what is still wrong")
				require.NoError(t, f.end())
			})
		})
	}
}

// The timer stands still while the machine sleeps.
func TestAMuteThatEndedInASleepEndsAtTheWakingUp(t *testing.T) {
	f := prepare(t)
	agent, err := New(f.options)
	require.NoError(t, err)
	now := time.Now()
	r := &router{id: "r1", Monitor: monitor.New(monitor.Config{}), snapshot: monitor.Snapshot{
		Router: monitor.Router{ID: "r1", Name: "router"}, Status: monitor.Down,
		Outage: monitor.Outage{Since: now.Add(-time.Minute)}, Failure: monitor.Failure{Kind: monitor.Refused},
	}}
	agent.routers = []*router{r}
	agent.silence("r1", monitor.Silencing{What: monitor.Mute, On: true, For: time.Hour})
	agent.expire(now.Add(30 * time.Minute))
	assert.Empty(t, f.titles(), "half of it is left")
	agent.expire(now.Add(2 * time.Hour))
	assert.Equal(t, []string{"router is still down"}, f.titles())
	assert.Zero(t, r.Silence)
	assert.Zero(t, r.snapshot.Quiet)
	agent.silence("gone", monitor.Silencing{What: monitor.Mute, On: true})
}

func TestAnAcknowledgedOutageIsSilentUntilItIsOver(t *testing.T) {
	for name, acknowledge := range map[string]func(*fixture){
		"from the notification": func(f *fixture) { f.actions <- notify.Action{RouterID: "r1", ID: view.ActionAcknowledge} },
		"from the menu":         func(f *fixture) { f.events <- silencing(monitor.Acknowledge, true, 0) },
	} {
		for end, orderly := range map[string]bool{"restarted": true, "killed": false} {
			t.Run(name+", "+end, func(t *testing.T) {
				k := &keeper{}
				first := prepare(t)
				first.options.Remember = k.Save
				first.set(failure())
				first.run()
				first.eventually(func() bool { return len(first.titles()) == 1 }, "told")
				acknowledge(first)
				first.eventually(func() bool { return !k.Load().Routers["r1"].Silence.Outage.IsZero() }, "kept at once")
				killed := k.Load()
				assert.Equal(t, []string{"r1/outage"}, first.withdrawn)
				require.NoError(t, first.end())
				if !orderly {
					k.Save(killed)
				}

				second := prepare(t)
				second.options.Memory, second.options.Remember = k.Load(), k.Save
				second.set(failure())
				second.run()
				second.eventually(second.status(monitor.Down), "down")
				for range 3 {
					<-second.polled
				}
				assert.Empty(t, second.titles(), "it is still acknowledged")
				second.set(nil)
				second.eventually(func() bool { return len(second.titles()) == 1 }, "told that it is over")
				second.set(failure())
				second.eventually(func() bool { return len(second.titles()) == 2 }, "the next outage is another one")
				require.NoError(t, second.end())
				assert.Equal(t, []string{"router is back", "router is down"}, second.titles())
			})
		}
	}
}

func TestTheWindowIsToldWhatIsSilenced(t *testing.T) {
	k := &keeper{}
	f := prepare(t, "say")
	f.options.Remember = k.Save
	f.command = wire.Command{Do: wire.Maintenance, Router: "r1", On: true}
	f.then = wire.Command{Do: wire.Mute, Router: "r1", On: true, ForMS: (4 * time.Hour).Milliseconds()}
	f.run()
	f.eventually(func() bool { return !k.Load().Routers["r1"].Silence.MutedUntil.IsZero() }, "silenced")
	f.set(failure())
	f.eventually(func() bool {
		lines := f.lines(1)
		if len(lines) == 0 {
			return false
		}
		last := lines[len(lines)-1]
		return last["maintenance"] == true && last["muted_until"] != nil && last["status"] == "down"
	}, "told")
	require.NoError(t, f.end())
	silence := k.Load().Routers["r1"].Silence
	assert.True(t, silence.Maintenance)
	assert.WithinDuration(t, time.Now().Add(4*time.Hour), silence.MutedUntil, time.Minute)
	assert.Empty(t, f.titles())
}

func TestAcknowledgingIsAlsoOfLostPairs(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		f, c := prepare(t), &pairSource{}
		f.options.Open = plainly(c.open)
		c.pairs.Store(4)
		f.run()
		time.Sleep(time.Second)
		c.pairs.Store(0)
		time.Sleep(time.Second)
		synctest.Wait()
		snapshot := func() monitor.Snapshot { return f.agent.routers[0].snapshot } // the agent is idle
		assert.EqualValues(t, 4, snapshot().LostPairs.From)
		f.events <- silencing(monitor.Acknowledge, true, 0)
		time.Sleep(time.Second)
		synctest.Wait()
		assert.Zero(t, snapshot().LostPairs)
		assert.Zero(t, snapshot().Quiet, "nothing that would hide what is lost next")
		require.NoError(t, f.end())
	})
}

func TestTheHistoryKnowsWhatIsSilenced(t *testing.T) {
	folder, k := t.TempDir(), &keeper{}
	began := time.Now()
	for run := range 2 {
		f := prepare(t)
		store, err := history.Open(folder, history.DefaultMinutesKept, f.options.Log)
		require.NoError(t, err)
		f.options.History, f.options.Memory, f.options.Remember = store, k.Load(), k.Save
		f.set(failure())
		f.run()
		f.eventually(f.status(monitor.Down), "down")
		if run == 0 {
			f.events <- silencing(monitor.Acknowledge, true, 0)
			f.events <- silencing(monitor.Acknowledge, true, 0) // from the notification, too
			f.events <- silencing(monitor.Maintenance, true, 0)
			f.eventually(func() bool { return k.Load().Routers["r1"].Silence.Maintenance }, "kept")
		}
		require.NoError(t, f.end())
		store.Close(time.Second)
	}
	r, err := history.Read(folder, "r1", began.Add(-time.Hour), time.Now().Add(time.Hour))
	require.NoError(t, err)
	var noted []bool
	acknowledged := 0
	for _, c := range r.Changes {
		switch c.What {
		case history.Maintenance:
			noted = append(noted, c.On)
		case history.Acknowledged:
			acknowledged++
		}
	}
	assert.Equal(t, []bool{true, true}, noted, "as it begins, and in the next watch")
	assert.Equal(t, 1, acknowledged)
	outages := r.Outages()
	require.Len(t, outages, 1)
	assert.True(t, outages[0].Acknowledged)
}

// slowTray is a tray of a desktop that is still starting.
type slowTray struct{ *fixture }

func (s slowTray) Apply(t view.Tray) {
	time.Sleep(5 * time.Second)
	s.fixture.Apply(t)
}

// The router is found down before the agent handles any snapshot of it.
func TestAMaintenanceThroughARestartIsRecordedFromItsFirstSecond(t *testing.T) {
	folder := t.TempDir()
	synctest.Test(t, func(t *testing.T) {
		began, f := time.Now(), prepare(t)
		store, err := history.Open(folder, history.DefaultMinutesKept, f.options.Log)
		require.NoError(t, err)
		f.options.History, f.options.Tray = store, slowTray{f}
		f.options.Memory = Memory{Routers: map[string]RouterMemory{"r1": {Silence: monitor.Silence{Maintenance: true}}}}
		f.set(failure())
		f.run()
		time.Sleep(2 * time.Minute)
		require.NoError(t, f.end())
		store.Close(time.Second)
		r, err := history.Read(folder, "r1", began.Add(-time.Hour), time.Now().Add(time.Hour))
		require.NoError(t, err)
		assert.Zero(t, r.Sum().Down)
		assert.Greater(t, r.Sum().MaintenanceDown, int64(100))
	})
}
