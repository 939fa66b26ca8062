//go:build linux

package e2e

import (
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"routerwatch/e2e/virtual"
	"routerwatch/monitor/stableroute/simulator"
)

func TestWindowTrayAndNotificationsShowAnOutageAndAPause(t *testing.T) {
	router := startRouter(t, simulator.Options{Pairs: 4})
	d := startDesktop(t, "--no-notifier")
	service := d.notifications()
	d.start(fastPolling(router)...)

	item := d.trayItem()
	live := item.shows("Frankfurt: Live, 4 pairs")
	d.window("Frankfurt: Live, 4 pairs")
	assert.Contains(t, item.tooltip(), ", updated ")

	setFault(t, router, simulator.Refuse)
	down := service.next()
	assert.Equal(t, "Frankfurt is down", down.Title)
	assert.Contains(t, down.Body, "refused the connection")
	assert.Contains(t, down.Body, "Last known: 4 pairs.")
	assert.True(t, down.Critical, "an outage stays on the screen")
	assert.ElementsMatch(t, []string{"default", "retry", "acknowledge", "open"}, down.Actions)
	downIcon := item.shows("Frankfurt: Down")
	assert.NotEqual(t, live, downIcon, "the icon changes its shape")
	assert.Contains(t, item.tooltip(), "last known 4 pairs")
	d.window("Frankfurt: Down since ")
	d.screenshot("down")

	setFault(t, router, simulator.None)
	back := service.next()
	assert.Equal(t, "Frankfurt is back", back.Title)
	assert.Regexp(t, `^Down for .+\. 4 pairs\.$`, back.Body)
	assert.Equal(t, down.ID, back.Replaces, "in the place of the outage")
	assert.False(t, back.Critical)
	assert.Equal(t, live, item.shows("Frankfurt: Live, 4 pairs"))
	d.window("Frankfurt: Live, 4 pairs")

	router.SetPaused(true)
	paused := service.next()
	assert.Equal(t, "Frankfurt is paused", paused.Title)
	assert.Zero(t, paused.Replaces, "another matter than the outage")
	assert.False(t, paused.Critical, "paused is not down")
	pausedIcon := item.shows("Frankfurt: Paused")
	assert.NotContains(t, []string{live, downIcon}, pausedIcon)
	d.window("Frankfurt: Paused since ")
	d.screenshot("paused")

	router.SetPaused(false)
	resumed := service.next()
	assert.Equal(t, "Frankfurt is no longer paused", resumed.Title)
	assert.Regexp(t, `^Paused for .+\. 4 pairs\.$`, resumed.Body)
	assert.Equal(t, paused.ID, resumed.Replaces)
	assert.Equal(t, live, item.shows("Frankfurt: Live, 4 pairs"))
	d.window("Frankfurt: Live, 4 pairs")

	awaitPolls(t, router, 3)
	assert.Len(t, service.sent(), 4, "each of them once")
	assert.Equal(t, 1, router.MostAtOnce(), "one request at a time")
}

func TestRetryNowPollsAtOnceFromMenuNotificationAndKeyboard(t *testing.T) {
	router := startRouter(t, simulator.Options{Pairs: 4})
	d := startDesktop(t, "--no-notifier")
	service := d.notifications()
	d.start(manualPolling(router)...)

	item := d.trayItem()
	item.shows("Frankfurt: Live, 4 pairs")
	require.Equal(t, 1, router.Total())

	setFault(t, router, simulator.Error)
	item.choose("Check now")
	item.shows("Frankfurt: Retrying, last known 4 pairs")
	require.Equal(t, 2, router.Total())

	item.choose("Retry now")
	await(t, "a poll", func() (int, bool) { return router.Total(), router.Total() == 3 })
	never(t, 2*time.Second, "presses are no outage: nothing is notified", func() bool { return len(service.sent()) > 0 })

	setFault(t, router, simulator.None)
	d.press(d.window("Frankfurt: Retrying"), "r")
	item.shows("Frankfurt: Live, 4 pairs")
	assert.Equal(t, 4, router.Total())
}

func TestTheButtonsOfANotificationRetryAndOpen(t *testing.T) {
	router := startRouter(t, simulator.Options{Pairs: 4, Fault: simulator.Error})
	d := startDesktop(t, "--no-notifier")
	service := d.notifications()
	p := d.start(manualPolling(router)...)
	down := service.next()
	w := d.window("Frankfurt: Down since ")
	closing := p.windowProcess()
	d.close(w)
	d.noWindow()
	awaitTrue(t, "the end of the window's process", func() bool { return !virtual.Running(closing) })

	service.press(down, "open")
	d.window("Frankfurt: Down since ")
	require.Equal(t, 1, router.Total(), "the next poll by itself is an hour away")

	setFault(t, router, simulator.None)
	service.press(down, "retry")
	d.trayItem().shows("Frankfurt: Live, 4 pairs")
	assert.Equal(t, 2, router.Total())
}

func TestTheDesktopsNotificationServiceShowsAnOutageUntilItsEnd(t *testing.T) {
	router := startRouter(t, simulator.Options{Pairs: 4})
	d := startDesktop(t)
	sent := d.monitorNotifications()
	p := d.start(fastPolling(router)...)
	item := d.trayItem()
	item.shows("Frankfurt: Live, 4 pairs")

	setFault(t, router, simulator.Unavailable)
	sent.next("Frankfurt is down")
	d.notificationsShown(1)
	item.shows("Frankfurt: Down")
	d.screenshot("down")

	setFault(t, router, simulator.None)
	sent.next("Frankfurt is back")
	d.notificationsShown(1) // in the place of the other
	d.screenshot("back")

	setFault(t, router, simulator.Unavailable)
	sent.next("Frankfurt is down")
	d.notificationsShown(1)
	item.choose("Quit")
	assert.Zero(t, p.exits(patience))
	d.notificationsShown(0) // nobody is left to press its buttons
}
