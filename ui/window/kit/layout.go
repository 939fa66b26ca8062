// Package kit is the window's few own widgets, its theme and its layout
// helpers. It knows nothing about routers.
//
// A widget is here only if Fyne has none, or if Fyne's is too expensive to draw or
// moves its neighbours; each says which.
package kit

import "fyne.io/fyne/v2"

// Radius rounds every corner of the window, in Fyne's units.
const Radius = 8

// LineHeight is the height of a line relative to its type size, in the toolkit's
// font.
const LineHeight = 1.37

// MinTextSize is the smallest type size of sentences.
const MinTextSize = 10.5

// Rect is a rectangle in a layout, in Fyne's units. Layouts are written from the
// edges inwards: its methods cut rectangles off it.
type Rect struct{ X, Y, W, H float32 }

// NewRect is a rectangle by its position and size.
func NewRect(x, y, w, h float32) Rect { return Rect{x, y, w, h} }

// Area is the rectangle of that size at the origin.
func Area(size fyne.Size) Rect { return Rect{0, 0, size.Width, size.Height} }

// AtOrigin is r moved to the origin, for the content of a container at r.
func (r Rect) AtOrigin() Rect { return Rect{0, 0, r.W, r.H} }

// Size is the size of r, never negative.
func (r Rect) Size() fyne.Size { return fyne.NewSize(max(0, r.W), max(0, r.H)) }

// Inset is r without a margin.
func (r Rect) Inset(x, y float32) Rect { return Rect{r.X + x, r.Y + y, r.W - 2*x, r.H - 2*y} }

// Intersect is the common part of r and s, which may be empty.
func (r Rect) Intersect(s Rect) Rect {
	x, y := max(r.X, s.X), max(r.Y, s.Y)
	return Rect{x, y, min(r.X+r.W, s.X+s.W) - x, min(r.Y+r.H, s.Y+s.H) - y}
}

// Empty reports whether nothing is in r.
func (r Rect) Empty() bool { return r.W <= 0 || r.H <= 0 }

// Top cuts a strip of height h off the top, and a gap.
func (r *Rect) Top(h, gap float32) Rect {
	strip := Rect{r.X, r.Y, r.W, h}
	r.Y, r.H = r.Y+h+gap, r.H-h-gap
	return strip
}

// Bottom cuts a strip of height h off the bottom, and a gap.
func (r *Rect) Bottom(h, gap float32) Rect {
	strip := Rect{r.X, r.Y + r.H - h, r.W, h}
	r.H -= h + gap
	return strip
}

// Left cuts a strip of width w off the left, and a gap.
func (r *Rect) Left(w, gap float32) Rect {
	strip := Rect{r.X, r.Y, w, r.H}
	r.X, r.W = r.X+w+gap, r.W-w-gap
	return strip
}

// Right cuts a strip of width w off the right, and a gap.
func (r *Rect) Right(w, gap float32) Rect {
	strip := Rect{r.X + r.W - w, r.Y, w, r.H}
	r.W -= w + gap
	return strip
}

// Middle is the strip of height h in the vertical middle of r.
func (r Rect) Middle(h float32) Rect { return Rect{r.X, r.Y + (r.H-h)/2, r.W, h} }

// Put moves and resizes o to r. Where it is there already, nothing is drawn again.
func Put(o fyne.CanvasObject, r Rect) {
	if at := fyne.NewPos(r.X, r.Y); o.Position() != at {
		o.Move(at)
	}
	if size := r.Size(); o.Size() != size {
		o.Resize(size)
	}
}

// SetVisible shows or hides o and reports whether that changed anything.
func SetVisible(o fyne.CanvasObject, shown bool) bool {
	if o.Visible() == shown {
		return false
	}
	if shown {
		o.Show()
	} else {
		o.Hide()
	}
	return true
}

// change sets a field of w, and refreshes w if the value changed. It reports
// whether it did.
func change[T comparable](w fyne.Widget, part *T, to T) bool {
	if *part == to {
		return false
	}
	*part = to
	w.Refresh()
	return true
}

// Composite is a widget that consists of other objects.
type Composite interface{ Parts() []fyne.CanvasObject }

// Layout is a function that lays a container's objects out in its area. It has no
// minimum size.
type Layout func(room Rect)

// Layout implements fyne.Layout.
func (l Layout) Layout(_ []fyne.CanvasObject, size fyne.Size) { l(Area(size)) }

// MinSize implements fyne.Layout.
func (Layout) MinSize([]fyne.CanvasObject) fyne.Size { return fyne.Size{} }

// renderer draws a widget whose canvas objects never change.
type renderer struct {
	objects         []fyne.CanvasObject
	layout, refresh func()
}

// newRenderer refreshes once, for the first frame.
func newRenderer(layout, refresh func(), objects ...fyne.CanvasObject) fyne.WidgetRenderer {
	refresh()
	return &renderer{objects, layout, refresh}
}

// Layout implements fyne.WidgetRenderer.
func (r *renderer) Layout(fyne.Size) { r.layout() }

// MinSize implements fyne.WidgetRenderer. Widgets of the kit have no minimum size.
func (r *renderer) MinSize() fyne.Size { return fyne.Size{} }

// Refresh implements fyne.WidgetRenderer.
func (r *renderer) Refresh() { r.refresh() }

// Objects implements fyne.WidgetRenderer.
func (r *renderer) Objects() []fyne.CanvasObject { return r.objects }

// Destroy implements fyne.WidgetRenderer.
func (r *renderer) Destroy() {}
