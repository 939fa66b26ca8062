package window

import (
	"slices"
	"strings"

	"fyne.io/fyne/v2"

	"routerwatch/ui/view"
	"routerwatch/ui/window/kit"
	"routerwatch/ui/wire"
)

// applyCards adds and removes cards to match the routers, and applies the models
// to them. It reports whether the list of cards changed.
func (s *mainWindow) applyCards() bool {
	cards := make(map[string]*card, len(s.models))
	var objects []fyne.CanvasObject
	hasPast, moved := s.historyFolder() != "", false
	for _, m := range s.models {
		c, known := s.cards[m.ID]
		if !known {
			c = newCard(func() { s.send(wire.Command{Do: wire.Retry, Router: m.ID}) }, func() { s.openHistory(m.ID) }, s.openSilence, s.key)
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

// applyJump shows the worst router in trouble whose card is scrolled out of view
// on the jump button. The button's row is reserved while the cards scroll, so that
// it moves nothing.
func (s *mainWindow) applyJump() {
	tones := []view.Tone{view.Good, view.Neutral, view.Withheld, view.Notable, view.Bad} // the worst last
	var worst view.Model
	top, bottom := s.scroll.Offset.Y, s.scroll.Offset.Y+s.scroll.Size().Height
	if s.scroll.Visible() && s.jump.Size().Height > 0 {
		for _, m := range s.models {
			c := s.cards[m.ID]
			middle := c.Position().Y + c.Size().Height/2
			worse := worst.ID == "" || slices.Index(tones, m.Tone) > slices.Index(tones, worst.Tone)
			if m.Trouble.Shown && (middle < top || middle > bottom) && worse {
				worst = m
			}
		}
	}
	s.jumpTo = worst.ID
	if worst.ID != "" {
		s.jump.SetFill(kit.Accent(worst.Tone))
		s.jump.Set(worst.Title+" is "+strings.ToLower(worst.Status), true)
	}
	kit.SetVisible(s.jump, worst.ID != "")
}

// scrollToCard scrolls to a router's card, and focuses its button.
func (s *mainWindow) scrollToCard(id string) {
	c, known := s.cards[id]
	if !known {
		return
	}
	most := max(0, s.grid.MinSize().Height-s.scroll.Size().Height)
	s.scroll.ScrollToOffset(fyne.NewPos(0, min(max(0, c.Position().Y-gridGap), most)))
	s.window.Canvas().Focus(c.retry)
	s.applyJump()
}
