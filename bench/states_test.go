//go:build linux

package bench

import (
	"cmp"
	"path/filepath"
	"slices"
	"time"

	"github.com/stretchr/testify/require"

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
	kept     = "in the tray, keeping history" // two copies of the program at the same time
	tenTray  = "ten routers, in the tray"
	tenShown = "ten routers, window shown"
	toIcon   = "start, to the tray icon"
	toWindow = "click on the icon, to the window"
)

// routers is how many routers ten routers are.
const routers = 10

// measure runs all measurements. Each round measures every state once for every
// build, so that the load of the machine affects all builds alike.
func (b *bench) measure() {
	b.t.Logf("starting %d times, to the icon", b.starts)
	for range b.starts {
		b.timeIcons()
	}
	b.t.Logf("clicking %d times, to the window", b.clicks)
	b.timeWindows()
	b.t.Logf("reading a year of history, %d times", b.clicks)
	b.timeReports()
	b.timeHistoryPages()
	if b.span == 0 {
		return
	}
	for round := range b.rounds {
		b.t.Logf("round %d of %d: each state %s", round+1, b.rounds, b.span)
		b.inTray()
		b.withLabel()
		for _, state := range []string{shown, inOutage, onWall, tenShown} {
			for i := range b.builds {
				b.withWindow(state, b.builds[(i+round)%len(b.builds)]) // a different build first in each round
			}
		}
		b.results.addOneAndNine(tenShown, shown)
	}
}

// inTray measures all builds and the references at the same time.
func (b *bench) inTray() {
	var programs []program
	add := func(w watched, state, name string) {
		w.program.state, w.program.name = state, name
		programs = append(programs, w.program)
	}
	folder := func() string { return filepath.Join(b.t.TempDir(), "history") }
	for _, each := range b.builds {
		arguments := []string{"--minimized", "--history", folder()}
		if each.name == earlier {
			arguments = arguments[:1]
		}
		w := b.watch(each, arguments...)
		defer w.end()
		add(w, inTray, each.name)
	}
	with, without := b.watch(b.pair, "--minimized", "--history", folder()), b.watch(b.pair, "--minimized")
	defer with.end()
	defer without.end()
	add(with, kept, ours)
	add(without, kept, noHistory)
	ten := b.watchTen(b.ten, "--minimized")
	defer ten.end()
	add(ten, tenTray, ours)
	var nine []string
	for range routers - 1 {
		router := b.startRouter()
		defer router.Close()
		nine = append(nine, router.URL()+"/api/v1/stats")
	}
	loops := b.desktop.start(b.others[nineLoops], nine...)
	defer loops.stop()
	loops.state = tenTray
	router := b.startRouter()
	defer router.Close()
	loop := b.desktop.start(b.others[bareLoop], router.URL()+"/api/v1/stats")
	defer loop.stop()
	tray := b.desktop.start(b.others[fyneTray])
	defer tray.stop()
	b.desktop.awaitIcon(tray)
	b.desktop.await("a poll of the bare loop", func() bool { return router.Total() > 0 })
	b.takeCosts(inTray, append(programs, loops, loop, tray)...)
	b.results.addOneAndNine(tenTray, inTray)
}

// withWindow measures a build in a state with its window open.
func (b *bench) withWindow(state string, of build) {
	var arguments []string
	if state == onWall {
		arguments = []string{"--wall"}
	}
	start := b.watch
	if state == tenShown {
		start = b.watchTen
	}
	w := start(of, arguments...)
	defer w.end()
	window, _ := b.desktop.awaitWindow(w.program)
	switch state {
	case inOutage:
		require.NoError(b.t, w.routers[0].SetFault(simulator.Refuse))
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
		b.results.add(cmp.Or(each.state, state), each.name, cost)
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
