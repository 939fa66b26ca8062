//go:build linux

package main

import (
	"context"
	"slices"
	"time"

	"routerwatch/monitor/stableroute/simulator"
)

// timeIcons takes the time from a program's start to its icon in the tray.
func (p plan) timeIcons(ctx context.Context, d *desktop, r results) error {
	router, err := simulator.Start(simulator.Options{Pairs: pairs})
	if err != nil {
		return err
	}
	defer router.Close()
	for range p.starts {
		for _, b := range slices.Concat(p.builds, []build{{fyneTray, p.fyneTray}}) {
			var arguments []string
			if b.name != fyneTray {
				arguments = watching(router, "--minimized")
			}
			program, err := d.start(ctx, b.binary, arguments...)
			if err != nil {
				return err
			}
			_, at, err := d.awaitIcon(ctx, program)
			if err == nil {
				err = pause(ctx, time.Second) // it has begun; let it end in peace
			}
			program.stop()
			if err != nil {
				return err
			}
			r.add(key{"start", timeToIcon, b.name}, at.Sub(program.begun).Seconds())
		}
	}
	return nil
}

// timeWindows takes the time from a click on the icon to the window, of each
// build in turn.
func (p plan) timeWindows(ctx context.Context, d *desktop, r results) error {
	var all []watched
	for _, b := range p.builds {
		w, err := d.watch(ctx, b, "--minimized")
		if err != nil {
			return err
		}
		defer w.end()
		all = append(all, w)
	}
	for range p.clicks {
		for i, w := range all {
			took, err := d.timeWindow(ctx, w)
			if err != nil {
				return err
			}
			r.add(key{"click on the icon", timeToWindow, p.builds[i].name}, took.Seconds())
		}
	}
	return nil
}

// timeWindow has one click open the window and another close it.
func (d *desktop) timeWindow(ctx context.Context, w watched) (time.Duration, error) {
	begun := time.Now()
	if err := w.icon.Activate(); err != nil {
		return 0, err
	}
	_, at, err := d.awaitWindow(ctx, w.program)
	if err != nil {
		return 0, err
	}
	if err := pause(ctx, 2*time.Second); err != nil {
		return 0, err
	}
	if err := w.icon.Activate(); err != nil {
		return 0, err
	}
	if err := await(ctx, "the window's end", func() bool { return len(familyOf(w.program.pid())) == 1 }); err != nil {
		return 0, err
	}
	return at.Sub(begun), pause(ctx, time.Second)
}
