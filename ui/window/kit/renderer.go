package kit

import "fyne.io/fyne/v2"

// renderer draws a widget that has the same canvas objects all its life.
type renderer struct {
	objects         []fyne.CanvasObject
	layout, refresh func()
}

// newRenderer refreshes once, for the first frame.
func newRenderer(layout, refresh func(), objects ...fyne.CanvasObject) fyne.WidgetRenderer {
	refresh()
	return &renderer{objects, layout, refresh}
}

// Layout implements fyne.WidgetRenderer.
func (r *renderer) Layout(fyne.Size) { r.layout() }

// MinSize implements fyne.WidgetRenderer: a widget of the kit takes the place it is given.
func (r *renderer) MinSize() fyne.Size { return fyne.Size{} }

// Refresh implements fyne.WidgetRenderer.
func (r *renderer) Refresh() { r.refresh() }

// Objects implements fyne.WidgetRenderer.
func (r *renderer) Objects() []fyne.CanvasObject { return r.objects }

// Destroy implements fyne.WidgetRenderer.
func (r *renderer) Destroy() {}
