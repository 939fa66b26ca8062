package window

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/theme"

	"routerwatch/assets"
	"routerwatch/ui/view"
	"routerwatch/ui/window/kit"
)

// statusIcon is the shape of a status, with the dot of Retrying. Unlike the tray's icon
// it has no count, which is shown much larger beside it.
type statusIcon struct {
	*fyne.Container
	image *canvas.Image
	dot   *canvas.Circle
	shape string
}

func newStatusIcon() *statusIcon {
	i := &statusIcon{image: &canvas.Image{FillMode: canvas.ImageFillContain}, dot: canvas.NewCircle(nil)}
	i.dot.Hide()
	i.Container = container.New(kit.Layout(i.layout), i.image, i.dot)
	return i
}

// apply shows an icon.
func (i *statusIcon) apply(icon view.Icon) {
	if shape := string(icon.Shape); i.shape != shape {
		i.shape = shape
		i.image.Resource = fyne.NewStaticResource(shape+".svg", assets.ShapeSVG(icon.Shape))
		i.image.Refresh()
	}
	fill, edge := theme.Color(kit.Accent(view.Notable)), theme.Color(theme.ColorNameBackground)
	if kit.SetVisible(i.dot, icon.Dot) || i.dot.FillColor != fill {
		i.dot.FillColor, i.dot.StrokeColor = fill, edge
		i.dot.Refresh()
	}
}

func (i *statusIcon) layout(room kit.Rect) {
	kit.Put(i.image, room)
	room.Top(room.H-room.W*0.42, 0)
	i.dot.StrokeWidth = room.W * 0.42 * 0.14
	kit.Put(i.dot, room.Right(room.W*0.42, 0))
}
