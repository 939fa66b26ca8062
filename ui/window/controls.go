package window

import (
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"routerwatch/monitor"
	"routerwatch/ui/view"
	"routerwatch/ui/window/kit"
	"routerwatch/ui/wire"
)

// bar is the row of controls that do not belong to one router.
type bar struct {
	*fyne.Container
	snooze, history, settings, export, copy *kit.Button
	choices                                 []view.SnoozeChoice
	hint                                    *kit.Text // the version, or that the window only displays
	copied                                  time.Time // the copy button says "Copied" until then
	size                                    float32   // of the type
}

func newBar(s *mainWindow) *bar {
	b := &bar{hint: kit.NewText(1, 12, kit.ColorMuted).Align(fyne.TextAlignTrailing)}
	b.snooze = kit.NewButton("", s.key, func() {
		var items []*fyne.MenuItem
		for _, c := range b.choices {
			items = append(items, fyne.NewMenuItem(c.Text, func() { s.send(wire.Command{Do: wire.Snooze, ForMS: c.For.Milliseconds()}) }))
		}
		s.popUp(items, b.snooze)
	})
	b.settings = kit.NewButton(view.LabelSettings, s.key, s.openSettings)
	b.settings.Faded = true
	b.history = kit.NewButton(view.LabelHistory, s.key, func() { s.openHistory("") })
	b.export = kit.NewButton(view.LabelExport, s.key, func() { s.popUp(s.exports(), b.export) })
	b.copy = kit.NewButton(view.LabelCopy, s.key, s.copy)
	b.copy.Widest = view.LabelCopyDone
	b.Container = container.New(kit.Layout(b.layout), b.snooze, b.hint, b.history, b.settings, b.export, b.copy)
	return b
}

// apply shows the state of the snooze, and which buttons are enabled.
func (b *bar) apply(snooze view.SnoozeMenu, state *windowState, watching bool, now time.Time) {
	b.choices = snooze.Choices
	hint := ""
	switch {
	case !state.hasListener():
		hint = view.LabelDisplayOnly
	case state.app.Version != "":
		hint = view.VersionLabel + state.app.Version
	}
	moved := b.snooze.Text != snooze.Text || b.hint.Text != hint
	b.snooze.Set(snooze.Text, state.hasListener())
	b.hint.Set(hint)
	if moved {
		b.layout(kit.Area(b.Size()))
	}
	b.settings.Fade(state.app.Settings == nil)
	b.history.Set(view.LabelHistory, watching)
	b.export.Set(view.LabelExport, watching)
	copied := view.LabelCopy
	if now.Before(b.copied) {
		copied = view.LabelCopyDone
	}
	b.copy.Set(copied, watching)
}

func (b *bar) place(box kit.Rect, size float32) {
	b.size = size
	kit.Put(b.Container, box)
	b.layout(box.AtOrigin())
}

func (b *bar) layout(room kit.Rect) {
	width := func(button *kit.Button) float32 { return button.Width(b.size) }
	gap := b.size * 0.5
	var needed float32
	for _, each := range []*kit.Button{b.snooze, b.history, b.settings, b.export, b.copy} {
		needed += width(each) + gap
	}
	less := min(max(0, (needed-room.W)/5), b.size*1.2) // how much each button shrinks if they do not fit
	for _, each := range []*kit.Button{b.copy, b.export, b.settings, b.history} {
		each.Place(room.Right(width(each)-less, gap), b.size)
	}
	b.snooze.Place(room.Left(max(0, min(room.W, width(b.snooze)-less)), b.size), b.size)
	if b.hint.Width(b.hint.Text, b.size*0.9)+1 > room.W {
		room.W = 0 // do not show a part of it
	}
	b.hint.Place(room, b.size*0.9)
}

// openSilence opens the menu of what can be silenced about a router.
func (s *mainWindow) openSilence(menu view.SilenceMenu, under *kit.Button) {
	var items []*fyne.MenuItem
	for _, item := range menu.Items {
		if item.Text != "" {
			items = append(items, fyne.NewMenuItem(item.Text, func() { s.silence(menu.Router, item.Does) }))
		}
	}
	s.popUp(items, under)
}

// acknowledge acknowledges what is wrong with the router whose card is shown.
func (s *mainWindow) acknowledge() {
	for _, m := range s.onCards() {
		for _, item := range m.Silence.Items {
			if item.Text == view.LabelAcknowledge {
				s.silence(m.ID, item.Does)
			}
		}
	}
}

func (s *mainWindow) silence(router string, does monitor.Silencing) {
	s.send(wire.Command{Do: wire.Do(does.What), Router: router, On: does.On, ForMS: does.For.Milliseconds()})
}

// demoStrip is the simulated router's controls.
type demoStrip struct {
	*fyne.Container
	state              wire.Demo
	fault, pause, play *kit.Button
}

func newDemoStrip(s *mainWindow) *demoStrip {
	d := &demoStrip{}
	d.fault = kit.NewButton("", s.key, func() {
		var items []*fyne.MenuItem
		for _, f := range d.state.Faults {
			items = append(items, fyne.NewMenuItem(f.Label, func() { s.send(wire.Command{Do: wire.SetFault, Fault: f.ID}) }))
		}
		s.popUp(items, d.fault)
	})
	d.pause = kit.NewButton(view.LabelPause, s.key, func() {
		s.send(wire.Command{Do: wire.SetPaused, Paused: !d.state.Paused})
	})
	d.pause.Widest = view.LabelResume
	d.play = kit.NewButton(view.LabelPlay, s.key, func() { s.send(wire.Command{Do: wire.PlayDay}) })
	d.Container = container.NewWithoutLayout(d.fault, d.pause, d.play)
	d.Hide()
	return d
}

// apply shows the state of the simulation; nil if there is none.
func (d *demoStrip) apply(state *wire.Demo) {
	if state == nil {
		return
	}
	d.state = *state
	fault := view.LabelFault
	for _, f := range state.Faults {
		if f.ID == state.Fault {
			fault = view.LabelFault + ": " + f.Label
		}
	}
	d.fault.Set(fault, len(state.Faults) > 0)
	pause := view.LabelPause
	if state.Paused {
		pause = view.LabelResume
	}
	d.pause.Set(pause, true)
	d.play.Set(view.LabelPlay, state.ByHand)
}

func (d *demoStrip) place(box kit.Rect, size float32) {
	kit.Put(d.Container, box)
	room := box.AtOrigin()
	d.play.Place(room.Right(min(d.play.Width(size), room.W*0.38), 6), size)
	d.pause.Place(room.Right(min(d.pause.Width(size), room.W*0.36), 6), size)
	d.fault.Place(room.Left(min(room.W, 18*size), 0), size)
}
