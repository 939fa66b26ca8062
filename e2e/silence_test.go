//go:build linux

package e2e

import (
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"

	"routerwatch/monitor/stableroute/simulator"
)

func TestAnOutageAcknowledgedOnItsNotificationStaysAcknowledged(t *testing.T) {
	t.Parallel()
	d, router, service := watched(t)
	p := d.start()
	item := d.trayItem()
	item.shows("Frankfurt: Live, 4 pairs")
	setFault(t, router, simulator.Refuse)
	down := service.next()
	known := item.shows("Frankfurt: Down")
	service.press(down, "acknowledge")
	await(t, "Down off the screen", func() ([]uint32, bool) {
		taken := service.closed()
		return taken, slices.Equal(taken, []uint32{down.ID})
	})
	acknowledged := func() (string, bool) {
		return item.tooltip(), strings.Contains(item.tooltip(), ", acknowledged, last known 4 pairs")
	}
	await(t, "a tooltip that says so", acknowledged)
	assert.NotEqual(t, known, item.icon(), "the icon is grey, with the mark")
	d.window("Frankfurt: Down since ")
	d.screenshot("acknowledged")
	awaitTrue(t, "the memory of it", func() bool { return strings.Contains(d.memory(), `"silence":{"outage":"20`) })
	p.signal(syscall.SIGKILL)
	p.exits(patience)
	d.noIcon()

	d.start()
	item = d.trayItem()
	item.shows("Frankfurt: Down")
	await(t, "a tooltip that says so", acknowledged)
	never(t, 2*time.Second, "it is known", func() bool { return len(service.sent()) > 1 })
	setFault(t, router, simulator.None)
	assert.Equal(t, "Frankfurt is back", service.next().Title)
	item.shows("Frankfurt: Live, 4 pairs")
	setFault(t, router, simulator.Refuse)
	assert.Equal(t, "Frankfurt is down", service.next().Title, "the next outage is another one")
}

func TestARouterIsSilencedFromTheMenuOfTheIcon(t *testing.T) {
	t.Parallel()
	d, router, service := watched(t)
	d.start("--minimized")
	item := d.trayItem()
	item.shows("Frankfurt: Live, 4 pairs")
	item.choose("Begin maintenance")
	item.shows("Frankfurt: Live, in maintenance, 4 pairs")
	item.choose("Mute for 8 hours")
	item.shows("Frankfurt: Live, in maintenance, muted, 4 pairs")
	setFault(t, router, simulator.Refuse)
	item.shows("Frankfurt: Down")
	item.choose("End maintenance")
	await(t, "the mute's end", func() (string, bool) { return item.tooltip(), strings.Contains(item.tooltip(), ", muted until ") })
	never(t, time.Second, "it is muted still", func() bool { return len(service.sent()) > 0 })
	item.choose("End the mute")
	assert.Equal(t, "Frankfurt is still down", service.next().Title, "one word on what is still wrong")
	d.screenshot("down")
}
