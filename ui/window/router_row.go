package window

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/theme"

	"routerwatch/settings"
	"routerwatch/ui/view"
	"routerwatch/ui/window/kit"
)

// routerRow is a router in the list of the settings, with what can be done
// to it.
type routerRow struct {
	id            string
	name, address *kit.Text
	edit, remove  *kit.Button
	up, down      *kit.Button
	question      *kit.Text
	sure, keep    *kit.Button
	asking        bool
}

func newRouterRow(p *settingsPage, r settings.Router, first, last bool) *routerRow {
	row := &routerRow{
		id:       r.ID,
		name:     kit.NewText(1, sheetText, theme.ColorNameForeground).Bold(),
		address:  kit.NewText(1, sheetSmall, kit.ColorMuted),
		question: kit.NewText(1, sheetText, theme.ColorNameForeground),
	}
	row.name.Text, row.address.Text = r.Name, shownAddress(r.URL)
	row.question.Text = labelRemoveAsk
	keys := p.shell.key
	row.edit = kit.NewButton(labelEdit, keys, func() { p.edit(p.draft.Routers[p.draft.index(r.ID)]) })
	row.up = kit.NewButton(labelUp, keys, func() { p.moved(r.ID, -1) })
	row.up.Enabled = !first
	row.down = kit.NewButton(labelDown, keys, func() { p.moved(r.ID, 1) })
	row.down.Enabled = !last
	row.remove = kit.NewButton(labelRemove, keys, func() { row.ask(p.sheet, true) })
	row.sure = kit.NewButton(labelRemove, keys, func() { p.removed(r.ID) })
	row.sure.SetFill(kit.Accent(view.Bad))
	row.keep = kit.NewButton(labelKeep, keys, func() { row.ask(p.sheet, false) })
	row.ask(nil, false)
	return row
}

func (r *routerRow) objects() []fyne.CanvasObject {
	return []fyne.CanvasObject{r.name, r.address, r.edit, r.up, r.down, r.remove, r.question, r.sure, r.keep}
}

// ask puts the question whether to remove the router in the place of its
// buttons, or takes it back.
func (r *routerRow) ask(s *sheet, asking bool) {
	r.asking = asking
	for _, a := range []*kit.Button{r.edit, r.up, r.down, r.remove} {
		a.Hidden = asking
	}
	r.question.Hidden, r.sure.Hidden, r.keep.Hidden = !asking, !asking, !asking
	if s == nil {
		return
	}
	s.body.Refresh()
	if asking {
		r.sure.IgnoreDoubleClick()
		r.keep.IgnoreDoubleClick()
		s.focus(r.keep)
	} else {
		s.focus(r.remove)
	}
}

func (r *routerRow) flow(f *flow) {
	const wide = 480
	const names = kit.LineHeight * (sheetText + sheetSmall)
	if f.w >= wide {
		row := f.row(max(names, sheetButton), 10)
		if !f.measuring {
			buttons := row.Right(288, 12).Middle(sheetButton)
			r.place(buttons)
			row = row.Middle(names)
			r.name.Place(row.Top(kit.LineHeight*sheetText, 0), sheetText)
			r.address.Place(row, sheetSmall)
		}
		return
	}
	f.text(r.name, sheetText, 1, 0)
	f.text(r.address, sheetSmall, 1, 3)
	row := f.row(sheetButton, 12)
	if !f.measuring {
		r.place(row)
	}
}

func (r *routerRow) place(row kit.Rect) {
	side := min(86, (row.W-3*6)*0.32)
	step := min(44, (row.W-3*6-2*side)/2)
	asked := row
	r.edit.Place(row.Left(side, 6), sheetText)
	r.up.Place(row.Left(step, 6), sheetText)
	r.down.Place(row.Left(step, 6), sheetText)
	r.remove.Place(row.Left(min(row.W, side+10), 0), sheetText)
	r.keep.Place(asked.Right(side+10, 6), sheetText) // what is safe is where the question was asked for
	r.sure.Place(asked.Right(side+10, 6), sheetText)
	r.question.Place(asked, sheetText)
}

// moved moves a router in the list. The focus stays on the arrow, also where
// it leads no further: pressed once more it must not move the router back.
func (p *settingsPage) moved(id string, by int) {
	p.draft.move(id, by)
	p.fill()
	for _, row := range p.rows {
		if row.id != id {
			continue
		}
		if by < 0 {
			p.sheet.focus(row.up)
		} else {
			p.sheet.focus(row.down)
		}
	}
}

// removed takes a router out of the list. The focus goes to its neighbour.
func (p *settingsPage) removed(id string) {
	at := p.draft.index(id)
	p.draft.remove(id)
	p.fill()
	for _, row := range p.rows { // the rows below have moved up under the pointer
		for _, a := range []*kit.Button{row.edit, row.up, row.down, row.remove} {
			a.IgnoreDoubleClick()
		}
	}
	if len(p.rows) == 0 {
		p.sheet.focus(p.add)
		return
	}
	p.sheet.focus(p.rows[min(at, len(p.rows)-1)].remove)
}
