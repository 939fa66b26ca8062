package window

import (
	"fmt"
	"math"
	"regexp"
	"strconv"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/theme"

	"routerwatch/assets"
	"routerwatch/monitor"
	"routerwatch/ui/view"
	"routerwatch/ui/window/kit"
)

// statusIcon is the shape of a status, with the dot of Retrying. Unlike the tray's icon
// it has no count, which is shown much larger beside it.
type statusIcon struct {
	*fyne.Container
	image *canvas.Image
	dot   *canvas.Circle
	shape monitor.Status
	drawn drawing
}

// drawing is what the image was made for.
type drawing struct {
	shape  monitor.Status
	pixels int // of a side
}

func newStatusIcon() *statusIcon {
	i := &statusIcon{image: &canvas.Image{FillMode: canvas.ImageFillContain}, dot: canvas.NewCircle(nil)}
	i.dot.Hide()
	i.Container = container.New(kit.Layout(i.layout), i.image, i.dot)
	return i
}

// apply shows an icon.
func (i *statusIcon) apply(icon view.Icon) {
	i.shape = icon.Shape
	i.draw()
	fill, edge := theme.Color(kit.Accent(view.Notable)), theme.Color(theme.ColorNameBackground)
	if kit.SetVisible(i.dot, icon.Dot) || i.dot.FillColor != fill {
		i.dot.FillColor, i.dot.StrokeColor = fill, edge
		i.dot.Refresh()
	}
}

func (i *statusIcon) layout(room kit.Rect) {
	kit.Put(i.image, room)
	i.draw()
	room.Top(room.H-room.W*0.42, 0)
	i.dot.StrokeWidth = room.W * 0.42 * 0.14
	kit.Put(i.dot, room.Right(room.W*0.42, 0))
}

// draw draws the shape for its size.
func (i *statusIcon) draw() {
	scale := float32(1)
	if c := fyne.CurrentApp().Driver().CanvasForObject(i.image); c != nil {
		scale = c.Scale()
	}
	d := drawing{i.shape, int(math.Round(float64(i.image.Size().Width * scale)))}
	if d.shape == "" || d == i.drawn {
		return
	}
	i.drawn = d
	svg := scaleStrokes(assets.ShapeSVG(d.shape), float64(d.pixels)/shapeUnits)
	i.image.Resource = fyne.NewStaticResource(fmt.Sprintf("%s-%d.svg", d.shape, d.pixels), svg)
	i.image.Refresh()
}

// shapeUnits is how wide a drawing of [assets.ShapeSVG] is.
const shapeUnits = 24

// scaleStrokes makes the lines of a drawing wider by a factor: the toolkit scales paths
// but not the width of their lines.
func scaleStrokes(svg []byte, by float64) []byte {
	width := regexp.MustCompile(`stroke-width="([0-9.]+)"`)
	return width.ReplaceAllFunc(svg, func(attribute []byte) []byte {
		n, err := strconv.ParseFloat(string(width.FindSubmatch(attribute)[1]), 64)
		if err != nil {
			return attribute
		}
		return fmt.Appendf(nil, `stroke-width="%.2f"`, n*max(1, by))
	})
}
