package window

import (
	"slices"

	"fyne.io/fyne/v2"

	"routerwatch/monitor"
	"routerwatch/ui/window/kit"
)

// reveal scrolls until the chosen row is in view.
func (l *routerList) reveal() {
	at, room := float32(slices.Index(l.order, l.chosen()))*l.height, l.scroll.Size().Height
	offset := min(max(l.scroll.Offset.Y, at+l.height-room), at)
	l.scroll.ScrollToOffset(fyne.NewPos(0, max(0, offset)))
	l.hideOutOfView()
}

// view is what is scrolled into view, in the list's own height.
func (l *routerList) view() (top, bottom float32) {
	return l.scroll.Offset.Y, l.scroll.Offset.Y + l.scroll.Size().Height
}

// outOfView are those routers whose rows are scrolled out of view.
func (l *routerList) outOfView(of []monitor.Snapshot) []monitor.Snapshot {
	top, bottom := l.view()
	return slices.DeleteFunc(slices.Clone(of), func(s monitor.Snapshot) bool {
		middle := (float32(slices.Index(l.order, s.ID)) + 0.5) * l.height
		return l.scroll.Visible() && middle >= top && middle <= bottom
	})
}

// hideOutOfView hides the rows that are out of view, so that they cost nothing.
func (l *routerList) hideOutOfView() {
	top, bottom := l.view()
	for i, id := range l.order {
		at := float32(i) * l.height
		l.rows[id].Hidden = at+l.height < top || at > bottom
	}
}

// rowsLayout puts the rows below each other, and the area over all of them.
type rowsLayout struct{ list *routerList }

// MinSize implements fyne.Layout.
func (l rowsLayout) MinSize([]fyne.CanvasObject) fyne.Size {
	return fyne.NewSize(0, l.list.height*float32(len(l.list.order)))
}

// Layout implements fyne.Layout.
func (l rowsLayout) Layout(_ []fyne.CanvasObject, size fyne.Size) {
	for i, id := range l.list.order {
		row := l.list.rows[id]
		row.columns, row.size = l.list.columns, l.list.size
		kit.Put(row, kit.NewRect(0, float32(i)*l.list.height, size.Width, l.list.height))
		row.layout(kit.Area(row.Size()))
	}
	kit.Put(l.list.area, kit.Area(size))
	l.list.hideOutOfView()
}

// The room from which a card is beside the list, or below it.
const (
	besideWidth  = 560
	besideHeight = 240
	belowHeight  = 500
)

// place puts the list into its part of area, and returns that of the card: beside the
// list or below it, where the card is larger.
func (l *routerList) place(area kit.Rect, unit float32) (card kit.Rect) {
	area.Bottom(listGap/2, 0)
	box, below := area, area
	l.fit(area, unit)
	above := below.Top(min(area.H*0.5, l.height*float32(len(l.order))), listGap/2)
	beside := area.W >= besideWidth && area.H >= besideHeight
	l.alone = !beside && area.H < belowHeight
	card = area
	switch {
	case l.alone:
	case !beside, l.height*float32(len(l.order)) <= above.H && cardUnit(below.W, below.H) > cardUnit(area.W/2, area.H):
		box, card = above, below
	default:
		box = card.Left(area.W*0.5, 0)
		l.fit(box, unit)
		card.X -= listGap / 2
		card.W += listGap / 2
	}
	if l.main.full {
		card = area
	}
	kit.Put(l.scroll, box.Inset(listGap/2, 0))
	return card.Inset(listGap/2, 0)
}

// fit makes the rows as large as all of them fit, within limits.
func (l *routerList) fit(box kit.Rect, unit float32) {
	smallest := min(unit, 1) * rowText
	for size := rowText * unit; ; size -= 0.5 {
		l.size = max(size, smallest)
		l.columns = box.W >= columnsWidth*l.size
		l.height = rowHeightFor(l.size, l.columns)
		if l.size == smallest || l.height*float32(len(l.order)) <= box.H {
			return
		}
	}
}
