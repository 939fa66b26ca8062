package window

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"
)

// plate is a ground with round corners, in colours that follow the theme and
// are opaque. A border is a plate in its colour below one that is smaller.
//
// The toolkit works out the distance to the corners for each pixel of a round
// rectangle, which is most of what it costs to draw a large one: so only the
// strips with the corners are round ones.
type plate struct {
	widget.BaseWidget
	fill, stroke   fyne.ThemeColorName // no border where it is ""
	radius         float32
	ground, border slab
}

// slab is a part of a plate: what lies over the middle are the strips with the
// corners. A low one is its upper strip alone.
type slab struct{ middle, upper, lower *canvas.Rectangle }

func newSlab() slab {
	return slab{canvas.NewRectangle(nil), canvas.NewRectangle(nil), canvas.NewRectangle(nil)}
}

func (s slab) objects() []fyne.CanvasObject {
	return []fyne.CanvasObject{s.middle, s.upper, s.lower}
}

func (s slab) place(box rect, r float32) {
	low := r <= 0 || box.h < 4*r
	s.middle.Hidden, s.lower.Hidden = low, low
	s.upper.TopLeftCornerRadius, s.upper.TopRightCornerRadius = r, r
	s.lower.BottomLeftCornerRadius, s.lower.BottomRightCornerRadius = r, r
	s.upper.BottomLeftCornerRadius, s.upper.BottomRightCornerRadius = 0, 0
	if low {
		s.upper.BottomLeftCornerRadius, s.upper.BottomRightCornerRadius = r, r
		put(s.upper, box)
		return
	}
	put(s.middle, rect{box.x, box.y + r, box.w, box.h - 2*r})
	put(s.upper, rect{box.x, box.y, box.w, 2 * r})
	put(s.lower, rect{box.x, box.y + box.h - 2*r, box.w, 2 * r})
}

func (s slab) paint(name fyne.ThemeColorName) {
	for _, part := range []*canvas.Rectangle{s.middle, s.upper, s.lower} {
		part.FillColor = theme.Color(name)
		part.Refresh()
	}
}

func newPlate(fill, stroke fyne.ThemeColorName) *plate {
	p := &plate{fill: fill, stroke: stroke, radius: radius, ground: newSlab(), border: newSlab()}
	p.ExtendBaseWidget(p)
	return p
}

// round sets the radius of the corners.
func (p *plate) round(r float32) *plate {
	p.radius = r
	return p
}

// paint changes the fill.
func (p *plate) paint(fill fyne.ThemeColorName) { p.repaint(fill, p.stroke) }

// repaint changes both colours.
func (p *plate) repaint(fill, stroke fyne.ThemeColorName) {
	if p.fill != fill || p.stroke != stroke {
		p.fill, p.stroke = fill, stroke
		p.Refresh()
	}
}

// CreateRenderer implements fyne.Widget.
func (p *plate) CreateRenderer() fyne.WidgetRenderer {
	r := &plateRenderer{p}
	r.Refresh()
	return r
}

type plateRenderer struct{ p *plate }

// Layout implements fyne.WidgetRenderer.
func (r *plateRenderer) Layout(size fyne.Size) {
	box := rect{0, 0, size.Width, size.Height}
	if r.p.stroke == "" {
		r.p.ground.place(box, r.p.radius)
		return
	}
	r.p.border.place(box, r.p.radius)
	r.p.ground.place(box.inset(1, 1), max(0, r.p.radius-1))
}

// MinSize implements fyne.WidgetRenderer.
func (r *plateRenderer) MinSize() fyne.Size { return fyne.Size{} }

// Refresh implements fyne.WidgetRenderer.
func (r *plateRenderer) Refresh() {
	r.Layout(r.p.Size())
	r.p.ground.paint(r.p.fill)
	if r.p.stroke != "" {
		r.p.border.paint(r.p.stroke)
	}
}

// Objects implements fyne.WidgetRenderer.
func (r *plateRenderer) Objects() []fyne.CanvasObject {
	if r.p.stroke == "" {
		return r.p.ground.objects()
	}
	return append(r.p.border.objects(), r.p.ground.objects()...)
}

// Destroy implements fyne.WidgetRenderer.
func (r *plateRenderer) Destroy() {}
