package window

import "fyne.io/fyne/v2"

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
	s, area := l.s, rect{0, 0, size.Width, size.Height}
	s.touched() // a window that is being resized is drawn at once
	put(s.backdrop, area)
	put(s.veil, area)
	unit := min(max(min(size.Width/640, size.Height/520), 0.9), 2.2)
	row := rowHeight * unit
	var pushed float32
	if s.banner.Visible() {
		const margin = 4
		width := size.Width - 2*margin
		s.banner.place(area.top(s.banner.height(width, rowText*unit, size.Height*0.35), margin).inset(margin, 0), rowText*unit)
		s.banner.Move(s.banner.Position().AddXY(0, margin))
		pushed = area.y
	}
	if s.sheet != nil {
		put(s.sheet.Container, area)
	}
	roomy := size.Height >= flat && !s.wall
	var strip rect
	if s.demo.Visible() {
		if roomy {
			area.top(10*unit, 0)
		}
		strip = area.top(row+4, 0)
	}
	s.bar.fits(roomy && !s.welcome.Visible() && s.sheet == nil)
	foot := area.bottom(row+max(8, 14*unit), 0)
	side := measuresFor(area.w, area.h+pushed).pad // in line with what is above
	if len(s.models) > 1 {
		side = gridGap
	}
	s.demo.place(strip.inset(side, 0).middle(max(0, row-2)), rowText*unit)
	s.bar.place(rect{foot.x, foot.y, foot.w, row}.inset(side, 0), rowText*unit)
	if !roomy {
		area.h += foot.h
	}
	strip = rect{}
	if overflow(len(s.models), area) {
		strip = area.top(row+6, 0).inset(side, 0)
		strip = rect{strip.x, strip.y + 6, strip.w, row}
	}
	s.jump.place(strip, rowText*unit)
	put(s.scroll, area)
	s.waiting.place(area.middle(2*lineHeight*16), 16)
	put(s.welcome.Container, area)
}
