//go:build linux

package e2e

import (
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"routerwatch/monitor/stableroute/simulator"
)

func TestTheDemoShowsTheSimulatedRouterInWindowAndTray(t *testing.T) {
	d := startDesktop(t)
	d.start("--demo")

	item := d.trayItem()
	live := regexp.MustCompile(`^Demo router \(simulated\): Live, [1-9][0-9]* pairs$`)
	title := await(t, "window and tray that agree", func() ([2]string, bool) {
		all := d.windows()
		if len(all) != 1 {
			return [2]string{}, false
		}
		inTray, _ := item.Property("Title").(string)
		said := [2]string{all[0].title, inTray}
		return said, said[0] == said[1] && live.MatchString(inTray) && strings.HasPrefix(item.tooltip(), inTray+", updated ")
	})[0]

	assert.Equal(t, "routerwatch", item.Property("Id"), "desktops remember an icon by its id")
	assert.NotEmpty(t, item.icon())
	const rows = 3 // that tell of the router
	entries := []string{"Open Routerwatch", "Check now", "Snooze notifications", "Acknowledge or mute", "Settings", "Quit"}
	labels := await(t, "the whole menu", func() ([]string, bool) {
		labels := item.labels()
		return labels, len(labels) == rows+len(entries)
	})
	assert.Contains(t, labels[0], "(simulated): ", title)
	assert.Equal(t, entries, labels[rows:])
	d.screenshot("live")
}

func TestTheFirstRouterTakesThePlaceOfTheDemo(t *testing.T) {
	router := startRouter(t, simulator.Options{Pairs: 4})
	d := startDesktop(t)
	p := d.start()
	w := d.window("Routerwatch: no router yet")
	d.press(w, next, next, next, press) // Try the demo
	item := d.trayItem()
	item.shows("Demo router (simulated): Live, ")
	d.window("Demo router (simulated): Live, ")
	assert.NoFileExists(t, d.settingsPath(), "the demo is no setting")
	d.screenshot("demo")

	d.press(w, openSettings, press) // there is only Add a router
	d.enter(w, router.URL())
	d.press(w, next)
	d.enter(w, "Frankfurt")
	d.press(w, append([]string{press}, toSave(firstRouter)...)...)
	item.shows("Frankfurt: Live, 4 pairs")
	d.window("Frankfurt: Live, 4 pairs")
	d.screenshot("router")
	await(t, "a menu without the demo", func() (string, bool) {
		labels := strings.Join(item.labels(), "\n")
		return labels, !strings.Contains(labels, "imulated")
	})
	assert.Equal(t, 1, strings.Count(d.saved(), "\n[[router]]\n"))
	assert.NotContains(t, d.saved(), "imulated")
	item.choose("Quit")
	assert.Zero(t, p.exits(patience))

	d.start()
	d.trayItem().shows("Frankfurt: Live, 4 pairs")
	d.window("Frankfurt: Live, 4 pairs")
}
