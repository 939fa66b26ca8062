//go:build linux

package bench

import (
	"slices"
	"strings"
	"time"

	"github.com/stretchr/testify/require"

	"routerwatch/e2e/virtual"
	"routerwatch/monitor/stableroute/simulator"
)

// routerName is what the simulated routers are called.
const routerName = "Frankfurt"

// The states. A window has the focus and is left untouched; the pointer is
// elsewhere.
const (
	inTray   = "in the tray" // no window; the references run at the same time
	shown    = "window shown"
	inOutage = "outage, counting down"
	onWall   = "wall display"
	toIcon   = "start, to the tray icon"
	toWindow = "click on the icon, to the window"
)

// measure runs all measurements. Each round measures every state once for every
// build, so that the load of the machine affects all builds alike.
func (b *bench) measure() {
	b.t.Logf("starting %d times, to the icon", b.starts)
	for range b.starts {
		b.timeIcons()
	}
	b.t.Logf("clicking %d times, to the window", b.clicks)
	b.timeWindows()
	for round := range b.rounds {
		b.t.Logf("round %d of %d: each state %s", round+1, b.rounds, b.span)
		b.inTray()
		b.withLabel()
		for _, state := range []string{shown, inOutage, onWall} {
			for i := range b.builds {
				b.withWindow(state, b.builds[(i+round)%len(b.builds)]) // a different build first in each round
			}
		}
	}
}

// inTray measures all builds and the references at the same time.
func (b *bench) inTray() {
	var programs []program
	for _, each := range b.builds {
		w := b.watch(each, "--minimized")
		defer w.end()
		programs = append(programs, w.program)
	}
	router := b.startRouter()
	defer router.Close()
	loop := b.desktop.start(b.others[bareLoop], router.URL()+"/api/v1/stats")
	defer loop.stop()
	tray := b.desktop.start(b.others[fyneTray])
	defer tray.stop()
	b.desktop.awaitIcon(tray)
	b.desktop.await("a poll of the bare loop", func() bool { return router.Total() > 0 })
	b.takeCosts(inTray, append(programs, loop, tray)...)
}

// withWindow measures a build in a state with its window open.
func (b *bench) withWindow(state string, of build) {
	var arguments []string
	if state == onWall {
		arguments = []string{"--wall"}
	}
	w := b.watch(of, arguments...)
	defer w.end()
	window, _ := b.desktop.awaitWindow(w.program)
	switch state {
	case inOutage:
		require.NoError(b.t, w.router.SetFault(simulator.Refuse))
		w.awaitStatus("Down")
	case onWall:
		size := func(of ...string) [2]int64 {
			said, _ := b.desktop.Output("xwininfo", of...)
			return [2]int64{fields(said)["Width"], fields(said)["Height"]}
		}
		b.desktop.await("the window of --wall to fill the screen", func() bool { return size("-root") == size("-id", window) })
	}
	b.takeCosts(state, w.program)
}

// withLabel measures the Fyne window, with which the states of our window are
// compared.
func (b *bench) withLabel() {
	label := b.desktop.start(b.others[fyneLabel])
	defer label.stop()
	b.desktop.awaitWindow(label)
	b.takeCosts(shown, label)
}

// takeCosts lets the programs settle, measures them over the span, and adds the
// cost of each to the results.
func (b *bench) takeCosts(state string, programs ...program) {
	time.Sleep(b.settle)
	before := make([]sample, len(programs))
	for i, each := range programs {
		before[i] = take(b.t, each.Process.Pid)
	}
	time.Sleep(b.span)
	for i, each := range programs {
		cost, err := take(b.t, each.Process.Pid).since(before[i])
		require.NoError(b.t, err)
		b.results.add(state, each.name, cost)
	}
}

// timeIcons measures the time from the start of each program to its tray icon.
func (b *bench) timeIcons() {
	router := b.startRouter()
	defer router.Close()
	for _, each := range append(slices.Clone(b.builds), b.others[fyneTray]) {
		var arguments []string
		if each.name != fyneTray {
			arguments = watching(router, "--minimized")
		}
		program := b.desktop.start(each, arguments...)
		_, at := b.desktop.awaitIcon(program)
		b.results.add(toIcon, each.name, map[string]float64{seconds: at.Sub(program.begun).Seconds()})
		time.Sleep(time.Second) // let it finish starting before it is ended
		program.stop()
	}
}

// timeWindows measures the time from a click on the icon to the window, for each
// build in turn. A second click closes it.
func (b *bench) timeWindows() {
	var all []watched
	for _, each := range b.builds {
		w := b.watch(each, "--minimized")
		defer w.end()
		all = append(all, w)
	}
	for range b.clicks {
		for _, w := range all {
			begun := time.Now()
			require.NoError(b.t, w.icon.Activate())
			_, at := b.desktop.awaitWindow(w.program)
			b.results.add(toWindow, w.program.name, map[string]float64{seconds: at.Sub(begun).Seconds()})
			time.Sleep(2 * time.Second)
			require.NoError(b.t, w.icon.Activate())
			b.desktop.await("the window's end", func() bool { return len(familyOf(w.program.Process.Pid)) == 1 })
			time.Sleep(time.Second)
		}
	}
}

// watched is a running build with a simulated router of its own.
type watched struct {
	*bench
	program program
	router  *simulator.Router
	icon    virtual.TrayItem
}

func (w watched) end() {
	w.program.stop()
	w.router.Close()
}

func (b *bench) startRouter() *simulator.Router {
	router, err := simulator.Start(simulator.Options{Pairs: 42})
	require.NoError(b.t, err)
	return router
}

// watching are the arguments to watch the router, at the default interval of 5 s.
func watching(router *simulator.Router, more ...string) []string {
	return append([]string{"--url", router.URL(), "--name", routerName}, more...)
}

// watch starts a build and waits until it shows its router as live. The caller
// ends it.
func (b *bench) watch(each build, arguments ...string) watched {
	router := b.startRouter()
	w := watched{bench: b, router: router, program: b.desktop.start(each, watching(router, arguments...)...)}
	w.icon, _ = b.desktop.awaitIcon(w.program)
	w.awaitStatus("Live")
	return w
}

// awaitStatus waits until the icon's title shows that status of the router.
func (w watched) awaitStatus(status string) {
	w.desktop.await("the status "+status, func() bool {
		title, _ := w.icon.Property("Title").(string)
		return strings.HasPrefix(title, routerName+": "+status)
	})
}
