//go:build linux

package main

import (
	"log"
	"slices"
	"strings"
	"time"

	"routerwatch/e2e/virtual"
	"routerwatch/monitor/stableroute/simulator"
)

// The simulated routers.
const (
	routerName = "Frankfurt"
	pairs      = 42
)

// The states. A window has the focus and is left untouched; the pointer is
// elsewhere.
const (
	inTray   = "in the tray" // no window; the references run at the same time
	shown    = "window shown, untouched"
	inOutage = "outage, counting down"
	onWall   = "wall display"
)

// measure runs all measurements. Each round measures every state once for every
// build, so that the load of the machine affects all builds alike.
func (b *bench) measure() {
	log.Printf("starting %d times, to the icon", b.starts)
	for range b.starts {
		b.timeIcons()
	}
	log.Printf("clicking %d times, to the window", b.clicks)
	b.timeWindows()
	for round := range b.rounds {
		log.Printf("round %d of %d: each state %s", round+1, b.rounds, b.span)
		b.inTray()
		for _, state := range []string{shown, inOutage, onWall} {
			for i := range b.builds {
				b.withWindow(state, b.builds[(i+round)%len(b.builds)]) // a different build first in each round
			}
		}
	}
}

// inTray measures all builds and the references at the same time.
func (b *bench) inTray() {
	var names []string
	var programs []program
	for _, each := range b.builds {
		w := b.watch(each, "--minimized")
		defer w.end()
		names, programs = append(names, each.name), append(programs, w.program)
	}
	router, err := simulator.Start(simulator.Options{Pairs: pairs})
	b.check(err)
	defer router.Close()
	loop := b.desktop.start(bareLoopBinary, router.URL()+"/api/v1/stats")
	defer loop.stop()
	tray := b.desktop.start(fyneTrayBinary)
	defer tray.stop()
	_, _, err = b.desktop.awaitIcon(tray)
	b.check(err)
	b.check(await("a poll of the bare loop", func() bool { return router.Total() > 0 }))
	names, programs = append(names, bareLoop, fyneTray), append(programs, loop, tray)
	for i, c := range b.costs(programs...) {
		b.results.addCost(inTray, names[i], c)
	}
}

// withWindow measures a build in a state with its window open.
func (b *bench) withWindow(state string, of build) {
	var arguments []string
	if state == onWall {
		arguments = []string{"--wall"}
	}
	w := b.watch(of, arguments...)
	defer w.end()
	window, _, err := b.desktop.awaitWindow(w.program)
	b.check(err)
	switch state {
	case inOutage:
		b.check(w.router.SetFault(simulator.Refuse))
		b.check(w.awaitStatus("Down"))
	case onWall:
		size := func(of ...string) [2]int64 {
			said, _ := b.desktop.Output("xwininfo", of...)
			return [2]int64{fields(said)["Width"], fields(said)["Height"]}
		}
		b.check(await("the window of --wall to fill the screen", func() bool { return size("-root") == size("-id", window) }))
	}
	b.results.addCost(state, of.name, b.costs(w.program)[0])
}

// costs lets the programs settle, measures them over the span, and returns the
// cost of each.
func (b *bench) costs(programs ...program) []cost {
	samples := func() []sample {
		all := make([]sample, len(programs))
		for i, each := range programs {
			var err error
			all[i], err = take(each.Process.Pid)
			b.check(err)
		}
		return all
	}
	time.Sleep(b.settle)
	before := samples()
	time.Sleep(b.span)
	costs := make([]cost, len(programs))
	for i, after := range samples() {
		var err error
		costs[i], err = after.since(before[i])
		b.check(err)
	}
	return costs
}

// timeIcons measures the time from the start of each program to its tray icon.
func (b *bench) timeIcons() {
	router, err := simulator.Start(simulator.Options{Pairs: pairs})
	b.check(err)
	defer router.Close()
	for _, each := range slices.Concat(b.builds, []build{{fyneTray, fyneTrayBinary}}) {
		var arguments []string
		if each.name != fyneTray {
			arguments = watching(router, "--minimized")
		}
		program := b.desktop.start(each.binary, arguments...)
		_, at, err := b.desktop.awaitIcon(program)
		b.check(err)
		b.results.add("start", timeToIcon, each.name, at.Sub(program.begun).Seconds())
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
		for i, w := range all {
			begun := time.Now()
			b.check(w.icon.Activate())
			_, at, err := b.desktop.awaitWindow(w.program)
			b.check(err)
			b.results.add("click on the icon", timeToWindow, b.builds[i].name, at.Sub(begun).Seconds())
			time.Sleep(2 * time.Second)
			b.check(w.icon.Activate())
			b.check(await("the window's end", func() bool { return len(familyOf(w.program.Process.Pid)) == 1 }))
			time.Sleep(time.Second)
		}
	}
}

// watched is a running build with a simulated router of its own.
type watched struct {
	program program
	router  *simulator.Router
	icon    virtual.TrayItem
}

func (w watched) end() {
	w.program.stop()
	w.router.Close()
}

// watching are the arguments to watch the router, at the default interval of 5 s.
func watching(router *simulator.Router, more ...string) []string {
	return append([]string{"--url", router.URL(), "--name", routerName}, more...)
}

// watch starts a build and waits until it shows its router as live. The caller
// ends it.
func (b *bench) watch(each build, arguments ...string) watched {
	router, err := simulator.Start(simulator.Options{Pairs: pairs})
	b.check(err)
	w := watched{router: router, program: b.desktop.start(each.binary, watching(router, arguments...)...)}
	w.icon, _, err = b.desktop.awaitIcon(w.program)
	b.check(err)
	b.check(w.awaitStatus("Live"))
	return w
}

// awaitStatus waits until the icon's title shows that status of the router.
func (w watched) awaitStatus(status string) error {
	return await("the status "+status, func() bool {
		title, _ := w.icon.Property("Title").(string)
		return strings.HasPrefix(title, routerName+": "+status)
	})
}
