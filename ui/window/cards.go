package window

import (
	"slices"

	"fyne.io/fyne/v2"

	"routerwatch/ui/view"
	"routerwatch/ui/window/kit"
	"routerwatch/ui/wire"
)

// several reports whether the list of routers is shown.
func (s *mainWindow) several() bool { return len(s.models) > 1 && !s.wall }

// onCards are the models that have a card: of several routers the chosen one.
func (s *mainWindow) onCards() []view.Model {
	if !s.several() {
		return s.models
	}
	return slices.DeleteFunc(slices.Clone(s.models), func(m view.Model) bool { return m.ID != s.list.chosen() })
}

// applyCards adds and removes cards to match the routers, and applies the models
// to them. It reports whether the list of cards changed.
func (s *mainWindow) applyCards() bool {
	cards := make(map[string]*card, len(s.models))
	var objects []fyne.CanvasObject
	hasPast, moved := s.historyFolder() != "", false
	for _, m := range s.onCards() {
		c, known := s.cards[m.ID]
		if !known {
			c = newCard(func() { s.press(m.ID) }, func() { s.openHistory(m.ID) }, s.openSilence, s.key)
			c.past.apply(s.pasts[m.ID])
		}
		moved = moved || c.hasPast != hasPast
		c.hasPast = hasPast
		cards[m.ID] = c
		objects = append(objects, c.Container)
		kit.SetVisible(c.ground, len(s.models) > 1)
		r, now := s.state.of(m.ID), s.now()
		if r.fresh || now.Before(c.drawn) || now.Sub(c.drawn) >= chartAge {
			hour := view.RenderLastHour(r.history.Points, now)
			c.pairs.apply(hour.Pairs)
			c.latency.apply(hour.Latency)
			c.drawn, r.fresh = now, false
		}
		c.apply(m)
	}
	same := slices.Equal(s.grid.Objects, objects)
	s.cards, s.grid.Objects = cards, objects
	if moved && same {
		for _, c := range cards {
			c.layout(kit.Area(c.Size()))
		}
	}
	return !same
}

// showRouters shows the list and the card where they have room, and reports whether that
// changed.
func (s *mainWindow) showRouters() (changed bool) {
	welcoming := s.state.hasApp && s.state.app.Welcome
	shown := s.page == nil && !welcoming && len(s.models) > 0
	list := shown && s.several()
	changed = kit.SetVisible(s.scroll, shown && !s.wall && (!list || !s.list.alone || s.full))
	changed = kit.SetVisible(s.list.scroll, list && !s.full) || changed
	changed = kit.SetVisible(s.board.Container, shown && s.wall) || changed
	s.head.apply(list)
	return changed
}

// setFull makes the chosen one of several routers fill the window, or shows the list
// again.
func (s *mainWindow) setFull(full bool) {
	s.full = full
	s.refresh()
	s.relayout()
	var at fyne.Focusable = s.list.area
	if c := s.cards[s.list.chosen()]; full && c != nil {
		at = c.retry
	}
	s.window.Canvas().Focus(at)
}

// showRouter shows a router's card, unless the operator is working on a page.
func (s *mainWindow) showRouter(id string) {
	s.setWall(false)
	if s.page != nil || !s.several() {
		return
	}
	s.list.choose(id)
	s.setFull(s.full || s.list.alone)
}

// press is the button of a card: enter a token where that is the way out, or check now.
func (s *mainWindow) press(id string) {
	if i := slices.IndexFunc(s.models, func(m view.Model) bool { return m.ID == id }); i >= 0 && s.models[i].NeedsToken {
		s.enterToken(id)
		return
	}
	s.send(wire.Command{Do: wire.Retry, Router: id})
}
