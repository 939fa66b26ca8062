package window

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"
)

// plate is a ground with round corners, in colours that follow the theme.
type plate struct {
	widget.BaseWidget
	fill, stroke fyne.ThemeColorName // no stroke where it is ""
	shape        *canvas.Rectangle
}

func newPlate(fill, stroke fyne.ThemeColorName) *plate {
	p := &plate{fill: fill, stroke: stroke, shape: canvas.NewRectangle(nil)}
	p.shape.CornerRadius = radius
	p.ExtendBaseWidget(p)
	return p
}

// round sets the radius of the corners.
func (p *plate) round(r float32) *plate {
	p.shape.CornerRadius = r
	return p
}

// paint changes the fill.
func (p *plate) paint(fill fyne.ThemeColorName) {
	if p.fill != fill {
		p.fill = fill
		p.Refresh()
	}
}

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
func (r *plateRenderer) Layout(size fyne.Size) { r.p.shape.Resize(size) }

// MinSize implements fyne.WidgetRenderer.
func (r *plateRenderer) MinSize() fyne.Size { return fyne.Size{} }

// Refresh implements fyne.WidgetRenderer.
func (r *plateRenderer) Refresh() {
	r.p.shape.FillColor = theme.Color(r.p.fill)
	if r.p.stroke != "" {
		r.p.shape.StrokeColor, r.p.shape.StrokeWidth = theme.Color(r.p.stroke), 1
	}
	r.p.shape.Refresh()
}

// Objects implements fyne.WidgetRenderer.
func (r *plateRenderer) Objects() []fyne.CanvasObject { return []fyne.CanvasObject{r.p.shape} }

// Destroy implements fyne.WidgetRenderer.
func (r *plateRenderer) Destroy() {}
