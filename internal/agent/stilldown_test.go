package agent

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"routerwatch/monitor"
	"routerwatch/settings"
	"routerwatch/ui/notify"
	"routerwatch/ui/view"
)

// several has the fixture watch so many routers.
func several(f *fixture, k *keeper, n int) *fixture {
	f.options.Memory, f.options.Remember = k.Load(), k.Save
	f.options.Settings.Routers = nil
	for i := range n {
		id := fmt.Sprintf("r%d", i+1)
		f.options.Settings.Routers = append(f.options.Settings.Routers, settings.Router{ID: id, Name: "router " + id, URL: "http://127.0.0.1:1"})
	}
	return f
}

func TestSeveralOutagesAreToldOnceAfterARestart(t *testing.T) {
	k := &keeper{}
	first := several(prepare(t), k, 4)
	first.set(failure())
	first.run()
	first.eventually(func() bool { return len(first.titles()) == 4 }, "each is told")
	first.actions <- notify.Action{RouterID: "r3", ID: view.ActionAcknowledge}
	first.eventually(func() bool { return !k.Load().Routers["r3"].Silence.Outage.IsZero() }, "acknowledged")
	require.NoError(t, first.end())

	second := several(prepare(t), k, 4)
	second.set(failure())
	second.run()
	second.eventually(func() bool { return len(second.titles()) > 0 }, "told again")
	for range 12 {
		<-second.polled
	}
	require.Equal(t, []string{"3 routers are still down"}, second.titles())
	summary := second.notes[0]
	for _, name := range []string{"router r1", "router r2", "router r4"} {
		assert.Contains(t, summary.Body, name)
	}
	assert.NotContains(t, summary.Body, "router r3", "it is acknowledged")

	second.set(nil)
	second.eventually(func() bool {
		return strings.Count(strings.Join(second.titles(), "\n"), " is back") == 4
	}, "the end of each is told")
	require.NoError(t, second.end())
	assert.Contains(t, second.withdrawn, view.KeyStillDown, "none is still down")
	for _, title := range second.titles() {
		assert.NotContains(t, title, " is down")
	}
}

// One that is no longer watched is not waited for.
func TestTheOutagesAreToldWhenTheLastUnknownRouterIsForgotten(t *testing.T) {
	f := several(prepare(t), &keeper{}, 3)
	agent, err := New(f.options)
	require.NoError(t, err)
	for _, r := range f.options.Settings.Routers {
		s := monitor.Snapshot{Router: monitor.Router{ID: r.ID, Name: r.Name}, Status: monitor.Down, Outage: monitor.Outage{Since: time.Now()}}
		agent.routers = append(agent.routers, &router{id: r.ID, snapshot: s, stop: func() {}, RouterMemory: RouterMemory{Notified: monitor.Notified{Withdrawn: true}}})
	}
	agent.awaitOutages()
	for _, r := range agent.routers[:2] {
		agent.notify(r, r.snapshot, time.Now())
		agent.noteKnown(r, r.snapshot, time.Now())
	}
	require.Empty(t, f.titles())
	agent.forget("r3")
	assert.Equal(t, []string{"2 routers are still down"}, f.titles())
}

func TestOneOutageIsToldByItselfAfterARestart(t *testing.T) {
	k := &keeper{}
	first := several(prepare(t), k, 2)
	first.set(failure())
	first.run()
	first.eventually(func() bool { return len(first.titles()) == 2 }, "each is told")
	require.NoError(t, first.end())

	second := several(prepare(t), k, 1)
	second.set(failure())
	second.run()
	second.eventually(func() bool { return len(second.titles()) == 1 }, "told")
	require.NoError(t, second.end())
	assert.Equal(t, []string{"router r1 is still down"}, second.titles())
}

func TestLostPairsAreMarkedThroughARestartUntilTheyAreAcknowledged(t *testing.T) {
	k, e := &keeper{}, &pairSource{}
	e.pairs.Store(4)
	shape := func(f *fixture, shape monitor.Status) {
		f.eventually(func() bool { return f.tray().Icon.Shape == shape }, string(shape))
	}
	start := func() *fixture {
		f := several(prepare(t), k, 1)
		f.options.Open = plainly(e.open)
		f.run()
		return f
	}
	first := start()
	shape(first, monitor.Live)
	e.pairs.Store(0)
	shape(first, view.ShapeLostPairs)
	require.NoError(t, first.end())
	require.Equal(t, []string{"router r1 lost all its pairs"}, first.titles())
	kept := k.Load().Routers["r1"].Restored
	assert.EqualValues(t, 4, kept.LostPairs.From)

	second := start()
	shape(second, view.ShapeLostPairs)
	second.actions <- notify.Action{RouterID: "r1", ID: view.ActionAcknowledge}
	shape(second, monitor.Live)
	assert.Contains(t, second.withdrawn, "r1/pairs")
	require.NoError(t, second.end())
	assert.Empty(t, second.titles(), "it was told")
	assert.True(t, k.Load().Routers["r1"].Restored.LostPairs.None())

	third := start()
	shape(third, monitor.Live)
	assert.Contains(t, third.tray().Tooltip, "no pairs registered,", "not: yet")
	e.pairs.Store(3)
	third.eventually(func() bool { return third.tray().Icon.Count == 3 }, "they come")
	e.pairs.Store(0)
	shape(third, view.ShapeLostPairs)
	e.pairs.Store(2)
	shape(third, monitor.Live)
	require.NoError(t, third.end())
}

func TestPairsLostWhileTheProgramDidNotRunAreMarked(t *testing.T) {
	k, e := &keeper{}, &pairSource{}
	e.pairs.Store(4)
	for _, shape := range []monitor.Status{monitor.Live, view.ShapeLostPairs} {
		f := several(prepare(t), k, 1)
		f.options.Open = plainly(e.open)
		f.run()
		f.eventually(func() bool { return f.tray().Icon.Shape == shape }, string(shape))
		require.NoError(t, f.end())
		e.pairs.Store(0)
	}
}

func TestTheLastReadingOutlivesARestartInAnOutage(t *testing.T) {
	k := &keeper{}
	first := several(prepare(t), k, 1)
	first.run()
	first.eventually(first.status(monitor.Live), "live")
	first.set(failure())
	first.eventually(first.status(monitor.Down), "down")
	first.eventually(func() bool { return k.Load().Routers["r1"].Restored.Reading.Known() }, "kept at once")
	at := k.Load().Routers["r1"].Restored.Reading.At
	require.NoError(t, first.end())

	second := several(prepare(t), k, 1)
	second.set(failure())
	second.run()
	second.eventually(second.status(monitor.Down), "down")
	assert.Contains(t, second.tray().Tooltip, "last known 4 pairs, updated "+at.Local().Format("15:04:05"))
	require.NoError(t, second.end())
	for _, shown := range second.trays() {
		assert.NotEqual(t, monitor.Live, shown.Icon.Shape, "a reading of an earlier run says nothing of now: %s", shown.Tooltip)
	}
}
