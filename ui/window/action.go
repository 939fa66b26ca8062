package window

import (
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"
)

// action is a button. Unlike the toolkit's it answers Enter as well as Space,
// passes every other key on to the window, and keeps the keyboard's focus
// while it is disabled: Retry now is, during every poll.
type action struct {
	widget.BaseWidget

	text    string
	size    float32
	fill    fyne.ThemeColorName // "" is a plain button
	enabled bool
	pale    bool // looks disabled, and says why when it is pressed
	do      func()
	keys    func(*fyne.KeyEvent)
	deaf    time.Time               // until when it takes no press; see [action.settle]
	widest  string                  // the longest text that it will have
	reveal  func(fyne.CanvasObject) // brings it into view

	hovered, focused bool
	byKey            bool // while the keyboard presses it

	ground *canvas.Rectangle
	ring   *canvas.Rectangle // inside a filled button that has the focus
	label  *words
}

// ringInset is how far the ring of the focus is from a filled button's edge.
const ringInset = 3

func newAction(text string, keys func(*fyne.KeyEvent), do func()) *action {
	a := &action{text: text, size: 14, enabled: true, do: do, keys: keys, reveal: func(fyne.CanvasObject) {}}
	a.ground = canvas.NewRectangle(nil)
	a.ground.CornerRadius = radius
	a.ring = canvas.NewRectangle(nil)
	a.ring.CornerRadius = radius - ringInset
	a.label = newWords(1, a.size, theme.ColorNameForeground).at(fyne.TextAlignCenter).strong()
	a.label.text = text
	a.ExtendBaseWidget(a)
	return a
}

// show sets what the button says, and whether it does anything now.
func (a *action) show(text string, enabled bool) {
	if a.text == text && a.enabled == enabled {
		return
	}
	a.text, a.enabled = text, enabled
	a.Refresh()
}

// fade makes the button look as if it did nothing; pressed, it says why.
func (a *action) fade(pale bool) {
	if a.pale != pale {
		a.pale = pale
		a.Refresh()
	}
}

// accent fills the button with a colour; "" makes it plain.
func (a *action) accent(fill fyne.ThemeColorName) {
	if a.fill != fill {
		a.fill = fill
		a.Refresh()
	}
}

// place moves and resizes a and sets its type size.
func (a *action) place(box rect, size float32) {
	if a.size != size {
		a.size = size
		a.Refresh()
	}
	put(a, box)
}

// width is what the widest of some texts needs.
func (a *action) width(size float32, texts ...string) float32 {
	var widest float32
	for _, text := range texts {
		widest = max(widest, fyne.MeasureText(text, size, fyne.TextStyle{Bold: true}).Width)
	}
	return widest + 2*size
}

// settling is how long a button that has just come up takes no press: the
// second click of a double click was not meant for it.
const settling = 500 * time.Millisecond

// settle has the button, which has just come up under the pointer or got the
// keyboard, take no press for a moment.
func (a *action) settle() { a.deaf = time.Now().Add(settling) }

// Tapped implements fyne.Tappable.
func (a *action) Tapped(*fyne.PointEvent) {
	if a.enabled && !time.Now().Before(a.deaf) {
		a.do()
	}
}

// TypedKey implements fyne.Focusable.
func (a *action) TypedKey(event *fyne.KeyEvent) {
	switch event.Name {
	case fyne.KeySpace, fyne.KeyReturn, fyne.KeyEnter:
		a.byKey = true
		a.Tapped(nil)
		a.byKey = false
	default:
		a.keys(event)
	}
}

// TypedRune implements fyne.Focusable.
func (a *action) TypedRune(rune) {}

// FocusGained implements fyne.Focusable.
func (a *action) FocusGained() { a.focused = true; a.Refresh(); a.reveal(a) }

// FocusLost implements fyne.Focusable.
func (a *action) FocusLost() { a.focused = false; a.Refresh() }

// MouseIn implements desktop.Hoverable.
func (a *action) MouseIn(*desktop.MouseEvent) { a.hovered = true; a.Refresh() }

// MouseMoved implements desktop.Hoverable.
func (a *action) MouseMoved(*desktop.MouseEvent) {}

// MouseOut implements desktop.Hoverable.
func (a *action) MouseOut() { a.hovered = false; a.Refresh() }

// Cursor implements desktop.Cursorable.
func (a *action) Cursor() desktop.Cursor {
	if a.enabled {
		return desktop.PointerCursor
	}
	return desktop.DefaultCursor
}

// CreateRenderer implements fyne.Widget.
func (a *action) CreateRenderer() fyne.WidgetRenderer {
	r := &actionRenderer{a}
	r.Refresh()
	return r
}

type actionRenderer struct{ a *action }

// Layout implements fyne.WidgetRenderer.
func (r *actionRenderer) Layout(size fyne.Size) {
	r.a.ground.Resize(size)
	put(r.a.ring, rect{0, 0, size.Width, size.Height}.inset(ringInset, ringInset))
	r.a.label.place(rect{0, 0, size.Width, size.Height}.inset(r.a.size/2, 0), r.a.size)
}

// MinSize implements fyne.WidgetRenderer.
func (r *actionRenderer) MinSize() fyne.Size {
	return fyne.NewSize(r.a.width(r.a.size, r.a.text), r.a.size*2.2)
}

// Refresh implements fyne.WidgetRenderer.
func (r *actionRenderer) Refresh() {
	ground, ink := r.a.colors()
	r.a.ground.FillColor = theme.Color(ground)
	r.a.ground.StrokeWidth, r.a.ring.StrokeWidth = 0, 0
	if r.a.focused {
		r.a.ground.StrokeColor, r.a.ground.StrokeWidth = theme.Color(theme.ColorNamePrimary), 2
		if r.a.fill != "" { // it may be of that very colour
			r.a.ground.StrokeColor = theme.Color(theme.ColorNameForeground)
			r.a.ring.StrokeColor, r.a.ring.StrokeWidth = theme.Color(ink), 2
		}
	}
	r.a.ground.Refresh()
	r.a.ring.Refresh()
	r.a.label.set(r.a.text)
	r.a.label.tint(ink)
	r.Layout(r.a.Size())
}

// Objects implements fyne.WidgetRenderer.
func (r *actionRenderer) Objects() []fyne.CanvasObject {
	return []fyne.CanvasObject{r.a.ground, r.a.ring, r.a.label}
}

// Destroy implements fyne.WidgetRenderer.
func (r *actionRenderer) Destroy() {}

func (a *action) colors() (ground, ink fyne.ThemeColorName) {
	switch {
	case !a.enabled || a.pale:
		return theme.ColorNameButton, theme.ColorNameDisabled
	case a.fill != "":
		return a.fill, onTone
	case a.hovered:
		return theme.ColorNameHover, theme.ColorNameForeground
	}
	return theme.ColorNameButton, theme.ColorNameForeground
}
