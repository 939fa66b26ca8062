package window

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/theme"

	"routerwatch/ui/view"
	"routerwatch/ui/window/kit"
)

// listRow is the row of a router in the list. Its widgets are made once.
type listRow struct {
	*fyne.Container
	ground  *canvas.Rectangle // of the chosen row, with the ring of the focus, and of the pointed one
	changed *canvas.Rectangle // the bar that marks a status that changed lately
	icon    *statusIcon
	name    *kit.Text
	status  *kit.Text
	wrong   *kit.Text
	figures *kit.Text
	shown   view.Row

	size    float32 // of the type
	columns bool    // one line, not two
}

func newListRow() *listRow {
	r := &listRow{
		ground: canvas.NewRectangle(nil), changed: canvas.NewRectangle(nil), icon: newStatusIcon(),
		name:    kit.NewText(1, rowText, theme.ColorNameForeground).Bold(),
		status:  kit.NewText(1, rowText, theme.ColorNameForeground).Bold(),
		wrong:   kit.NewText(1, rowText, theme.ColorNameForeground),
		figures: kit.NewText(1, rowText, kit.ColorMuted).Align(fyne.TextAlignTrailing),
	}
	r.ground.CornerRadius = kit.Radius / 2
	r.Container = container.New(kit.Layout(r.layout), r.ground, r.changed, r.icon.Container, r.name, r.status, r.wrong, r.figures)
	return r
}

// apply shows m and what the list adds to it, except for the texts of applyTimes.
func (r *listRow) apply(m view.Model, row view.Row) {
	r.shown = row
	r.icon.apply(m.Icon)
	name := m.Title
	if m.Simulated {
		name += " " + view.LabelSimulated
	}
	r.name.Set(name)
	color := kit.Accent(m.Tone)
	if m.Icon.Grey { // it does not count
		color = kit.ColorMuted
	}
	r.status.SetColor(color)
	if fill := theme.Color(kit.Accent(m.Tone)); kit.SetVisible(r.changed, row.Changed) || r.changed.FillColor != fill {
		r.changed.FillColor = fill
		r.changed.Refresh()
	}
}

// mark marks the row as the chosen one, which may have the focus, and the one under the
// pointer.
func (r *listRow) mark(chosen, pointed, focused bool) {
	fill, stroke, width := theme.Color(theme.ColorNameBackground), theme.Color(theme.ColorNamePrimary), float32(0)
	switch {
	case chosen:
		fill = theme.Color(theme.ColorNameButton)
	case pointed:
		fill = theme.Color(kit.ColorSurface)
	}
	if chosen && focused {
		width = 2
	}
	if r.ground.FillColor != fill || r.ground.StrokeWidth != width || r.ground.StrokeColor != stroke {
		r.ground.FillColor, r.ground.StrokeWidth, r.ground.StrokeColor = fill, width, stroke
		r.ground.Refresh()
	}
}

// applyTimes shows the texts that change as time passes, and returns those that did. A
// text that does not fit is replaced by a shorter one.
func (r *listRow) applyTimes() (changed []*kit.Text) {
	set := func(t *kit.Text, text string) {
		if t.Set(text) {
			changed = append(changed, t)
		}
	}
	room := r.wrong.Size().Width
	if !r.columns { // both texts share a line
		room += r.status.Size().Width
	}
	set(r.figures, r.figures.FirstFitting(r.shown.Figures, r.figures.Size().Width))
	if r.columns {
		set(r.status, r.status.FirstFitting(r.shown.Status, r.status.Size().Width))
		set(r.wrong, r.wrong.FirstFitting(r.shown.Wrong, room))
		return changed
	}
	gap, before := r.size*0.6, len(changed)
	for i, status := range r.shown.Status {
		width := r.status.Width(status, r.status.TextSize()) + gap
		wrong := r.wrong.FirstFitting(r.shown.Wrong, room-width)
		if wrong == "" && len(r.shown.Wrong) > 0 && i < len(r.shown.Status)-1 {
			continue // rather without how long
		}
		set(r.status, status)
		set(r.wrong, wrong)
		line := kit.NewRect(r.status.Position().X, r.status.Position().Y, room, r.status.Size().Height)
		r.status.Place(line.Left(min(width, room), 0), r.status.TextSize())
		r.wrong.Place(line, r.wrong.TextSize())
		break
	}
	if len(changed) > before { // the other one may have moved
		changed = append(changed[:before], r.status, r.wrong)
	}
	return changed
}

// The sizes in a row, over its type size.
const (
	rowMargin    = 0.35 // above and below the lines
	smallInRow   = 0.92 // the type of the second line
	columnsWidth = 54   // the width from which a row is one line in columns
)

func (r *listRow) layout(room kit.Rect) {
	size, small := r.size, r.size*smallInRow
	kit.Put(r.ground, room.Inset(0, 1))
	kit.Put(r.changed, kit.NewRect(room.X+2, room.Y+4, max(3, size*0.25), room.H-8))
	area := room.Inset(size*0.7, rowMargin*size)
	if r.columns {
		kit.Put(r.icon, area.Left(size*1.3, size*0.6).Middle(size*1.3))
		r.name.Place(area.Left(area.W*0.22, size*0.6), size)
		r.status.Place(area.Left(min(area.W*0.25, size*9), size*0.6), small)
		r.figures.Place(area.Right(min(area.W*0.35, size*11), size*0.6), small)
		r.wrong.Place(area, small)
		r.applyTimes()
		return
	}
	kit.Put(r.icon, area.Left(size*1.7, size*0.6).Middle(size*1.7))
	line := area.Top(kit.LineHeight*size, 0)
	r.figures.Place(line.Right(min(line.W*0.5, size*8.8), size*0.5), small)
	r.name.Place(line, size)
	r.status.Place(area.Left(0, 0), small)
	r.wrong.Place(area, small)
	r.applyTimes()
}

// rowHeightFor is the height of a row of that type size.
func rowHeightFor(size float32, columns bool) float32 {
	lines := float32(1)
	if !columns {
		lines += smallInRow
	}
	return size * (kit.LineHeight*lines + 2*rowMargin)
}
