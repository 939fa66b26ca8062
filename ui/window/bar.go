package window

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"routerwatch/ui/view"
	"routerwatch/ui/wire"
)

// bar is the row of controls that do not belong to one router.
type bar struct {
	*fyne.Container
	snooze, copy *action
	choices      []view.SnoozeChoice
	quiet        *words
	box          rect
	size         float32
}

func newBar(s *shell) *bar {
	b := &bar{quiet: newWords(1, 12, colorMuted).at(fyne.TextAlignTrailing)}
	b.snooze = newAction("", s.key, nil)
	b.snooze.do = func() {
		s.popUp(menuItems(b.choices, func(c view.SnoozeChoice) (string, func()) {
			return c.Text, func() { s.send(wire.Command{Do: wire.Snooze, ForMS: c.For.Milliseconds()}) }
		}), b.snooze)
	}
	b.copy = newAction(labelCopy, s.key, s.copy)
	b.Container = container.NewWithoutLayout(b.snooze, b.quiet, b.copy)
	return b
}

// apply shows the state of the notifications.
func (b *bar) apply(snooze view.SnoozeMenu, version string, watching bool) {
	b.choices = snooze.Choices
	if b.snooze.text != snooze.Text {
		b.snooze.show(snooze.Text, true)
		b.arrange()
	}
	b.copy.show(labelCopy, watching)
	b.quiet.set(version)
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
	b.copy.place(inner.right(b.copy.width(b.size, labelCopy), b.size), b.size)
	b.snooze.place(inner.left(max(0, min(inner.w, b.snooze.width(b.size, b.snooze.text))), b.size), b.size)
	b.quiet.place(inner, b.size*0.9)
}
