package window

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"routerwatch/ui/view"
	"routerwatch/ui/window/kit"
)

// emblem is the shape of a status, with the dot of Retrying.
type emblem struct {
	widget.BaseWidget
	shown view.Icon
	image *canvas.Image
	dot   *canvas.Circle
}

func newEmblem() *emblem {
	e := &emblem{image: &canvas.Image{FillMode: canvas.ImageFillContain}, dot: canvas.NewCircle(nil)}
	e.dot.Hidden = true
	e.ExtendBaseWidget(e)
	return e
}

// set changes the picture; the number on Live's disc is not part of it.
func (e *emblem) set(i view.Icon) {
	i.Count, i.HasCount = 0, false
	if e.shown == i {
		return
	}
	if e.shown.Shape != i.Shape {
		e.image.Resource = icon(i)
		e.image.Refresh()
	}
	e.shown = i
	e.Refresh()
}

// CreateRenderer implements fyne.Widget.
func (e *emblem) CreateRenderer() fyne.WidgetRenderer {
	r := &emblemRenderer{e}
	r.Refresh()
	return r
}

type emblemRenderer struct{ e *emblem }

// Layout implements fyne.WidgetRenderer.
func (r *emblemRenderer) Layout(size fyne.Size) {
	kit.Put(r.e.image, kit.Area(size))
	side := size.Width * 0.42
	kit.Put(r.e.dot, kit.NewRect(size.Width-side, size.Height-side, side, side))
	r.e.dot.StrokeWidth = side * 0.14
}

// MinSize implements fyne.WidgetRenderer.
func (r *emblemRenderer) MinSize() fyne.Size { return fyne.Size{} }

// Refresh implements fyne.WidgetRenderer.
func (r *emblemRenderer) Refresh() {
	r.e.dot.FillColor = theme.Color(kit.Accent(view.Notable))
	r.e.dot.StrokeColor = theme.Color(theme.ColorNameBackground)
	r.e.dot.Hidden = !r.e.shown.Dot
	r.e.dot.Refresh()
}

// Objects implements fyne.WidgetRenderer.
func (r *emblemRenderer) Objects() []fyne.CanvasObject {
	return []fyne.CanvasObject{r.e.image, r.e.dot}
}

// Destroy implements fyne.WidgetRenderer.
func (r *emblemRenderer) Destroy() {}
