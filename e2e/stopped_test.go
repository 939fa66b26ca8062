//go:build linux

package e2e

import (
	"fmt"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"routerwatch/e2e/virtual"
	"routerwatch/monitor/stableroute/simulator"
)

func TestAWindowThatIsStoppedIsReplaced(t *testing.T) {
	t.Parallel()
	const routers = 20 // their lines fill the pipe soon
	router := startRouter(t, simulator.Options{Pairs: 4})
	d := startDesktop(t)
	var tables strings.Builder
	for i := range routers {
		tables.WriteString(routerTable(fmt.Sprint("r", i), fmt.Sprint("Router ", i), router))
	}
	d.configure(tables.String() + everySecond)
	p := d.start()
	d.window("20 routers, all live")
	stopped := p.windowProcess()
	require.NoError(t, syscall.Kill(stopped, syscall.SIGSTOP))

	p.windowProcess(stopped)
	assert.False(t, virtual.Running(stopped))
	router.SetPaused(true)
	d.window("20 routers, all paused")
	p.logs("the window does not read")
}

func TestAnAgentThatIsStoppedIsStalledInTheWindowUntilItGoesOn(t *testing.T) {
	t.Parallel()
	router := startRouter(t, simulator.Options{Pairs: 4, Slowness: time.Second})
	d := startDesktop(t)
	p := d.start(fastPolling(router, "--timeout", "2s")...)
	d.window("Frankfurt: Live, 4 pairs")
	setFault(t, router, simulator.Slow)
	awaitPolls(t, router, 1)
	t.Cleanup(func() { _ = p.process.Process.Signal(syscall.SIGCONT) }) // or it could not end
	p.signal(syscall.SIGSTOP)                                           // with a poll in flight
	asked := router.Total()
	d.window("Frankfurt: Stalled")
	d.screenshot("stalled")
	assert.Equal(t, asked, router.Total())

	setFault(t, router, simulator.None)
	p.signal(syscall.SIGCONT)
	d.window("Frankfurt: Live, 4 pairs")
	d.trayItem().shows("Frankfurt: Live, 4 pairs")
	awaitPolls(t, router, 3)
	assert.Equal(t, 1, router.MostAtOnce(), "no second poll beside the one in flight")
}
