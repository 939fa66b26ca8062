package window

import "fyne.io/fyne/v2"

// flow lays a column out from the top down. While it only measures, nothing
// is moved.
type flow struct {
	x, w, y   float32
	measuring bool
}

// row cuts off the next row.
func (f *flow) row(height, gap float32) rect {
	r := rect{f.x, f.y, f.w, height}
	f.y += height + gap
	return r
}

// text gives w its lines.
func (f *flow) text(w *words, size float32, lines int, gap float32) {
	row := f.row(lineHeight*size*float32(lines)+1, gap)
	if !f.measuring {
		w.place(row, size)
	}
}

// object gives o a row of that height.
func (f *flow) object(o fyne.CanvasObject, height, gap float32) {
	row := f.row(height, gap)
	if !f.measuring {
		put(o, row)
	}
}

// buttons puts buttons next to each other, and breaks the row where there is
// no room for the next one.
func (f *flow) buttons(gap float32, buttons ...*action) {
	const between = 8
	row := f.row(sheetButton, between)
	for _, b := range buttons {
		if !b.Visible() {
			continue
		}
		width := min(b.width(sheetText, b.text, b.widest), f.w)
		if width > row.w && row.w < f.w {
			row = f.row(sheetButton, between)
		}
		place := row.left(width, between)
		if !f.measuring {
			b.place(place, sheetText)
		}
	}
	f.y += gap - between
}

// toggle gives t its row, a little outside the column: its own edge is only
// seen while it has the focus.
func (f *flow) toggle(t *toggle, gap float32) {
	row := f.row(t.height(f.w), gap)
	if !f.measuring {
		put(t, rect{row.x - 6, row.y, row.w + 12, row.h})
	}
}
