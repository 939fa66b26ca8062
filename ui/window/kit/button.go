package kit

import (
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"
)

// Button is a button. Unlike Fyne's it accepts Enter as well as Space, passes every
// other key on to the window, and keeps the focus while it is disabled, as Retry
// now is during every poll.
type Button struct {
	widget.BaseWidget

	Text        string              // change it with Set
	Fill        fyne.ThemeColorName // "" is a plain button; change it with SetFill
	Enabled     bool
	Faded       bool   // looks disabled, but can be pressed, to say why
	PassBy      bool   // while it is disabled, Tab passes it by
	Widest      string // the longest text that it will have
	OnTapped    func()
	OnFocus     func(fyne.CanvasObject) // called to scroll it into view
	IgnoreUntil time.Time               // presses before then are ignored
	ByKey       bool                    // true during a press by the keyboard

	size             float32 // of the type
	unused           func(*fyne.KeyEvent)
	hovered, focused bool
	held             bool // see Hold

	ground, ring *canvas.Rectangle // the ring marks the focus of a filled button
	label        *Text
}

// ringInset is how far the ring of the focus is from a filled button's edge.
const ringInset = 3

// NewButton makes a button. unused gets the keys that it does not use.
func NewButton(text string, unused func(*fyne.KeyEvent), do func()) *Button {
	b := &Button{Text: text, size: 14, Enabled: true, OnTapped: do, unused: unused, OnFocus: func(fyne.CanvasObject) {}}
	b.ground = canvas.NewRectangle(nil)
	b.ground.CornerRadius = Radius
	b.ring = canvas.NewRectangle(nil)
	b.ring.CornerRadius = Radius - ringInset
	b.label = NewText(1, b.size, theme.ColorNameForeground).Align(fyne.TextAlignCenter).Bold()
	b.label.Text = text
	b.ExtendBaseWidget(b)
	return b
}

// Set sets the text, and whether the button is enabled.
func (b *Button) Set(text string, enabled bool) {
	change(b, &b.Enabled, enabled)
	change(b, &b.Text, text)
}

// Fade makes the button look disabled; it can still be pressed.
func (b *Button) Fade(pale bool) { change(b, &b.Faded, pale) }

// SetFill fills the button with a colour; "" makes it plain.
func (b *Button) SetFill(fill fyne.ThemeColorName) { change(b, &b.Fill, fill) }

// Place moves and resizes b and sets its type size.
func (b *Button) Place(box Rect, size float32) {
	change(b, &b.size, size)
	Put(b, box)
}

// Width is the width of the button at a type size, for its widest text.
func (b *Button) Width(size float32) float32 {
	return max(b.label.Width(b.Text, size), b.label.Width(b.Widest, size)) + 2*size
}

// FirstFitting is the first of the texts that fits on b at a type size and width, or
// the last one.
func (b *Button) FirstFitting(texts []string, size, width float32) string {
	if i := b.label.firstFitting(texts, size, width-2*size); i >= 0 {
		return texts[i]
	}
	return texts[len(texts)-1]
}

// DoubleClick is how long [Button.IgnoreDoubleClick] lasts.
const DoubleClick = 500 * time.Millisecond

// IgnoreDoubleClick ignores presses for [DoubleClick]. It is for a button that has
// just appeared under the pointer, where it would get the second click of a double
// click.
func (b *Button) IgnoreDoubleClick() { b.IgnoreUntil = time.Now().Add(DoubleClick) }

// Tapped implements fyne.Tappable.
func (b *Button) Tapped(*fyne.PointEvent) {
	if b.Enabled && !time.Now().Before(b.IgnoreUntil) {
		b.OnTapped()
	}
}

// TypedKey implements fyne.Focusable.
func (b *Button) TypedKey(event *fyne.KeyEvent) {
	switch event.Name {
	case fyne.KeySpace, fyne.KeyReturn, fyne.KeyEnter:
		b.ByKey = true
		b.Tapped(nil)
		b.ByKey = false
	default:
		b.unused(event)
	}
}

// TypedRune implements fyne.Focusable.
func (b *Button) TypedRune(rune) {}

// FocusGained implements fyne.Focusable.
func (b *Button) FocusGained() { b.focused = true; b.Refresh(); b.OnFocus(b) }

// FocusLost implements fyne.Focusable.
func (b *Button) FocusLost() { b.focused, b.held = false, false; b.Refresh() }

// Disabled implements fyne.Disableable, of which the toolkit passes a disabled one by.
func (b *Button) Disabled() bool { return b.PassBy && !b.Enabled && !b.focused && !b.held }

// Enable implements fyne.Disableable.
func (b *Button) Enable() { b.Set(b.Text, true) }

// Disable implements fyne.Disableable.
func (b *Button) Disable() { b.Set(b.Text, false) }

// Hold lets the button take the focus once, also if Tab would pass it by.
func (b *Button) Hold() *Button { b.held = true; return b }

// MouseIn implements desktop.Hoverable.
func (b *Button) MouseIn(*desktop.MouseEvent) { b.hovered = true; b.Refresh() }

// MouseMoved implements desktop.Hoverable.
func (b *Button) MouseMoved(*desktop.MouseEvent) {}

// MouseOut implements desktop.Hoverable.
func (b *Button) MouseOut() { b.hovered = false; b.Refresh() }

// Attended reports whether the pointer or the focus is on the button.
func (b *Button) Attended() bool { return b.hovered || b.focused }

// Cursor implements desktop.Cursorable.
func (b *Button) Cursor() desktop.Cursor {
	if b.Enabled {
		return desktop.PointerCursor
	}
	return desktop.DefaultCursor
}

// MinSize implements fyne.CanvasObject.
func (b *Button) MinSize() fyne.Size { return fyne.NewSize(b.Width(b.size), b.size*2.2) }

// CreateRenderer implements fyne.Widget.
func (b *Button) CreateRenderer() fyne.WidgetRenderer {
	return newRenderer(b.layout, b.refresh, b.ground, b.ring, b.label)
}

func (b *Button) layout() {
	area := Area(b.Size())
	Put(b.ground, area)
	Put(b.ring, area.Inset(ringInset, ringInset))
	b.label.Place(area.Inset(b.size/2, 0), b.size)
}

func (b *Button) refresh() {
	ground, ink := b.colors()
	b.ground.FillColor = theme.Color(ground)
	b.ground.StrokeWidth, b.ring.StrokeWidth = 0, 0
	if b.focused {
		b.ground.StrokeColor, b.ground.StrokeWidth = theme.Color(theme.ColorNamePrimary), 2
		if b.Fill != "" { // which may be the primary colour
			b.ground.StrokeColor = theme.Color(theme.ColorNameForeground)
			b.ring.StrokeColor, b.ring.StrokeWidth = theme.Color(ink), 2
		}
	}
	b.ground.Refresh()
	b.ring.Refresh()
	b.label.Set(b.Text)
	b.label.SetColor(ink)
	b.layout()
}

func (b *Button) colors() (ground, ink fyne.ThemeColorName) {
	switch {
	case !b.Enabled || b.Faded:
		return theme.ColorNameButton, theme.ColorNameDisabled
	case b.Fill != "":
		return b.Fill, ColorOnAccent
	case b.hovered:
		return theme.ColorNameHover, theme.ColorNameForeground
	}
	return theme.ColorNameButton, theme.ColorNameForeground
}
