package window

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"routerwatch/ui/window/kit"
)

// toggle is a choice that is on or off, or one of several that exclude each
// other, with a line that explains it. Space and Enter change it; every other
// key goes on to the window.
type toggle struct {
	widget.BaseWidget

	on     bool
	round  bool // one of several: pressing it again changes nothing
	do     func(on bool)
	keys   func(*fyne.KeyEvent)
	reveal func(fyne.CanvasObject) // brings it into view

	focused, hovered bool

	box         *canvas.Rectangle
	dot         *canvas.Rectangle // what says that it is on
	text, more  *kit.Text
	highlighted *canvas.Rectangle
}

const (
	toggleText = 14
	toggleMore = 12.5
	toggleBox  = 16
)

func newToggle(text, more string, keys func(*fyne.KeyEvent), do func(bool)) *toggle {
	t := &toggle{do: do, keys: keys, reveal: func(fyne.CanvasObject) {}}
	t.box, t.dot, t.highlighted = canvas.NewRectangle(nil), canvas.NewRectangle(nil), canvas.NewRectangle(nil)
	t.box.StrokeWidth = 1.5
	t.highlighted.CornerRadius = kit.Radius / 2
	t.text = kit.NewText(1, toggleText, theme.ColorNameForeground).ShrinkTo(kit.MinTextSize)
	t.more = kit.NewText(2, toggleMore, kit.ColorMuted).ShrinkTo(kit.MinTextSize)
	t.text.Text, t.more.Text = text, more
	t.ExtendBaseWidget(t)
	return t
}

// set changes the state without doing anything about it.
func (t *toggle) set(on bool) {
	if t.on != on {
		t.on = on
		t.Refresh()
	}
}

// height is what the toggle needs.
func (t *toggle) height(width float32) float32 {
	if t.more.Text == "" {
		return kit.LineHeight*toggleText + 6
	}
	lines := float32(1)
	if t.more.Width(t.more.Text, toggleMore) > width-toggleBox-18 {
		lines = 2
	}
	return kit.LineHeight*(toggleText+lines*toggleMore) + 8
}

// Tapped implements fyne.Tappable.
func (t *toggle) Tapped(*fyne.PointEvent) {
	if t.round && t.on {
		return
	}
	t.set(!t.on)
	t.do(t.on)
}

// TypedKey implements fyne.Focusable.
func (t *toggle) TypedKey(event *fyne.KeyEvent) {
	switch event.Name {
	case fyne.KeySpace, fyne.KeyReturn, fyne.KeyEnter:
		t.Tapped(nil)
	default:
		t.keys(event)
	}
}

// TypedRune implements fyne.Focusable.
func (t *toggle) TypedRune(rune) {}

// FocusGained implements fyne.Focusable.
func (t *toggle) FocusGained() { t.focused = true; t.Refresh(); t.reveal(t) }

// FocusLost implements fyne.Focusable.
func (t *toggle) FocusLost() { t.focused = false; t.Refresh() }

// MouseIn implements desktop.Hoverable.
func (t *toggle) MouseIn(*desktop.MouseEvent) { t.hovered = true; t.Refresh() }

// MouseMoved implements desktop.Hoverable.
func (t *toggle) MouseMoved(*desktop.MouseEvent) {}

// MouseOut implements desktop.Hoverable.
func (t *toggle) MouseOut() { t.hovered = false; t.Refresh() }

// CreateRenderer implements fyne.Widget.
func (t *toggle) CreateRenderer() fyne.WidgetRenderer {
	r := &toggleRenderer{t}
	r.Refresh()
	return r
}

type toggleRenderer struct{ t *toggle }

// Layout implements fyne.WidgetRenderer.
func (r *toggleRenderer) Layout(size fyne.Size) {
	t, area := r.t, kit.Area(size)
	kit.Put(t.highlighted, area)
	area = area.Inset(6, 3)
	first := kit.NewRect(area.X, area.Y, toggleBox, kit.LineHeight*toggleText)
	box := first.Middle(toggleBox)
	kit.Put(t.box, box)
	kit.Put(t.dot, box.Inset(4, 4))
	area.Left(toggleBox, 8)
	t.text.Place(area.Top(kit.LineHeight*toggleText, 0), toggleText)
	t.more.Place(area, toggleMore)
}

// MinSize implements fyne.WidgetRenderer.
func (r *toggleRenderer) MinSize() fyne.Size { return fyne.Size{} }

// Refresh implements fyne.WidgetRenderer.
func (r *toggleRenderer) Refresh() {
	t := r.t
	t.box.CornerRadius, t.dot.CornerRadius = 4, 2
	if t.round {
		t.box.CornerRadius, t.dot.CornerRadius = toggleBox/2, (toggleBox-8)/2
	}
	t.box.FillColor, t.box.StrokeColor = theme.Color(theme.ColorNameInputBackground), theme.Color(kit.ColorMuted)
	t.dot.Hidden = !t.on
	t.dot.FillColor = theme.Color(theme.ColorNamePrimary)
	if t.on {
		t.box.StrokeColor = theme.Color(theme.ColorNamePrimary)
	}
	t.highlighted.FillColor, t.highlighted.StrokeWidth = nil, 0
	if t.hovered {
		t.highlighted.FillColor = theme.Color(theme.ColorNameHover)
	}
	if t.focused {
		t.highlighted.StrokeColor, t.highlighted.StrokeWidth = theme.Color(theme.ColorNamePrimary), 2
	}
	for _, o := range r.Objects() {
		o.Refresh()
	}
}

// Objects implements fyne.WidgetRenderer.
func (r *toggleRenderer) Objects() []fyne.CanvasObject {
	return []fyne.CanvasObject{r.t.highlighted, r.t.box, r.t.dot, r.t.text, r.t.more}
}

// Destroy implements fyne.WidgetRenderer.
func (r *toggleRenderer) Destroy() {}
