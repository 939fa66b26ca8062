package window

import (
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"routerwatch/ui/view"
	"routerwatch/ui/window/kit"
	"routerwatch/ui/wire"
)

// bar is the row of controls that do not belong to one router.
type bar struct {
	*fyne.Container
	snooze, settings, export, copy *kit.Button
	choices                        []view.SnoozeChoice
	quiet                          *kit.Text
	copied                         time.Time // until when the button says so
	box                            kit.Rect
	size                           float32
}

func newBar(s *shell) *bar {
	b := &bar{quiet: kit.NewText(1, 12, kit.ColorMuted).Align(fyne.TextAlignTrailing)}
	b.snooze = kit.NewButton("", s.key, nil)
	b.snooze.OnTapped = func() {
		s.popUp(menuItems(b.choices, func(c view.SnoozeChoice) (string, func()) {
			return c.Text, func() { s.send(wire.Command{Do: wire.Snooze, ForMS: c.For.Milliseconds()}) }
		}), b.snooze)
	}
	b.settings = kit.NewButton(labelSettings, s.key, s.openSettings)
	b.settings.Faded = true
	b.export = kit.NewButton(view.LabelExport, s.key, nil)
	b.export.OnTapped = func() { s.popUp(s.exports(), b.export) }
	b.copy = kit.NewButton(view.LabelCopy, s.key, s.copy)
	b.copy.Widest = view.LabelCopyDone
	b.Container = container.NewWithoutLayout(b.snooze, b.quiet, b.settings, b.export, b.copy)
	return b
}

// apply shows the state of the notifications, and what can be done now.
func (b *bar) apply(snooze view.SnoozeMenu, p *windowState, watching bool, now time.Time) {
	b.choices = snooze.Choices
	moved := b.snooze.Text != snooze.Text || b.quiet.Text != quietly(p)
	b.snooze.Set(snooze.Text, p.attended())
	b.quiet.Set(quietly(p))
	if moved {
		b.arrange()
	}
	b.settings.Fade(p.app.Settings == nil)
	b.export.Set(view.LabelExport, watching)
	copied := view.LabelCopy
	if now.Before(b.copied) {
		copied = view.LabelCopyDone
	}
	b.copy.Set(copied, watching)
}

// quietly is what stands beside the buttons: which version this is, or that
// nobody listens to them.
func quietly(p *windowState) string {
	switch {
	case !p.attended():
		return view.LabelOnlyShows
	case p.app.Version == "":
		return ""
	}
	return view.VersionLabel + p.app.Version
}

// fits shows the bar where there is room for it.
func (b *bar) fits(roomy bool) { b.Hidden = !roomy }

func (b *bar) place(box kit.Rect, size float32) {
	kit.Put(b.Container, box)
	b.box, b.size = box.AtOrigin(), size
	b.arrange()
}

func (b *bar) arrange() {
	inner := b.box
	gap := b.size * 0.5
	for _, each := range []*kit.Button{b.copy, b.export, b.settings} {
		each.Place(inner.Right(each.Width(b.size, each.Text, each.Widest)-b.tight(), gap), b.size)
	}
	b.snooze.Place(inner.Left(max(0, min(inner.W, b.snooze.Width(b.size, b.snooze.Text)-b.tight())), b.size), b.size)
	if b.quiet.Width(b.quiet.Text, b.size*0.9)+1 > inner.W {
		inner.W = 0 // half of it says nothing
	}
	b.quiet.Place(inner, b.size*0.9)
}

// tight is what each button gives up where they do not fit.
func (b *bar) tight() float32 {
	var needed float32
	for _, each := range []*kit.Button{b.snooze, b.settings, b.export, b.copy} {
		needed += each.Width(b.size, each.Text, each.Widest) + b.size*0.5
	}
	return min(max(0, (needed-b.box.W)/4), b.size*1.2)
}
