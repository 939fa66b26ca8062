package window

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"routerwatch/ui/wire"
)

// demoStrip is the simulated router's controls.
type demoStrip struct {
	*fyne.Container
	state              wire.Demo
	fault, pause, play *action
}

func newDemoStrip(
	keys func(*fyne.KeyEvent), send func(wire.Command), popUp func([]*fyne.MenuItem, *action),
) *demoStrip {
	d := &demoStrip{}
	d.fault = newAction("", keys, nil)
	d.fault.do = func() {
		popUp(menuItems(d.state.Faults, func(f wire.Fault) (string, func()) {
			return f.Label, func() { send(wire.Command{Do: wire.SetFault, Fault: f.ID}) }
		}), d.fault)
	}
	d.pause = newAction(labelPause, keys, func() {
		send(wire.Command{Do: wire.SetPaused, Paused: !d.state.Paused})
	})
	d.play = newAction(labelPlay, keys, func() { send(wire.Command{Do: wire.PlayDay}) })
	d.Container = container.NewWithoutLayout(d.fault, d.pause, d.play)
	return d
}

// apply shows the state of the simulation; nil where there is none.
func (d *demoStrip) apply(state *wire.Demo) {
	if state == nil {
		return
	}
	d.state = *state
	d.fault.show(joined(": ", labelFault, d.faultLabel()), len(state.Faults) > 0)
	pause := labelPause
	if state.Paused {
		pause = labelResume
	}
	d.pause.show(pause, true)
	d.play.show(labelPlay, state.ByHand)
}

func (d *demoStrip) faultLabel() string {
	for _, f := range d.state.Faults {
		if f.ID == d.state.Fault {
			return f.Label
		}
	}
	return ""
}

func (d *demoStrip) place(box rect, size float32) {
	put(d.Container, box)
	inner := rect{0, 0, box.w, box.h}
	play := min(d.play.width(size, labelPlay), inner.w*0.38)
	d.play.place(inner.right(play, 6), size)
	d.pause.place(inner.right(min(d.pause.width(size, labelPause, labelResume), inner.w*0.36), 6), size)
	d.fault.place(inner.left(min(inner.w, 18*size), 0), size)
}
