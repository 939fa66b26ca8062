//go:build linux

package e2e

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"routerwatch/monitor/stableroute/simulator"
)

func TestRoutersAreChangedAndAddedWhileTheOthersGoOn(t *testing.T) {
	t.Parallel()
	frankfurt := startRouter(t, simulator.Options{Fault: simulator.Error})
	singapore := startRouter(t, simulator.Options{Pairs: 7})
	moved := startRouter(t, simulator.Options{Pairs: 9})
	lagos := startRouter(t, simulator.Options{Pairs: 2})
	d := startDesktop(t, "--no-notifier")
	service := d.notifications()
	d.configure(routerTable("fra", "Frankfurt", frankfurt) + routerTable("sin", "Singapore", singapore) + onceAnHour)
	p := d.start()
	assert.Equal(t, "Frankfurt is down", service.next().Title)
	item := d.trayItem()
	menu := func(lines ...string) {
		t.Helper()
		await(t, fmt.Sprintf("a menu with %q", lines), func() ([]string, bool) {
			labels := item.labels()
			return labels, slices.EqualFunc(lines, labels[:min(len(lines), len(labels))], func(line, label string) bool {
				return strings.HasPrefix(label, line)
			})
		})
	}
	const down = "Frankfurt: Down"
	w := d.window("2 routers: 1 down, 1 live")
	first := p.windowProcess()

	d.press(w, slices.Concat([]string{openSettings}, times(secondRouter, next), []string{press, "ctrl+a"})...)
	d.enter(w, moved.URL())
	d.press(w, append([]string{press}, toSave(secondRouter)...)...)
	d.awaitSaved(fmt.Sprintf("url = %q", moved.URL()), 1)
	menu(down, "Singapore: Live, 9 pairs")
	assert.Equal(t, []int{1, 1, 1}, []int{frankfurt.Total(), singapore.Total(), moved.Total()}, "only what was touched is asked")

	d.press(w, openSettings, press)
	d.enter(w, lagos.URL())
	d.press(w, next)
	d.enter(w, "Lagos")
	d.screenshot("new")
	d.press(w, append([]string{press}, toSave(thirdRouter)...)...)
	d.window("3 routers: 1 down, 2 live")
	menu(down, "Singapore: Live, 9 pairs", "Lagos: Live, 2 pairs")
	d.awaitSaved(`name = "Lagos"`, 1)
	assert.Equal(t, []int{1, 1, 1}, []int{frankfurt.Total(), moved.Total(), lagos.Total()})
	d.screenshot("three")

	assert.Equal(t, first, p.windowProcess(), "the same window")
	assert.Len(t, service.sent(), 1, "the outage goes on, and is told once")
}

func TestAThresholdCountsAtOnce(t *testing.T) {
	t.Parallel()
	router := startRouter(t, simulator.Options{Pairs: 4})
	d := startDesktop(t, "--no-notifier")
	service := d.notifications()
	d.configure(routerTable("fra", "Frankfurt", router) + everySecond)
	d.start()
	w := d.window("Frankfurt: Live, 4 pairs")
	d.press(w, slices.Concat([]string{openSettings}, times(afterOnly, next), []string{"ctrl+a"})...)
	d.enter(w, "80")
	d.press(w, toSave(afterOnly)...)
	d.awaitSaved("threshold = 80", 1)
	d.window("Frankfurt: Live, 4 pairs")

	setFault(t, router, simulator.Error)
	item := d.trayItem()
	item.shows("Frankfurt: Retrying, last known 4 pairs")
	awaitPolls(t, router, 5)
	item.shows("Frankfurt: Retrying, last known 4 pairs")
	assert.Empty(t, service.sent())
	assert.Equal(t, 1, router.MostAtOnce())
}

func TestATestOfAConnectionIsOnePollAndKeepsNothing(t *testing.T) {
	t.Parallel()
	router := startRouter(t, simulator.Options{Pairs: 4})
	other := startRouter(t, simulator.Options{Pairs: 9})
	d := startDesktop(t, "--no-notifier")
	d.configure(routerTable("fra", "Frankfurt", router) + onceAnHour)
	before := d.saved()
	d.start()
	item := d.trayItem()
	item.shows("Frankfurt: Live, 4 pairs")
	w := d.window("Frankfurt: Live, 4 pairs")
	d.press(w, openSettings, press)
	d.enter(w, other.URL())
	d.press(w, next, next)
	d.enter(w, "planted-0b77")
	d.press(w, next, press)
	await(t, "a poll", func() (int, bool) { return other.Total(), other.Total() == 1 })
	assert.Equal(t, "Bearer planted-0b77", other.Requests()[0].Header.Get("Authorization"), "as it was typed")
	assert.Equal(t, "/api/v1/stats", other.Requests()[0].Path)
	d.screenshot("good")

	setFault(t, other, simulator.WebPage)
	d.press(w, press)
	await(t, "another poll", func() (int, bool) { return other.Total(), other.Total() == 2 })
	d.screenshot("bad")
	never(t, time.Second, "one poll each", func() bool { return other.Total() > 2 || router.Total() > 1 })
	assert.Equal(t, before, d.saved(), "nothing is saved")
	require.Equal(t, "Frankfurt: Live, 4 pairs", d.window("Frankfurt").title)
}
