//go:build linux

package e2e

import (
	"testing"
	"time"

	"github.com/stretchr/testify/assert"

	"routerwatch/monitor/stableroute/simulator"
)

// hostPatience is how long a minimized start waits for a tray.
const hostPatience = 60 * time.Second

func TestAMinimizedStartWithoutATrayOpensTheWindowAfterAMinute(t *testing.T) {
	t.Parallel()
	router := startRouter(t, simulator.Options{Pairs: 4})
	d := startDesktop(t, "--no-panel")
	began := time.Now()
	p := d.start(fastPolling(router, "--minimized")...)
	awaitPolls(t, router, 1)
	never(t, time.Until(began.Add(hostPatience-time.Second)), "a tray may still appear",
		func() bool { return len(p.windowProcesses()) > 0 })
	w := d.window("Frankfurt: Live, 4 pairs")
	assert.Greater(t, time.Since(began), hostPatience)
	d.close(w)
	assert.Zero(t, p.exits(patience), "it is the only face")
}

func TestAMinimizedStartBeforeItsTrayStaysInTheTray(t *testing.T) {
	t.Parallel()
	router := startRouter(t, simulator.Options{Pairs: 4})
	d := startDesktop(t, "--no-panel")
	began := time.Now()
	p := d.start(fastPolling(router, "--minimized")...)
	awaitPolls(t, router, 5)
	d.startPanel()
	item := d.trayItem()
	item.shows("Frankfurt: Live, 4 pairs")
	never(t, time.Until(began.Add(hostPatience+3*time.Second)), "the tray is there",
		func() bool { return len(p.windowProcesses()) > 0 })
	item.choose("Open Routerwatch")
	d.window("Frankfurt: Live, 4 pairs")
}
