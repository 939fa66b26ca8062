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
		side = listGap
	}
	s.demo.place(strip.Inset(side, 0).Middle(max(0, row-2)), text)
	s.bar.Hidden = !roomy || s.welcome.Visible() || s.page != nil
	s.bar.place(kit.NewRect(footer.X, footer.Y, footer.W, row).Inset(side, 0), text)
	if !roomy {
		area.H += footer.H
	}
	var head kit.Rect
	if s.several() {
		head = area.Top(row+6, 0).Inset(side, 0).Middle(row)
		head.Y += 3
		area = s.list.place(area.Inset(listGap/2, 0), unit)
	}
	s.head.place(head, text)
	kit.Put(s.scroll, area)
	kit.Put(s.board, area)
	s.showRouters()
	s.waiting.Place(area.Middle(2*kit.LineHeight*16), 16)
	if s.welcome.Visible() {
		s.welcome.place(area)
	}
}

// listGap is the gap around the list of routers and the card.
const listGap = 12

// cardLayout gives a card all the room.
type cardLayout struct{}

// MinSize implements fyne.Layout.
func (cardLayout) MinSize([]fyne.CanvasObject) fyne.Size {
	return fyne.NewSize(minCardWidth, minCardHeight)
}

// Layout implements fyne.Layout.
func (cardLayout) Layout(cards []fyne.CanvasObject, size fyne.Size) {
	for _, c := range cards {
		kit.Put(c, kit.Area(size))
	}
}
