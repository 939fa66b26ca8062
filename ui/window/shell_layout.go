package window

import (
	"fyne.io/fyne/v2"

	"routerwatch/ui/window/kit"
)

// The least that the window can be made, and the sizes of its rows of controls
// where it is neither small nor large.
const (
	leastWidth  = 280
	leastHeight = 200

	rowHeight = 30
	rowText   = 13
	flat      = 290 // below it, there is no room for the bar
)

// shellLayout puts the demo's strip above the cards and the bar below them.
// The banner, while there is one, has a row above it all: the cards or the
// sheet give up the room, and no button at the lower edge moves.
type shellLayout struct{ s *shell }

// MinSize implements fyne.Layout.
func (l *shellLayout) MinSize([]fyne.CanvasObject) fyne.Size {
	l.s.measured()
	return fyne.NewSize(leastWidth, leastHeight)
}

// Layout implements fyne.Layout.
func (l *shellLayout) Layout(_ []fyne.CanvasObject, size fyne.Size) {
	s, area := l.s, kit.Area(size)
	s.touched() // a window that is being resized is drawn at once
	kit.Put(s.backdrop, area)
	kit.Put(s.veil, area)
	unit := min(max(min(size.Width/640, size.Height/520), 0.9), 2.2)
	row := rowHeight * unit
	var pushed float32
	if s.banner.Visible() {
		const margin = 4
		width := size.Width - 2*margin
		s.banner.place(area.Top(s.banner.height(width, rowText*unit, size.Height*0.35), margin).Inset(margin, 0), rowText*unit)
		s.banner.Move(s.banner.Position().AddXY(0, margin))
		pushed = area.Y
	}
	if s.sheet != nil {
		kit.Put(s.sheet.Container, area)
	}
	roomy := size.Height >= flat && !s.wall
	var strip kit.Rect
	if s.demo.Visible() {
		if roomy {
			area.Top(10*unit, 0)
		}
		strip = area.Top(row+4, 0)
	}
	s.bar.fits(roomy && !s.welcome.Visible() && s.sheet == nil)
	foot := area.Bottom(row+max(8, 14*unit), 0)
	side := measuresFor(area.W, area.H+pushed).pad // in line with what is above
	if len(s.models) > 1 {
		side = gridGap
	}
	s.demo.place(strip.Inset(side, 0).Middle(max(0, row-2)), rowText*unit)
	s.bar.place(kit.NewRect(foot.X, foot.Y, foot.W, row).Inset(side, 0), rowText*unit)
	if !roomy {
		area.H += foot.H
	}
	strip = kit.Rect{}
	if overflow(len(s.models), area) {
		strip = area.Top(row+6, 0).Inset(side, 0)
		strip = kit.NewRect(strip.X, strip.Y+6, strip.W, row)
	}
	s.jump.Place(strip, rowText*unit)
	kit.Put(s.scroll, area)
	s.waiting.Place(area.Middle(2*kit.LineHeight*16), 16)
	kit.Put(s.welcome.Container, area)
}
