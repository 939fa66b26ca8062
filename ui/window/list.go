package window

import (
	"slices"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"routerwatch/monitor"
	"routerwatch/ui/view"
	"routerwatch/ui/window/kit"
)

// holdTime is how long after the last movement of the pointer over the list, or the last
// key in it, its rows stay where they are.
const holdTime = time.Minute

// routerList is the list of several routers, the worst first. One of them is chosen: by
// the operator, or else it is the first. While the list is in use, no row changes its
// place: what became worse is named on the jump button meanwhile.
type routerList struct {
	*fyne.Container // over all rows, the area
	main            *mainWindow
	scroll          *container.Scroll
	area            *kit.RowArea
	rows            map[string]*listRow
	order           []string // the ids, as shown
	selected        string   // by the operator; "" for the first
	pointed         int      // the row under the pointer; -1 for none
	focused         bool
	used            time.Time // the last movement of the pointer over the list, or key in it
	tapped          time.Time // the last tap, for a double one
	size, height    float32   // of a row's type, and of a row
	columns         bool      // a row is one line in columns, not two lines
	alone           bool      // there is no room for a card beside it
}

func newRouterList(s *mainWindow) *routerList {
	l := &routerList{main: s, rows: map[string]*listRow{}, pointed: -1, size: rowText, height: 1}
	l.area = kit.NewRowArea(s.key)
	l.area.OnPoint = l.point
	l.area.OnTap = l.tap
	l.area.OnKey = l.key
	l.area.OnFocus = func(gained bool) {
		l.focused, l.used = gained, time.Now()
		l.showChosen()
	}
	l.Container = container.New(rowsLayout{l}, l.area)
	l.scroll = container.NewVScroll(l.Container)
	l.scroll.OnScrolled = func(fyne.Position) {
		s.touched()
		l.hideOutOfView()
		s.head.apply(true)
	}
	return l
}

// held reports whether the rows stay where they are.
func (l *routerList) held() bool {
	return (l.pointed >= 0 || l.focused) && time.Since(l.used) < holdTime
}

// arranged is the order to show: want, or while it is held the present one without those
// that are gone and with new ones at its end.
func arranged(shown, want []string, held bool) []string {
	if !held {
		return want
	}
	kept := slices.DeleteFunc(slices.Clone(shown), func(id string) bool { return !slices.Contains(want, id) })
	for _, id := range want {
		if !slices.Contains(kept, id) {
			kept = append(kept, id)
		}
	}
	return kept
}

// arrange adds, removes and moves rows to match the routers. It reports whether their
// number changed.
func (l *routerList) arrange(snapshots []monitor.Snapshot) bool {
	var want []string
	for _, s := range monitor.WorstFirst(snapshots) {
		want = append(want, s.ID)
	}
	chosen := l.chosen()
	order := arranged(l.order, want, l.held())
	if !slices.Contains(order, l.selected) {
		l.selected = ""
	}
	if slices.Equal(order, l.order) {
		return false
	}
	more := len(order) != len(l.order)
	l.order = order
	rows := make(map[string]*listRow, len(order))
	objects := make([]fyne.CanvasObject, 0, len(order)+1)
	for _, id := range order {
		if rows[id] = l.rows[id]; rows[id] == nil {
			rows[id] = newListRow()
		}
		objects = append(objects, rows[id].Container)
	}
	objects = append(objects, l.area)
	l.rows, l.Objects = rows, objects
	// Who is about to press a button of the card presses it for this router.
	if c := l.main.cards[chosen]; l.selected == "" && c != nil && c.retry.Attended() && slices.Contains(order, chosen) {
		l.selected = chosen
	}
	l.Refresh()
	return more
}

// apply shows the routers, except for the texts of applyTimes.
func (l *routerList) apply(models []view.Model) {
	for _, m := range models {
		l.rows[m.ID].apply(m, l.rowOf(m.ID))
	}
	l.showChosen()
}

// applyTimes shows the texts that change as time passes, and returns those that did.
func (l *routerList) applyTimes() (changed []*kit.Text) {
	for _, id := range l.order {
		changed = append(changed, l.rows[id].applyTimes()...)
	}
	return changed
}

// rowOf is what the row of a router shows.
func (l *routerList) rowOf(id string) view.Row {
	r := l.main.state.of(id)
	return view.RenderRow(r.Snapshot, r.changed, l.main.now())
}

// chosen is the id of the chosen router; "" if there is none.
func (l *routerList) chosen() string {
	if l.selected == "" && len(l.order) > 0 {
		return l.order[0]
	}
	return l.selected
}

// showChosen marks the chosen row, and the one under the pointer.
func (l *routerList) showChosen() {
	for i, id := range l.order {
		l.rows[id].mark(id == l.chosen(), i == l.pointed, l.focused)
	}
}

// choose chooses a router and shows it.
func (l *routerList) choose(id string) {
	if !slices.Contains(l.order, id) {
		return
	}
	l.selected, l.used = id, time.Now()
	l.reveal()
	l.main.refresh()
}

// reveal scrolls until the chosen row is in view.
func (l *routerList) reveal() {
	at, room := float32(slices.Index(l.order, l.chosen()))*l.height, l.scroll.Size().Height
	offset := min(max(l.scroll.Offset.Y, at+l.height-room), at)
	l.scroll.ScrollToOffset(fyne.NewPos(0, max(0, offset)))
	l.hideOutOfView()
}

// at is the row at a height; -1 for none.
func (l *routerList) at(y float32) int {
	if i := int(y / l.height); y >= 0 && i < len(l.order) {
		return i
	}
	return -1
}

func (l *routerList) point(y float32) {
	l.main.touched()
	l.pointed, l.used = l.at(y), time.Now()
	l.showChosen()
	if l.pointed < 0 {
		l.main.refresh() // the order is no longer held
	}
}

// tap chooses a row. A double tap opens it, and so does one where no card is beside it.
func (l *routerList) tap(y float32) {
	i := l.at(y)
	if i < 0 {
		return
	}
	again := l.order[i] == l.chosen() && time.Since(l.tapped) < kit.DoubleClick
	l.tapped = time.Now()
	l.main.window.Canvas().Focus(l.area)
	l.choose(l.order[i])
	if again || l.alone {
		l.main.setFull(true)
	}
}

// key moves the choice, or opens the card.
func (l *routerList) key(name fyne.KeyName) bool {
	i, page := slices.Index(l.order, l.chosen()), max(1, int(l.scroll.Size().Height/l.height)-1)
	switch name {
	case fyne.KeyUp:
		i--
	case fyne.KeyDown:
		i++
	case fyne.KeyPageUp:
		i -= page
	case fyne.KeyPageDown:
		i += page
	case fyne.KeyHome:
		i = 0
	case fyne.KeyEnd:
		i = len(l.order)
	case fyne.KeyReturn, fyne.KeyEnter, fyne.KeySpace:
		l.main.setFull(true)
		return true
	default:
		return false
	}
	l.main.touched()
	if len(l.order) > 0 {
		l.choose(l.order[min(max(0, i), len(l.order)-1)])
	}
	return true
}

// outOfView are those routers whose rows are scrolled out of view.
func (l *routerList) outOfView(of []monitor.Snapshot) []monitor.Snapshot {
	top, bottom := l.scroll.Offset.Y, l.scroll.Offset.Y+l.scroll.Size().Height
	return slices.DeleteFunc(slices.Clone(of), func(s monitor.Snapshot) bool {
		middle := (float32(slices.Index(l.order, s.ID)) + 0.5) * l.height
		return l.scroll.Visible() && middle >= top && middle <= bottom
	})
}

// hideOutOfView hides the rows that are out of view, so that they cost nothing.
func (l *routerList) hideOutOfView() {
	top, bottom := l.scroll.Offset.Y, l.scroll.Offset.Y+l.scroll.Size().Height
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
