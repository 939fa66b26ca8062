//go:build linux

package e2e

import (
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"routerwatch/e2e/virtual"
	"routerwatch/monitor/stableroute/simulator"
)

func TestClosingTheWindowLeavesTheTrayWhichBringsItBack(t *testing.T) {
	click := func(_ *desktop, _ window, item trayItem) { item.click(left) }
	tests := []struct {
		name        string
		close, open func(*desktop, window, trayItem)
	}{
		{
			"by the window manager, and by the menu",
			func(d *desktop, w window, _ trayItem) { d.close(w) },
			func(_ *desktop, _ window, item trayItem) { item.choose("Open Routerwatch") },
		},
		{"by Escape, and by a left click", func(d *desktop, w window, _ trayItem) { d.press(w, "Escape") }, click},
		{"by left clicks", click, click},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			router := startRouter(t, simulator.Options{Pairs: 4})
			d := startDesktop(t)
			p := d.start(fastPolling(router)...)
			item := d.trayItem()
			w := d.window("Frankfurt: Live, 4 pairs")
			first := p.windowProcess()

			test.close(d, w, item)
			d.noWindow()
			awaitTrue(t, "the end of the window's process", func() bool { return !virtual.Running(first) })
			router.SetPairs(7)
			item.shows("Frankfurt: Live, 7 pairs")
			never(t, time.Second, "a closed window stays closed", func() bool { return len(p.windowProcesses()) > 0 })

			test.open(d, w, item)
			d.window("Frankfurt: Live, 7 pairs")
			router.SetPairs(8)
			d.window("Frankfurt: Live, 8 pairs")
		})
	}
}

func TestAWindowThatIsKilledIsOpenedAgainAndTheWatchGoesOn(t *testing.T) {
	router := startRouter(t, simulator.Options{Pairs: 4})
	d := startDesktop(t)
	p := d.start(fastPolling(router)...)
	d.window("Frankfurt: Live, 4 pairs")
	first := p.windowProcess()

	router.SetPairs(5)
	require.NoError(t, syscall.Kill(first, syscall.SIGKILL))
	awaitPolls(t, router, 2)
	p.windowProcess(first)
	d.window("Frankfurt: Live, 5 pairs")
}

func TestAWindowThatHangsBlocksNobody(t *testing.T) {
	router := startRouter(t, simulator.Options{Pairs: 4})
	d := startDesktop(t, "--no-notifier")
	service := d.notifications()
	p := d.start(fastPolling(router)...)
	d.window("Frankfurt: Live, 4 pairs")
	item := d.trayItem()
	hung := p.windowProcess()
	require.NoError(t, syscall.Kill(hung, syscall.SIGSTOP))

	awaitPolls(t, router, 3)
	setFault(t, router, simulator.Refuse)
	assert.Equal(t, "Frankfurt is down", service.next().Title)
	item.shows("Frankfurt: Down")
	item.choose("Quit")
	assert.Zero(t, p.exits(15*time.Second))
	assert.False(t, virtual.Running(hung))
}

func TestTheWindowEndsWithAnAgentThatIsKilled(t *testing.T) {
	router := startRouter(t, simulator.Options{Pairs: 4})
	d := startDesktop(t)
	p := d.start(fastPolling(router)...)
	d.window("Frankfurt: Live, 4 pairs")
	pid := p.windowProcess()

	p.signal(syscall.SIGKILL)
	p.exits(patience)
	awaitTrue(t, "the end of the window's process", func() bool { return !virtual.Running(pid) })
	d.noWindow()
}

func TestCtrlQInTheWindowEndsTheProgram(t *testing.T) {
	router := startRouter(t, simulator.Options{Pairs: 4})
	d := startDesktop(t)
	p := d.start(fastPolling(router)...)
	d.press(d.window("Frankfurt: Live, 4 pairs"), "ctrl+q")
	assert.Zero(t, p.exits(patience))
	d.noWindow()
}
