//go:build linux

package e2e

import (
	"strings"
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
	d.openMenu()
	awaitPolls(t, router, 2) // whatever the opening itself changes
	d.screenshot("open")

	changes := make(chan *dbus.Signal, 100)
	d.Bus.Signal(changes)
	require.NoError(t, d.Bus.AddMatchSignal(dbus.WithMatchSender(item.Name)))
	tooltip, polls, labels := item.tooltip(), router.Total(), item.labels()
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
	assert.GreaterOrEqual(t, router.Total()-polls, 10, "it was watched")
	assert.NotEqual(t, tooltip, item.tooltip(), "the tooltip stayed fresh")
	assert.GreaterOrEqual(t, tooltips, 10)
	assert.True(t, d.menuOpen(), "it is still on the screen")
}

func TestTheMenuIsRenewedAsItIsBeingOpened(t *testing.T) {
	router := startRouter(t, simulator.Options{Pairs: 4})
	d := startDesktop(t)
	d.start(fastPolling(router)...)
	item := d.trayItem()
	item.shows("Frankfurt: Live, 4 pairs")
	awaitPolls(t, router, 1)
	before := item.labels()
	awaitPolls(t, router, 3)
	require.Equal(t, before, item.labels(), "polls alone leave it as it is")

	item.event(0, "opened") // some panels tell of it, others do not
	await(t, "a renewed menu", func() ([]string, bool) {
		labels := item.labels()
		return labels, labels[1] != before[1] && strings.HasPrefix(labels[1], "Updated ")
	})
}
