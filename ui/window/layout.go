package window

import (
	"fyne.io/fyne/v2"

	"routerwatch/ui/window/kit"
)

// The minimum size of the window, and the sizes of its rows of controls in a
// window of medium size.
const (
	minWidth  = 280
	minHeight = 200

	rowHeight    = 30
	rowText      = 13
	minBarHeight = 290 // the height of the window from which the bar is shown
)

// mainLayout puts the demo's strip above the cards and the bar below them.
// The banner, if any, has a row above them all, which reduces the room of the cards
// or the page, so that no button at the lower edge moves.
type mainLayout struct{ s *mainWindow }

// MinSize implements fyne.Layout.
func (l *mainLayout) MinSize([]fyne.CanvasObject) fyne.Size {
	l.s.measured()
	return fyne.NewSize(minWidth, minHeight)
}

// Layout implements fyne.Layout.
func (l *mainLayout) Layout(_ []fyne.CanvasObject, size fyne.Size) {
	s, area := l.s, kit.Area(size)
	s.touched() // a window that is being resized is drawn at once
	kit.Put(s.pointerTracker, area)
	kit.Put(s.pointerHider, area)
	unit := min(max(min(size.Width/640, size.Height/520), 0.9), 2.2)
	row, text := float32(rowHeight)*unit, float32(rowText)*unit
	var pushed float32
	if s.banner.Visible() {
		const margin = 4
		box := area.Top(s.banner.height(area.W-2*margin, text, area.H*0.35), margin).Inset(margin, 0)
		box.Y += margin
		s.banner.place(box, text)
		pushed = area.Y
	}
	if s.page != nil {
		kit.Put(s.page.Container, area)
	}
	roomy := size.Height >= minBarHeight && !s.wall
	var strip kit.Rect
	if s.demo.Visible() {
		if roomy {
			area.Top(10*unit, 0)
		}
		strip = area.Top(row+4, 0)
	}
	footer := area.Bottom(row+max(8, 14*unit), 0)
	side := measuresFor(area.W, area.H+pushed).pad // aligned with the card above
	if len(s.models) > 1 {
		side = gridGap
	}
	s.demo.place(strip.Inset(side, 0).Middle(max(0, row-2)), text)
	s.bar.Hidden = !roomy || s.welcome.Visible() || s.page != nil
	s.bar.place(kit.NewRect(footer.X, footer.Y, footer.W, row).Inset(side, 0), text)
	if !roomy {
		area.H += footer.H
	}
	var jump kit.Rect
	if n := len(s.models); n > 1 && !s.wall && area.H > 0 && bestGrid(n, area.Size()).total() > area.H+1 { // the cards scroll
		jump = area.Top(row+6, 0).Inset(side, 0).Middle(row)
		jump.Y += 3
	}
	s.jump.Place(jump, text)
	kit.Put(s.scroll, area)
	kit.Put(s.board, area)
	s.waiting.Place(area.Middle(2*kit.LineHeight*16), 16)
	if s.welcome.Visible() {
		s.welcome.place(area)
	}
}

// The minimum size of a card among several: for a smaller width there are fewer
// columns, for a smaller height the grid scrolls.
const (
	gridCardWidth  = 300
	gridCardHeight = 220
	gridGap        = 12
)

// gridLayout lays cards out in the number of columns that makes them largest, and
// fills the visible height. A single card gets all the room.
type gridLayout struct {
	view func() fyne.Size // the visible part
}

// MinSize implements fyne.Layout.
func (l *gridLayout) MinSize(cards []fyne.CanvasObject) fyne.Size {
	if len(cards) <= 1 {
		return fyne.NewSize(minCardWidth, minCardHeight)
	}
	return fyne.NewSize(minCardWidth, bestGrid(len(cards), l.view()).total())
}

// Layout implements fyne.Layout.
func (l *gridLayout) Layout(cards []fyne.CanvasObject, size fyne.Size) {
	if len(cards) == 1 {
		kit.Put(cards[0], kit.Area(size))
		return
	}
	g := bestGrid(len(cards), l.view())
	for i, c := range cards {
		column, row := float32(i%g.columns), float32(i/g.columns)
		kit.Put(c, kit.NewRect(gridGap+column*(g.width+gridGap), gridGap+row*(g.height+gridGap), g.width, g.height))
	}
}

// grid is how many cards there are side by side and below each other, and the
// size of each.
type grid struct {
	columns, rows int
	width, height float32
}

// total is the height of all rows with the gaps around them.
func (g grid) total() float32 { return gridGap + float32(g.rows)*(g.height+gridGap) }

// bestGrid is the grid with the largest cards, where cards out of view lower the
// score.
func bestGrid(cards int, view fyne.Size) (best grid) {
	var most float32
	for columns := 1; columns <= cards; columns++ {
		g := grid{columns: columns, rows: (cards + columns - 1) / columns}
		g.width = (view.Width - gridGap*float32(columns+1)) / float32(columns)
		g.height = max(gridCardHeight, (view.Height-gridGap*float32(g.rows+1))/float32(g.rows))
		if columns > 1 && g.width < gridCardWidth {
			break
		}
		if score := cardUnit(g.width, g.height) * min(1, view.Height/g.total()); columns == 1 || score > most {
			best, most = g, score
		}
	}
	return best
}
