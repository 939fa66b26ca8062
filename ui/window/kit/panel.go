package kit

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"
)

// Panel is a background with round corners, in opaque colours of the theme. A
// border is a larger panel below it, in the colour of the border.
//
// Fyne computes the distance to the corners for each pixel of a round rectangle,
// which is most of the cost of drawing a large one: here only the strips with the
// corners are round.
type Panel struct {
	widget.BaseWidget
	Fill, Stroke   fyne.ThemeColorName // Stroke is "" for no border; see SetColors
	radius         float32
	ground, border roundRect
}

// roundRect is a middle between two strips with the corners. A low one is only its
// upper strip.
type roundRect struct{ middle, upper, lower *canvas.Rectangle }

func newRoundRect() roundRect {
	return roundRect{canvas.NewRectangle(nil), canvas.NewRectangle(nil), canvas.NewRectangle(nil)}
}

func (s roundRect) place(box Rect, r float32) {
	low := r <= 0 || box.H < 4*r
	s.middle.Hidden, s.lower.Hidden = low, low
	s.upper.TopLeftCornerRadius, s.upper.TopRightCornerRadius = r, r
	s.lower.BottomLeftCornerRadius, s.lower.BottomRightCornerRadius = r, r
	s.upper.BottomLeftCornerRadius, s.upper.BottomRightCornerRadius = 0, 0
	if low {
		s.upper.BottomLeftCornerRadius, s.upper.BottomRightCornerRadius = r, r
		Put(s.upper, box)
		return
	}
	Put(s.middle, Rect{box.X, box.Y + r, box.W, box.H - 2*r})
	Put(s.upper, Rect{box.X, box.Y, box.W, 2 * r})
	Put(s.lower, Rect{box.X, box.Y + box.H - 2*r, box.W, 2 * r})
}

func (s roundRect) paint(name fyne.ThemeColorName) {
	for _, part := range []*canvas.Rectangle{s.middle, s.upper, s.lower} {
		part.FillColor = theme.Color(name)
		part.Refresh()
	}
}

// NewPanel makes a panel; stroke is the border's colour, "" for none.
func NewPanel(fill, stroke fyne.ThemeColorName) *Panel {
	p := &Panel{Fill: fill, Stroke: stroke, radius: Radius, ground: newRoundRect(), border: newRoundRect()}
	p.ExtendBaseWidget(p)
	return p
}

// Rounded sets the radius of the corners.
func (p *Panel) Rounded(r float32) *Panel { p.radius = r; return p }

// SetColors changes the colours. A panel made without a border must stay so.
func (p *Panel) SetColors(fill, stroke fyne.ThemeColorName) {
	change(p, &p.Fill, fill)
	change(p, &p.Stroke, stroke)
}

// CreateRenderer implements fyne.Widget.
func (p *Panel) CreateRenderer() fyne.WidgetRenderer {
	return newRenderer(p.layout, p.refresh, p.Parts()...)
}

// Parts implements [Composite].
func (p *Panel) Parts() []fyne.CanvasObject {
	g, b := p.ground, p.border
	objects := []fyne.CanvasObject{b.middle, b.upper, b.lower, g.middle, g.upper, g.lower}
	if p.Stroke == "" {
		objects = objects[3:]
	}
	return objects
}

func (p *Panel) layout() {
	box := Area(p.Size())
	if p.Stroke == "" {
		p.ground.place(box, p.radius)
		return
	}
	p.border.place(box, p.radius)
	p.ground.place(box.Inset(1, 1), max(0, p.radius-1))
}

func (p *Panel) refresh() {
	p.layout()
	p.ground.paint(p.Fill)
	if p.Stroke != "" {
		p.border.paint(p.Stroke)
	}
}
