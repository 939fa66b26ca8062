package window

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"routerwatch/ui/view"
	"routerwatch/ui/window/kit"
	"routerwatch/ui/wire"
)

// demoStrip is the simulated router's controls.
type demoStrip struct {
	*fyne.Container
	state              wire.Demo
	fault, pause, play *kit.Button
}

func newDemoStrip(
	keys func(*fyne.KeyEvent), send func(wire.Command), popUp func([]*fyne.MenuItem, *kit.Button),
) *demoStrip {
	d := &demoStrip{}
	d.fault = kit.NewButton("", keys, nil)
	d.fault.OnTapped = func() {
		popUp(menuItems(d.state.Faults, func(f wire.Fault) (string, func()) {
			return f.Label, func() { send(wire.Command{Do: wire.SetFault, Fault: f.ID}) }
		}), d.fault)
	}
	d.pause = kit.NewButton(view.LabelPause, keys, func() {
		send(wire.Command{Do: wire.SetPaused, Paused: !d.state.Paused})
	})
	d.play = kit.NewButton(view.LabelPlay, keys, func() { send(wire.Command{Do: wire.PlayDay}) })
	d.Container = container.NewWithoutLayout(d.fault, d.pause, d.play)
	return d
}

// apply shows the state of the simulation; nil where there is none.
func (d *demoStrip) apply(state *wire.Demo) {
	if state == nil {
		return
	}
	d.state = *state
	d.fault.Set(joined(": ", view.LabelFault, d.faultLabel()), len(state.Faults) > 0)
	pause := view.LabelPause
	if state.Paused {
		pause = view.LabelResume
	}
	d.pause.Set(pause, true)
	d.play.Set(view.LabelPlay, state.ByHand)
}

func (d *demoStrip) faultLabel() string {
	for _, f := range d.state.Faults {
		if f.ID == d.state.Fault {
			return f.Label
		}
	}
	return ""
}

func (d *demoStrip) place(box kit.Rect, size float32) {
	kit.Put(d.Container, box)
	inner := box.AtOrigin()
	play := min(d.play.Width(size, view.LabelPlay), inner.W*0.38)
	d.play.Place(inner.Right(play, 6), size)
	d.pause.Place(inner.Right(min(d.pause.Width(size, view.LabelPause, view.LabelResume), inner.W*0.36), 6), size)
	d.fault.Place(inner.Left(min(inner.W, 18*size), 0), size)
}
