package window

import (
	"slices"
	"strings"

	"fyne.io/fyne/v2"

	"routerwatch/ui/view"
	"routerwatch/ui/window/kit"
)

// jump is a button over cards that do not all fit into the window. It names
// the worst router among those out of sight, and brings it into view. Its row
// is reserved as long as the cards scroll, so that it moves nothing.
type jump struct {
	*kit.Button
	to string // the router's id
}

func newJump(s *shell) *jump {
	j := &jump{}
	j.Button = kit.NewButton("", s.key, func() { s.bring(j.to) })
	j.Hide()
	return j
}

// overflow reports whether so many cards do not fit into an area.
func overflow(cards int, area kit.Rect) bool {
	if cards <= 1 || area.H <= 0 {
		return false
	}
	columns := gridColumns(cards, area.Size())
	_, height := gridCard(cards, columns, area.Size())
	return gridGap+float32(gridRows(cards, columns))*(height+gridGap) > area.H+1
}

// applyJump names the worst router that is ill and out of sight.
func (s *shell) applyJump() {
	var worst view.Model
	top, bottom := s.scroll.Offset.Y, s.scroll.Offset.Y+s.scroll.Size().Height
	if s.scroll.Visible() && s.jump.Size().Height > 0 {
		for _, m := range s.models {
			c := s.cards[m.ID]
			middle := c.Position().Y + c.Size().Height/2
			if m.Trouble.Shown && (middle < top || middle > bottom) && (worst.ID == "" || graver(m.Tone, worst.Tone)) {
				worst = m
			}
		}
	}
	s.jump.to = worst.ID
	if worst.ID != "" {
		s.jump.SetFill(kit.Accent(worst.Tone))
		s.jump.Set(worst.Title+" is "+strings.ToLower(worst.Status), true)
	}
	kit.SetVisible(s.jump.Button, worst.ID != "")
}

// graver reports whether tone a is worse than b.
func graver(a, b view.Tone) bool {
	from := []view.Tone{view.Good, view.Neutral, view.Withheld, view.Notable, view.Bad}
	return slices.Index(from, a) > slices.Index(from, b)
}

// bring scrolls to a router's card, and gives it the keyboard.
func (s *shell) bring(id string) {
	c, known := s.cards[id]
	if !known {
		return
	}
	most := max(0, s.grid.MinSize().Height-s.scroll.Size().Height)
	s.scroll.ScrollToOffset(fyne.NewPos(0, min(max(0, c.Position().Y-gridGap), most)))
	s.window.Canvas().Focus(c.retry)
	s.applyJump()
}
