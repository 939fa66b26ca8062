//go:build linux

package e2e

import (
	"maps"
	"testing"

	"github.com/stretchr/testify/assert"

	"routerwatch/monitor/stableroute/simulator"
)

func TestASecondStartShowsTheWindowOfTheFirst(t *testing.T) {
	router := startRouter(t, simulator.Options{Pairs: 4})
	d := startDesktop(t)
	first := d.start(fastPolling(router)...)
	d.close(d.window("Frankfurt: Live, 4 pairs"))
	d.noWindow()

	second := d.start(fastPolling(router)...)
	assert.Zero(t, second.exits(patience))
	assert.Contains(t, second.output.String(), "running already")
	d.window("Frankfurt: Live, 4 pairs")
	d.trayItem()
	assert.True(t, first.alive())
	assert.Equal(t, 1, router.MostAtOnce())

	other := startRouter(t, simulator.Options{Pairs: 9})
	third := d.start(fastPolling(other)...)
	awaitPolls(t, other, 3)
	assert.True(t, third.alive(), "another router is another configuration")
}

func TestASecondStartTakesTheWindowToItsOwnDisplay(t *testing.T) {
	for name, gone := range map[string]bool{"from one that is gone": true, "from another": false} {
		t.Run(name, func(t *testing.T) {
			router := startRouter(t, simulator.Options{Pairs: 4})
			elsewhere := startDesktop(t, "--no-panel", "--no-notifier")
			d := startDesktop(t)
			first := d.start(fastPolling(router)...)
			d.window("Frankfurt: Live, 4 pairs")
			if gone {
				first.displayGone = true
				d.kill("xserver")
			}
			awaitPolls(t, router, 2)

			session := *d
			session.Variables = maps.Clone(d.Variables)
			session.Variables["DISPLAY"] = elsewhere.Variables["DISPLAY"]
			second := session.start(fastPolling(router)...)
			assert.Zero(t, second.exits(patience))
			elsewhere.window("Frankfurt: Live, 4 pairs")
			router.SetPairs(5)
			elsewhere.window("Frankfurt: Live, 5 pairs")
			assert.True(t, first.alive())
			if !gone {
				d.noWindow()
			}
		})
	}
}

func TestASecondStartTakesTheIconToItsOwnSessionOnceTheFirstHasEnded(t *testing.T) {
	router := startRouter(t, simulator.Options{Pairs: 4})
	d := startDesktop(t)
	first := d.start(fastPolling(router)...)
	d.trayItem().shows("Frankfurt: Live, 4 pairs")
	elsewhere := startDesktop(t)
	session := *elsewhere
	session.Variables = maps.Clone(elsewhere.Variables)
	for _, variable := range []string{"XDG_CONFIG_HOME", "XDG_STATE_HOME", "XDG_RUNTIME_DIR"} { // the same user
		session.Variables[variable] = d.Variables[variable]
	}

	first.displayGone = true
	d.kill("bus")
	d.kill("xserver")
	second := session.start(fastPolling(router)...)
	assert.Zero(t, second.exits(patience))
	elsewhere.trayItem().shows("Frankfurt: Live, 4 pairs")
	elsewhere.window("Frankfurt: Live, 4 pairs")
	assert.True(t, first.alive())
}
