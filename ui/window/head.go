package window

import (
	"slices"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/theme"

	"routerwatch/monitor"
	"routerwatch/ui/view"
	"routerwatch/ui/window/kit"
)

// listHead is the row above the list of routers. Its room is reserved, so that its
// buttons move nothing.
type listHead struct {
	main    *mainWindow
	counts  *kit.Text   // how many routers there are of each status
	back    *kit.Button // from a card that fills the window to the list
	jump    *kit.Button // names the routers that are not well and not in view, and shows the worst
	jumpTo  string      // the id of that router
	choices []string    // what the jump button may say, the longest first
	counted []string    // what may be said of all routers, the longest first
	box     kit.Rect
	size    float32 // of the type
}

func newListHead(s *mainWindow) *listHead {
	h := &listHead{main: s, counts: kit.NewText(1, rowText, theme.ColorNameForeground).Bold()}
	h.back = kit.NewButton(view.LabelAllRouters, s.key, func() { s.setFull(false) })
	h.jump = kit.NewButton("", s.key, func() { s.showRouter(h.jumpTo) })
	h.back.Hide()
	h.jump.Hide()
	return h
}

func (h *listHead) objects() []fyne.CanvasObject {
	return []fyne.CanvasObject{h.counts, h.back, h.jump}
}

// apply shows the counts, and the routers that are not well and not in view.
func (h *listHead) apply(shown bool) {
	s := h.main
	var away []monitor.Snapshot
	if shown {
		all := s.state.snapshots()
		h.counted = view.Counts(all)
		away = s.list.outOfView(all)
		if s.full {
			away = slices.DeleteFunc(away, func(r monitor.Snapshot) bool { return r.ID == s.list.chosen() })
		}
	}
	h.choices, h.jumpTo = view.NotWell(away), ""
	if len(h.choices) > 0 {
		h.jumpTo = monitor.WorstFirst(away)[0].ID
		for _, m := range s.models {
			if m.ID == h.jumpTo {
				h.jump.SetFill(kit.Accent(m.Tone))
			}
		}
	}
	kit.SetVisible(h.counts, shown)
	kit.SetVisible(h.back, shown && s.full)
	kit.SetVisible(h.jump, h.jumpTo != "")
	h.fit()
}

func (h *listHead) place(box kit.Rect, size float32) {
	h.box, h.size = box, size
	h.fit()
}

// fit gives the jump button the longest of its texts that fits, and shows the counts if
// there is room for them.
func (h *listHead) fit() {
	room := h.box
	if h.back.Visible() {
		h.back.Place(room.Left(min(room.W, h.back.Width(h.size)), h.size*0.7), h.size)
	}
	if h.jump.Visible() {
		h.jump.Set(h.jump.FirstFitting(h.choices, h.size, room.W), true)
		h.jump.Place(room.Right(min(max(0, room.W), h.jump.Width(h.size)), h.size*0.7), h.size)
	}
	h.counts.Place(room, h.size)
	h.counts.Set(h.counts.FirstFitting(h.counted, room.W))
}
