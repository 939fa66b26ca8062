//go:build linux

package e2e

import (
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"routerwatch/monitor/stableroute/simulator"
)

// watched is a desktop whose program watches Frankfurt by the settings file.
func watched(t *testing.T) (*desktop, *simulator.Router, *notifications) {
	t.Helper()
	router := startRouter(t, simulator.Options{Pairs: 4})
	d := startDesktop(t, "--no-notifier")
	d.configure(routerTable("fra", "Frankfurt", router) + everySecond)
	return d, router, d.notifications()
}

func TestAnOpenOutageIsNotifiedOnceMoreAtTheNextStart(t *testing.T) {
	t.Parallel()
	d, router, service := watched(t)
	p := d.start()
	item := d.trayItem()
	item.shows("Frankfurt: Live, 4 pairs")
	setFault(t, router, simulator.Refuse)
	down := service.next()
	since := regexp.MustCompile(`Down since [0-9:]+\.`).FindString(down.Body)
	require.NotEmpty(t, since, down.Body)
	item.choose("Quit")
	assert.Zero(t, p.exits(patience))
	await(t, "Down off the screen: nobody is left to press its buttons", func() ([]uint32, bool) {
		taken := service.closed() // the program does not wait for the service
		return taken, slices.Equal(taken, []uint32{down.ID})
	})

	d.start()
	again := service.next()
	assert.Equal(t, "Frankfurt is still down", again.Title)
	assert.True(t, again.Critical)
	assert.Contains(t, again.Body, since, "the same outage")
	never(t, 2*time.Second, "once", func() bool { return len(service.sent()) > 2 })
	setFault(t, router, simulator.None)
	back := service.next()
	assert.Equal(t, "Frankfurt is back", back.Title)
	assert.Equal(t, again.ID, back.Replaces)
}

func TestASnoozeOutlivesARestart(t *testing.T) {
	t.Parallel()
	d, router, service := watched(t)
	p := d.start()
	item := d.trayItem()
	item.shows("Frankfurt: Live, 4 pairs")
	item.choose("For 1 hour")
	snoozed := item.snooze()
	item.choose("Quit")
	assert.Zero(t, p.exits(patience))

	d.start()
	item = d.trayItem()
	assert.Equal(t, snoozed, item.snooze(), "until the same minute")
	setFault(t, router, simulator.Refuse)
	item.shows("Frankfurt: Down")
	never(t, time.Second, "it is silent", func() bool { return len(service.sent()) > 0 })
	item.choose("End the snooze")
	assert.Equal(t, "Frankfurt is still down", service.next().Title)
	await(t, "a menu without the snooze", func() ([]string, bool) {
		labels := item.labels()
		return labels, !slices.Contains(labels, snoozed)
	})
}

// snooze waits for the entry that tells until when notifications are snoozed.
func (i trayItem) snooze() (label string) {
	i.d.t.Helper()
	await(i.d.t, "a snooze in the menu", func() ([]string, bool) {
		labels := i.labels()
		for _, each := range labels {
			if strings.HasPrefix(each, "Snoozed until ") {
				label = each
			}
		}
		return labels, label != ""
	})
	return label
}
