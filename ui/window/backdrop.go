package window

import (
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/widget"
)

// backdrop lies behind everything and notices the pointer.
type backdrop struct {
	widget.BaseWidget
	moved func()
	over  bool
}

func newBackdrop(moved func()) *backdrop {
	b := &backdrop{moved: moved}
	b.ExtendBaseWidget(b)
	return b
}

// MouseIn implements desktop.Hoverable.
func (b *backdrop) MouseIn(*desktop.MouseEvent) { b.over = true; b.moved() }

// MouseMoved implements desktop.Hoverable.
func (b *backdrop) MouseMoved(*desktop.MouseEvent) { b.over = true; b.moved() }

// MouseOut implements desktop.Hoverable.
func (b *backdrop) MouseOut() { b.over = false; b.moved() }

// CreateRenderer implements fyne.Widget.
func (*backdrop) CreateRenderer() fyne.WidgetRenderer {
	return widget.NewSimpleRenderer(&fyne.Container{})
}

// rest is how long the toolkit's loop may wait for the next input.
func (s *shell) rest() time.Duration {
	if at := s.window.Canvas().Focused(); at != s.at {
		s.at = at
		s.touched()
		return 0
	}
	switch {
	case s.sheet != nil, s.welcome.Visible(), s.window.Canvas().Overlays().Top() != nil:
		return 0
	case s.wall:
		return unseen
	case s.focused, s.backdrop.over, s.hovering():
		return seen
	}
	return unseen
}

// hovering reports whether the pointer is over a button, and so not over the
// backdrop.
func (s *shell) hovering() bool {
	for _, a := range []*action{s.bar.snooze, s.bar.settings, s.bar.export, s.bar.copy, s.demo.fault, s.demo.pause, s.demo.play, s.banner.dismiss} {
		if a.hovered {
			return true
		}
	}
	for _, c := range s.cards {
		if c.retry.hovered {
			return true
		}
	}
	return false
}
