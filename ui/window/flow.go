package window

import (
	"fyne.io/fyne/v2"

	"routerwatch/ui/window/kit"
)

// flow lays a column out from the top down. While it only measures, nothing
// is moved.
type flow struct {
	x, w, y   float32
	measuring bool
}

// row cuts off the next row.
func (f *flow) row(height, gap float32) kit.Rect {
	r := kit.NewRect(f.x, f.y, f.w, height)
	f.y += height + gap
	return r
}

// text gives w its lines.
func (f *flow) text(w *kit.Text, size float32, lines int, gap float32) {
	row := f.row(kit.LineHeight*size*float32(lines)+1, gap)
	if !f.measuring {
		w.Place(row, size)
	}
}

// object gives o a row of that height.
func (f *flow) object(o fyne.CanvasObject, height, gap float32) {
	row := f.row(height, gap)
	if !f.measuring {
		kit.Put(o, row)
	}
}

// buttons puts buttons next to each other, and breaks the row where there is
// no room for the next one.
func (f *flow) buttons(gap float32, buttons ...*kit.Button) {
	const between = 8
	row := f.row(sheetButton, between)
	for _, b := range buttons {
		if !b.Visible() {
			continue
		}
		width := min(b.Width(sheetText, b.Text, b.Widest), f.w)
		if width > row.W && row.W < f.w {
			row = f.row(sheetButton, between)
		}
		place := row.Left(width, between)
		if !f.measuring {
			b.Place(place, sheetText)
		}
	}
	f.y += gap - between
}

// toggle gives t its row, a little outside the column: its own edge is only
// seen while it has the focus.
func (f *flow) toggle(t *toggle, gap float32) {
	row := f.row(t.height(f.w), gap)
	if !f.measuring {
		kit.Put(t, kit.NewRect(row.X-6, row.Y, row.W+12, row.H))
	}
}
