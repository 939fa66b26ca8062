//go:build linux

package e2e

import (
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"

	"routerwatch/e2e/virtual"
	"routerwatch/monitor/stableroute/simulator"
)

func TestWithoutATrayTheWindowIsTheProgram(t *testing.T) {
	router := startRouter(t, simulator.Options{Pairs: 4})
	d := startDesktop(t, "--no-panel")
	p := d.start(fastPolling(router)...)
	w := d.window("Frankfurt: Live, 4 pairs")
	assert.Empty(t, d.TrayItems())
	d.screenshot("live")
	d.close(w)
	assert.Zero(t, p.exits(patience))
	d.noWindow()
	assert.Equal(t, 1, strings.Count(p.errors.String(), "there is no tray icon now"), "said once")
}

func TestWithoutANotificationServiceWindowAndTrayShowAnOutage(t *testing.T) {
	router := startRouter(t, simulator.Options{Pairs: 4})
	d := startDesktop(t, "--no-notifier")
	p := d.start(fastPolling(router)...)
	item := d.trayItem()
	item.shows("Frankfurt: Live, 4 pairs")
	for range 2 {
		setFault(t, router, simulator.Refuse)
		item.shows("Frankfurt: Down")
		d.window("Frankfurt: Down since ")
		setFault(t, router, simulator.None)
		item.shows("Frankfurt: Live, 4 pairs")
	}
	item.choose("Quit")
	assert.Zero(t, p.exits(15*time.Second))
	assert.Equal(t, 1, strings.Count(p.errors.String(), "notifications cannot be shown"), "said once")
}

func TestAPanelThatStartsAgainShowsTheIconWithThePresentStatus(t *testing.T) {
	router := startRouter(t, simulator.Options{Pairs: 4})
	d := startDesktop(t, "--no-notifier")
	d.start(fastPolling(router)...)
	live := d.trayItem().shows("Frankfurt: Live, 4 pairs")

	d.kill("panel")
	d.noIcon()
	setFault(t, router, simulator.Refuse)
	d.window("Frankfurt: Down since ")
	d.startPanel()
	item := d.trayItem()
	assert.NotEqual(t, live, item.shows("Frankfurt: Down"))

	setFault(t, router, simulator.None)
	assert.Equal(t, live, item.shows("Frankfurt: Live, 4 pairs"))
	d.close(d.window("Frankfurt: Live, 4 pairs"))
	d.noWindow()
	item.choose("Open Routerwatch")
	d.window("Frankfurt: Live, 4 pairs")
	d.screenshot("live")
}

func TestTheWatchOutlivesTheDisplay(t *testing.T) {
	router := startRouter(t, simulator.Options{Pairs: 4})
	d := startDesktop(t, "--no-notifier")
	service := d.notifications()
	p := d.start(fastPolling(router)...)
	d.window("Frankfurt: Live, 4 pairs")
	first := p.windowProcess()

	p.displayGone = true
	d.kill("xserver")
	awaitTrue(t, "the end of the window's process", func() bool { return !virtual.Running(first) })
	awaitPolls(t, router, 3)
	setFault(t, router, simulator.Refuse)
	down := service.next()
	assert.Equal(t, "Frankfurt is down", down.Title)
	setFault(t, router, simulator.None)
	assert.Equal(t, down.ID, service.next().Replaces)
	assert.True(t, p.alive())
}
