package window

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/widget"
)

// backdrop lies behind everything and notices when the pointer moves.
type backdrop struct {
	widget.BaseWidget
	moved func()
}

func newBackdrop(moved func()) *backdrop {
	b := &backdrop{moved: moved}
	b.ExtendBaseWidget(b)
	return b
}

// MouseIn implements desktop.Hoverable.
func (b *backdrop) MouseIn(*desktop.MouseEvent) { b.moved() }

// MouseMoved implements desktop.Hoverable.
func (b *backdrop) MouseMoved(*desktop.MouseEvent) { b.moved() }

// MouseOut implements desktop.Hoverable.
func (b *backdrop) MouseOut() { b.moved() }

// CreateRenderer implements fyne.Widget.
func (*backdrop) CreateRenderer() fyne.WidgetRenderer {
	return widget.NewSimpleRenderer(&fyne.Container{})
}

// busy reports whether the operator is at work, or has just moved the
// keyboard's focus.
func (s *shell) busy() bool {
	if at := s.window.Canvas().Focused(); at != s.at {
		s.at = at
		s.touched()
	}
	return s.sheet != nil || s.welcome.Visible() || s.window.Canvas().Overlays().Top() != nil
}

// unattended reports whether nobody is expected to press anything, whatever is
// below the pointer: a wall display.
func (s *shell) unattended() bool { return s.wall }
