package kit

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/widget"
)

// PointerTracker is an invisible widget that reports pointer movement. Fyne has no
// hoverable widget that draws nothing.
type PointerTracker struct {
	widget.BaseWidget
	moved  func()
	cursor desktop.StandardCursor
}

// NewPointerTracker makes a tracker that shows the pointer as cursor.
func NewPointerTracker(cursor desktop.StandardCursor, moved func()) *PointerTracker {
	p := &PointerTracker{moved: moved, cursor: cursor}
	p.ExtendBaseWidget(p)
	return p
}

// MouseIn implements desktop.Hoverable.
func (p *PointerTracker) MouseIn(*desktop.MouseEvent) { p.moved() }

// MouseMoved implements desktop.Hoverable.
func (p *PointerTracker) MouseMoved(*desktop.MouseEvent) { p.moved() }

// MouseOut implements desktop.Hoverable.
func (p *PointerTracker) MouseOut() { p.moved() }

// Cursor implements desktop.Cursorable. Fyne asks the topmost widget that can
// be hovered.
func (p *PointerTracker) Cursor() desktop.Cursor { return p.cursor }

// Parts implements [Composite].
func (*PointerTracker) Parts() []fyne.CanvasObject { return nil }

// CreateRenderer implements fyne.Widget.
func (*PointerTracker) CreateRenderer() fyne.WidgetRenderer {
	return widget.NewSimpleRenderer(&fyne.Container{})
}

// TapArea is an invisible widget over something drawn, which can be tapped. Fyne's
// button always draws itself.
type TapArea struct {
	widget.BaseWidget
	tapped func()
}

// NewTapArea makes an area that calls tapped.
func NewTapArea(tapped func()) *TapArea {
	a := &TapArea{tapped: tapped}
	a.ExtendBaseWidget(a)
	return a
}

// Tapped implements fyne.Tappable.
func (a *TapArea) Tapped(*fyne.PointEvent) { a.tapped() }

// CreateRenderer implements fyne.Widget.
func (*TapArea) CreateRenderer() fyne.WidgetRenderer {
	return widget.NewSimpleRenderer(&fyne.Container{})
}
