package window

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/theme"

	"routerwatch/ui/view"
	"routerwatch/ui/wire"
)

// routerRow is a router in the list of the settings, with what can be done
// to it.
type routerRow struct {
	id            string
	name, address *words
	edit, remove  *action
	up, down      *action
	question      *words
	sure, keep    *action
	asking        bool
}

func newRouterRow(p *settingsPage, r wire.Router, first, last bool) *routerRow {
	row := &routerRow{
		id:       r.ID,
		name:     newWords(1, sheetText, theme.ColorNameForeground).strong(),
		address:  newWords(1, sheetSmall, colorMuted),
		question: newWords(1, sheetText, theme.ColorNameForeground),
	}
	row.name.text, row.address.text = r.Name, p.shell.options.shown(r.URL)
	row.question.text = labelRemoveAsk
	keys := p.shell.key
	row.edit = newAction(labelEdit, keys, func() { p.edit(p.draft.Routers[p.draft.index(r.ID)]) })
	row.up = newAction(labelUp, keys, func() { p.moved(r.ID, -1) })
	row.up.enabled = !first
	row.down = newAction(labelDown, keys, func() { p.moved(r.ID, 1) })
	row.down.enabled = !last
	row.remove = newAction(labelRemove, keys, func() { row.ask(p.sheet, true) })
	row.sure = newAction(labelRemove, keys, func() { p.removed(r.ID) })
	row.sure.accent(colorOf(view.Bad))
	row.keep = newAction(labelKeep, keys, func() { row.ask(p.sheet, false) })
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
	for _, a := range []*action{r.edit, r.up, r.down, r.remove} {
		a.Hidden = asking
	}
	r.question.Hidden, r.sure.Hidden, r.keep.Hidden = !asking, !asking, !asking
	if s == nil {
		return
	}
	s.body.Refresh()
	if asking {
		r.sure.settle()
		r.keep.settle()
		s.focus(r.keep)
	} else {
		s.focus(r.remove)
	}
}

func (r *routerRow) flow(f *flow) {
	const wide = 480
	const names = lineHeight * (sheetText + sheetSmall)
	if f.w >= wide {
		row := f.row(max(names, sheetButton), 10)
		if !f.measuring {
			buttons := row.right(288, 12).middle(sheetButton)
			r.place(buttons)
			row = row.middle(names)
			r.name.place(row.top(lineHeight*sheetText, 0), sheetText)
			r.address.place(row, sheetSmall)
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

func (r *routerRow) place(row rect) {
	side := min(86, (row.w-3*6)*0.32)
	step := min(44, (row.w-3*6-2*side)/2)
	asked := row
	r.edit.place(row.left(side, 6), sheetText)
	r.up.place(row.left(step, 6), sheetText)
	r.down.place(row.left(step, 6), sheetText)
	r.remove.place(row.left(min(row.w, side+10), 0), sheetText)
	r.keep.place(asked.right(side+10, 6), sheetText) // what is safe is where the question was asked for
	r.sure.place(asked.right(side+10, 6), sheetText)
	r.question.place(asked, sheetText)
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
		for _, a := range []*action{row.edit, row.up, row.down, row.remove} {
			a.settle()
		}
	}
	if len(p.rows) == 0 {
		p.sheet.focus(p.add)
		return
	}
	p.sheet.focus(p.rows[min(at, len(p.rows)-1)].remove)
}
