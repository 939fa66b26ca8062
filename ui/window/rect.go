package window

import "fyne.io/fyne/v2"

// radius rounds every corner of the window's, in Fyne's units.
const radius = 8

// rect is a place in a layout, in Fyne's units. Its methods cut places off it,
// which is how the layouts here are written: from the edges inwards.
type rect struct{ x, y, w, h float32 }

func (r rect) pos() fyne.Position    { return fyne.NewPos(r.x, r.y) }
func (r rect) dimensions() fyne.Size { return fyne.NewSize(max(0, r.w), max(0, r.h)) }

// inset is r without a margin.
func (r rect) inset(x, y float32) rect { return rect{r.x + x, r.y + y, r.w - 2*x, r.h - 2*y} }

// top cuts a strip of height h off the top, and a gap.
func (r *rect) top(h, gap float32) rect {
	strip := rect{r.x, r.y, r.w, h}
	r.y, r.h = r.y+h+gap, r.h-h-gap
	return strip
}

// bottom cuts a strip of height h off the bottom, and a gap.
func (r *rect) bottom(h, gap float32) rect {
	strip := rect{r.x, r.y + r.h - h, r.w, h}
	r.h -= h + gap
	return strip
}

// left cuts a strip of width w off the left, and a gap.
func (r *rect) left(w, gap float32) rect {
	strip := rect{r.x, r.y, w, r.h}
	r.x, r.w = r.x+w+gap, r.w-w-gap
	return strip
}

// right cuts a strip of width w off the right, and a gap.
func (r *rect) right(w, gap float32) rect {
	strip := rect{r.x + r.w - w, r.y, w, r.h}
	r.w -= w + gap
	return strip
}

// middle is the strip of height h in the vertical middle of r.
func (r rect) middle(h float32) rect { return rect{r.x, r.y + (r.h-h)/2, r.w, h} }

// put moves and resizes o to r.
func put(o fyne.CanvasObject, r rect) {
	o.Move(r.pos())
	o.Resize(r.dimensions())
}
