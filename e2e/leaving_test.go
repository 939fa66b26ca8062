//go:build linux

package e2e

import (
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"

	"routerwatch/e2e/virtual"
	"routerwatch/monitor/stableroute/simulator"
)

func TestATermSignalEndsBothProcessesPromptly(t *testing.T) {
	tests := []struct {
		name  string
		fault simulator.Fault
		title string
		shown uint32
	}{
		{"live", simulator.None, "Frankfurt: Live, 4 pairs", 0},
		{"down, with a notification that must not stay", simulator.Error, "Frankfurt: Down", 1},
		{"with a poll that is never answered", simulator.BlackHole, "Frankfurt: ", 0},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			router := startRouter(t, simulator.Options{Pairs: 4, Fault: test.fault})
			d := startDesktop(t)
			p := d.start(fastPolling(router)...)
			d.trayItem().shows(test.title)
			d.window(test.title)
			d.notificationsShown(test.shown)
			pid := p.windowProcess()

			asked := time.Now()
			p.signal(syscall.SIGTERM)
			code, took := p.exits(patience), time.Since(asked)
			assert.Zero(t, code)
			assert.Less(t, took, 5*time.Second, "neither the poll nor a service is waited for")
			assert.False(t, virtual.Running(pid), "the window goes with it")
			d.notificationsShown(0)
			d.noIcon()
		})
	}
}
