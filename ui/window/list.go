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
	if c := l.main.cards[chosen]; l.selected == "" && c != nil && c.attended() && slices.Contains(order, chosen) {
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
