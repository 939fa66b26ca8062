package kit

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/widget"
)

// RowArea is an invisible widget over rows, for the pointer, the keys and the focus.
// Fyne's List refreshes all rows in view for a change of one, and draws on a desktop
// with software rendering the whole window each time.
type RowArea struct {
	widget.BaseWidget
	OnPoint func(y float32) // the pointer is there; negative if it left
	OnTap   func(y float32)
	OnKey   func(fyne.KeyName) bool // reports whether it used the key
	OnFocus func(gained bool)
	unused  func(*fyne.KeyEvent)
}

// NewRowArea makes an area. unused gets the keys that it does not use.
func NewRowArea(unused func(*fyne.KeyEvent)) *RowArea {
	a := &RowArea{unused: unused}
	a.ExtendBaseWidget(a)
	return a
}

// MouseIn implements desktop.Hoverable.
func (a *RowArea) MouseIn(event *desktop.MouseEvent) { a.OnPoint(event.Position.Y) }

// MouseMoved implements desktop.Hoverable.
func (a *RowArea) MouseMoved(event *desktop.MouseEvent) { a.OnPoint(event.Position.Y) }

// MouseOut implements desktop.Hoverable.
func (a *RowArea) MouseOut() { a.OnPoint(-1) }

// Tapped implements fyne.Tappable.
func (a *RowArea) Tapped(event *fyne.PointEvent) { a.OnTap(event.Position.Y) }

// TypedKey implements fyne.Focusable.
func (a *RowArea) TypedKey(event *fyne.KeyEvent) {
	if !a.OnKey(event.Name) {
		a.unused(event)
	}
}

// TypedRune implements fyne.Focusable.
func (a *RowArea) TypedRune(rune) {}

// FocusGained implements fyne.Focusable.
func (a *RowArea) FocusGained() { a.OnFocus(true) }

// FocusLost implements fyne.Focusable.
func (a *RowArea) FocusLost() { a.OnFocus(false) }

// Cursor implements desktop.Cursorable.
func (a *RowArea) Cursor() desktop.Cursor { return desktop.PointerCursor }

// Parts implements [Composite].
func (*RowArea) Parts() []fyne.CanvasObject { return nil }

// CreateRenderer implements fyne.Widget.
func (*RowArea) CreateRenderer() fyne.WidgetRenderer {
	return widget.NewSimpleRenderer(&fyne.Container{})
}
