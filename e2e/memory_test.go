//go:build linux

package e2e

import (
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"routerwatch/monitor/stableroute/simulator"
)

// memory is what the program keeps for its next start.
func (d *desktop) memory() string {
	text, _ := os.ReadFile(filepath.Join(d.Variables["XDG_STATE_HOME"], "routerwatch", "memory.json"))
	return string(text)
}

// A program that is killed in mid-outage, and once more before its end, still
// tells of one outage, once, and of its whole length.
func TestAnOutageIsOneThoughTheProgramIsKilled(t *testing.T) {
	router := startRouter(t, simulator.Options{Pairs: 4})
	d := startDesktop(t, "--no-notifier")
	service := d.notifications()
	d.configure(routerTable("r1", "Frankfurt", router) + everySecond)
	p := d.start("--minimized")
	d.trayItem().shows("Frankfurt: Live, 4 pairs")
	began := time.Now()
	setFault(t, router, simulator.Refuse)
	assert.Equal(t, "Frankfurt is down", service.next().Title)
	told := time.Now()
	for range 2 {
		awaitTrue(t, "the memory of the outage", func() bool {
			return strings.Contains(d.memory(), `"outage":"20`) || strings.Contains(d.memory(), `"Outage":"20`)
		})
		p.signal(syscall.SIGKILL)
		p.exits(patience)
		d.noIcon()
		p = d.start("--minimized")
		d.trayItem().shows("Frankfurt: Down")
	}
	least := time.Since(told)
	setFault(t, router, simulator.None)
	over := service.next()
	most := time.Since(began)
	assert.Equal(t, "Frankfurt is back", over.Title)
	d.trayItem().shows("Frankfurt: Live, 4 pairs")

	var seconds float64
	const words = "for at least " // nobody watched while the program did not run
	require.Contains(t, over.Body, words)
	_, err := fmt.Sscanf(over.Body[strings.Index(over.Body, words)+len(words):], "%f s", &seconds)
	require.NoError(t, err, over.Body)
	assert.GreaterOrEqual(t, seconds+1, least.Seconds(), "the whole of it: %s", over.Body)
	assert.LessOrEqual(t, seconds, most.Seconds()+1)
	p.signal(syscall.SIGTERM)
	assert.Zero(t, p.exits(patience))
	assert.Len(t, service.sent(), 2, "each once: %+v", service.sent())
}

// Where nothing can be written, neither settings nor lock, log or memory, the
// watch goes on all the same.
func TestTheWatchNeedsNoPlaceToWrite(t *testing.T) {
	router := startRouter(t, simulator.Options{Pairs: 4})
	d := startDesktop(t, "--no-notifier")
	service := d.notifications()
	d.configure(routerTable("r1", "Frankfurt", router) + everySecond)
	blocked := filepath.Join(t.TempDir(), "a file")
	require.NoError(t, os.WriteFile(blocked, nil, 0o600))
	for name, variables := range map[string][]string{
		"no state":       {"XDG_STATE_HOME"},
		"no settings":    {"XDG_STATE_HOME", "XDG_CONFIG_HOME"},
		"nothing at all": {"XDG_STATE_HOME", "XDG_CONFIG_HOME", "XDG_RUNTIME_DIR"},
	} {
		t.Run(name, func(t *testing.T) {
			here := *d
			here.t, here.Variables = t, maps.Clone(d.Variables)
			arguments := []string{"--minimized"}
			for _, variable := range variables {
				here.Variables[variable] = blocked
			}
			if len(variables) > 1 { // there are no settings to name the router
				arguments = fastPolling(router, "--minimized")
			}
			p := here.start(arguments...)
			here.trayItem().shows("Frankfurt: Live, 4 pairs")
			setFault(t, router, simulator.Refuse)
			assert.Equal(t, "Frankfurt is down", service.next().Title)
			setFault(t, router, simulator.None)
			assert.Equal(t, "Frankfurt is back", service.next().Title)
			p.signal(syscall.SIGTERM)
			assert.Zero(t, p.exits(patience))
			here.noIcon()
		})
	}
}
