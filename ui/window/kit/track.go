package kit

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"
)

// Track is an invisible widget over charts of one time, in which a moment is chosen
// with the pointer or with keys and marked by a vertical line. Fyne's slider has a
// handle, and hides what is below it.
type Track struct {
	widget.BaseWidget
	OnPoint func(at float64)          // 0 is the left edge, 1 the right one
	OnKey   func(fyne.KeyName) bool   // reports whether it used the key
	OnFocus func(o fyne.CanvasObject) // called to scroll it into view

	unused     func(*fyne.KeyEvent)
	at         float64
	line, ring *canvas.Rectangle // the ring marks the focus
}

// NewTrack makes a track. unused gets the keys that it does not use.
func NewTrack(unused func(*fyne.KeyEvent)) *Track {
	t := &Track{unused: unused, OnFocus: func(fyne.CanvasObject) {}, line: canvas.NewRectangle(nil), ring: canvas.NewRectangle(nil)}
	t.line.Hide()
	t.ring.Hide()
	t.ring.StrokeWidth, t.ring.CornerRadius = 2, 2
	t.ExtendBaseWidget(t)
	return t
}

// Mark moves the line to a place; a negative one hides it.
func (t *Track) Mark(at float64) {
	t.at = at
	SetVisible(t.line, at >= 0)
	t.layout()
}

// MouseIn implements desktop.Hoverable.
func (t *Track) MouseIn(event *desktop.MouseEvent) { t.point(event.Position) }

// MouseMoved implements desktop.Hoverable.
func (t *Track) MouseMoved(event *desktop.MouseEvent) { t.point(event.Position) }

// MouseOut implements desktop.Hoverable.
func (t *Track) MouseOut() {}

// Tapped implements fyne.Tappable.
func (t *Track) Tapped(event *fyne.PointEvent) { t.point(event.Position) }

func (t *Track) point(at fyne.Position) {
	t.OnPoint(float64(min(max(at.X/max(1, t.Size().Width), 0), 1)))
}

// TypedKey implements fyne.Focusable.
func (t *Track) TypedKey(event *fyne.KeyEvent) {
	if !t.OnKey(event.Name) {
		t.unused(event)
	}
}

// TypedRune implements fyne.Focusable.
func (t *Track) TypedRune(rune) {}

// FocusGained implements fyne.Focusable.
func (t *Track) FocusGained() { t.ring.Show(); t.OnFocus(t) }

// FocusLost implements fyne.Focusable.
func (t *Track) FocusLost() { t.ring.Hide() }

// CreateRenderer implements fyne.Widget.
func (t *Track) CreateRenderer() fyne.WidgetRenderer {
	return newRenderer(t.layout, t.refresh, t.line, t.ring)
}

func (t *Track) layout() {
	area := Area(t.Size())
	Put(t.ring, area.Inset(-3, -3))
	Put(t.line, NewRect(min(area.W-1, float32(t.at)*area.W), 0, 1.5, area.H))
}

func (t *Track) refresh() {
	t.line.FillColor = theme.Color(theme.ColorNameForeground)
	t.ring.StrokeColor = theme.Color(theme.ColorNamePrimary)
	t.line.Refresh()
	t.ring.Refresh()
	t.layout()
}
