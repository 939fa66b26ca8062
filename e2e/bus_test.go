//go:build linux

package e2e

import (
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"routerwatch/e2e/virtual"
	"routerwatch/monitor/stableroute/simulator"
)

// restartBus ends the session bus, does something, and starts another bus at the
// same address, and a panel on it.
func (d *desktop) restartBus(between func()) {
	d.t.Helper()
	d.kill("bus")
	_ = d.Kill("panel") // it may have ended with the bus
	between()
	require.NoError(d.t, d.StartBus())
	bus := d.Bus
	d.t.Cleanup(func() { _ = bus.Close() })
	d.startPanel()
}

func TestTheWatchOutlivesARestartOfTheSessionsBus(t *testing.T) {
	router := startRouter(t, simulator.Options{Pairs: 4})
	d := startDesktop(t, "--no-notifier")
	d.notifications()
	p := d.start(fastPolling(router)...)
	d.window("Frankfurt: Live, 4 pairs")
	window := p.windowProcess()
	live := d.trayItem().shows("Frankfurt: Live, 4 pairs")

	d.restartBus(func() { // the outage begins while there is none
		setFault(t, router, simulator.Refuse)
		d.window("Frankfurt: Down since ")
	})
	service := d.notifications()
	down := service.next()
	assert.Equal(t, "Frankfurt is down", down.Title)
	item := d.trayItem()
	assert.NotEqual(t, live, item.shows("Frankfurt: Down"))
	assert.Contains(t, strings.Join(item.labels(), "\n"), "Down")

	d.restartBus(func() {})
	service = d.notifications()
	again := service.next()
	assert.Equal(t, down.Title, again.Title, "the service of the new bus knows nothing of it")
	assert.Equal(t, down.Actions, again.Actions)
	assert.True(t, again.Critical)
	assert.Zero(t, again.Replaces)
	setFault(t, router, simulator.None)
	assert.Equal(t, again.ID, service.next().Replaces)

	item = d.trayItem()
	assert.Equal(t, live, item.shows("Frankfurt: Live, 4 pairs"))
	assert.Equal(t, window, p.windowProcess(), "the window stayed")
	require.NoError(t, item.Activate())
	d.noWindow()
	item.choose("Open Routerwatch")
	d.window("Frankfurt: Live, 4 pairs")
	p.signal(syscall.SIGTERM)
	assert.Zero(t, p.exits(patience))
	assert.Equal(t, 2, strings.Count(p.errors.String(), "the session bus is back, and the tray icon"))
}

func TestTheEndOfTheSessionsBusIsTheEnd(t *testing.T) {
	t.Parallel()
	router := startRouter(t, simulator.Options{Pairs: 4})
	d := startDesktop(t)
	p := d.start(fastPolling(router)...)
	d.window("Frankfurt: Live, 4 pairs")
	pid := p.windowProcess()

	d.kill("bus")
	lost := time.Now()
	polls := router.Total()
	assert.Equal(t, 1, p.exits(45*time.Second))
	assert.Greater(t, time.Since(lost), 29*time.Second)
	assert.Greater(t, router.Total(), polls+10, "it was watched until then")
	assert.False(t, virtual.Running(pid))
	p.logs("level=ERROR msg=leaving error=\"the desktop's session bus ended and did not come back\"")
}
