//go:build linux

package e2e

import (
	"testing"
	"time"

	"github.com/godbus/dbus/v5"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"routerwatch/e2e/virtual"
	"routerwatch/monitor/stableroute/simulator"
)

func TestAnOpenMenuOfAHealthyRouterHoldsStill(t *testing.T) {
	t.Parallel()
	const still = time.Minute
	router := startRouter(t, simulator.Options{Pairs: 4})
	d := startDesktop(t)
	d.start("--url", router.URL(), "--name", "Frankfurt") // as often as by default, every 5 s
	item := d.trayItem()
	item.shows("Frankfurt: Live, 4 pairs")
	d.window("Frankfurt: Live, 4 pairs")
	awaitPolls(t, router, 2)

	changes := make(chan *dbus.Signal, 100)
	d.Bus.Signal(changes)
	require.NoError(t, d.Bus.AddMatchSignal(dbus.WithMatchSender(item.Name)))
	tooltip, polls, labels := item.tooltip(), router.Total(), item.labels()
	item.openMenu()
	d.screenshot("open")
	tooltips, layouts := 0, 0
	for end := time.After(still); end != nil; {
		select {
		case signal := <-changes:
			switch signal.Name {
			case menuName + ".LayoutUpdated", menuName + ".ItemsPropertiesUpdated":
				layouts++
			case virtual.ItemName + ".NewToolTip":
				tooltips++
			}
		case <-end:
			end = nil
		}
	}
	assert.Zero(t, layouts, "nothing says that the menu changed")
	assert.Equal(t, labels, item.labels())
	assert.GreaterOrEqual(t, router.Total()-polls, 8, "it was watched")
	assert.NotEqual(t, tooltip, item.tooltip(), "the tooltip stayed fresh")
	assert.GreaterOrEqual(t, tooltips, 8)
	assert.True(t, d.menuOpen(), "it is still on the screen")
}

func TestOpeningTheMenuChangesNoneOfIt(t *testing.T) {
	router := startRouter(t, simulator.Options{Pairs: 4})
	d := startDesktop(t)
	d.start(fastPolling(router)...)
	item := d.trayItem()
	item.shows("Frankfurt: Live, 4 pairs")
	awaitPolls(t, router, 1)
	before := item.labels()
	awaitPolls(t, router, 3)
	require.Equal(t, before, item.labels(), "polls leave it as it is")

	item.event(0, "opened") // some panels report it, others do not
	awaitPolls(t, router, 3)
	assert.Equal(t, before, item.labels())
}
