package window

import (
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"routerwatch/ui/view"
	"routerwatch/ui/wire"
)

// bar is the row of controls that do not belong to one router.
type bar struct {
	*fyne.Container
	snooze, settings, export, copy *action
	choices                        []view.SnoozeChoice
	quiet                          *words
	copied                         time.Time // until when the button says so
	box                            rect
	size                           float32
}

func newBar(s *shell) *bar {
	b := &bar{quiet: newWords(1, 12, colorMuted).at(fyne.TextAlignTrailing)}
	b.snooze = newAction("", s.key, nil)
	b.snooze.do = func() {
		s.popUp(menuItems(b.choices, func(c view.SnoozeChoice) (string, func()) {
			return c.Text, func() { s.send(wire.Command{Do: wire.Snooze, ForMS: c.For.Milliseconds()}) }
		}), b.snooze)
	}
	b.settings = newAction(labelSettings, s.key, s.openSettings)
	b.settings.pale = true
	b.export = newAction(labelExport, s.key, nil)
	b.export.do = func() { s.popUp(s.exports(), b.export) }
	b.copy = newAction(labelCopy, s.key, s.copy)
	b.copy.widest = labelCopyDone
	b.Container = container.NewWithoutLayout(b.snooze, b.quiet, b.settings, b.export, b.copy)
	return b
}

// apply shows the state of the notifications, and what can be done now.
func (b *bar) apply(snooze view.SnoozeMenu, p *picture, watching bool, now time.Time) {
	b.choices = snooze.Choices
	moved := b.snooze.text != snooze.Text || b.quiet.text != quietly(p)
	b.snooze.show(snooze.Text, p.attended())
	b.quiet.set(quietly(p))
	if moved {
		b.arrange()
	}
	b.settings.fade(p.app.Settings == nil)
	b.export.show(labelExport, watching)
	copied := labelCopy
	if now.Before(b.copied) {
		copied = labelCopyDone
	}
	b.copy.show(copied, watching)
}

// quietly is what stands beside the buttons: which version this is, or that
// nobody listens to them.
func quietly(p *picture) string {
	switch {
	case !p.attended():
		return labelOnlyShows
	case p.app.Version == "":
		return ""
	}
	return labelVersion + p.app.Version
}

// fits shows the bar where there is room for it.
func (b *bar) fits(roomy bool) { b.Hidden = !roomy }

func (b *bar) place(box rect, size float32) {
	put(b.Container, box)
	b.box, b.size = rect{0, 0, box.w, box.h}, size
	b.arrange()
}

func (b *bar) arrange() {
	inner := b.box
	gap := b.size * 0.5
	for _, each := range []*action{b.copy, b.export, b.settings} {
		each.place(inner.right(each.width(b.size, each.text, each.widest)-b.tight(), gap), b.size)
	}
	b.snooze.place(inner.left(max(0, min(inner.w, b.snooze.width(b.size, b.snooze.text)-b.tight())), b.size), b.size)
	if b.quiet.width(b.quiet.text, b.size*0.9)+1 > inner.w {
		inner.w = 0 // half of it says nothing
	}
	b.quiet.place(inner, b.size*0.9)
}

// tight is what each button gives up where they do not fit.
func (b *bar) tight() float32 {
	var needed float32
	for _, each := range []*action{b.snooze, b.settings, b.export, b.copy} {
		needed += each.width(b.size, each.text, each.widest) + b.size*0.5
	}
	return min(max(0, (needed-b.box.w)/4), b.size*1.2)
}
