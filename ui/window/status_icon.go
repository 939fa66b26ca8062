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
	"routerwatch/ui/view"
	"routerwatch/ui/window/kit"
)

// statusIcon is the shape of a status, with the dot of Retrying. Unlike the tray's icon
// it has no count, which is shown much larger beside it.
type statusIcon struct {
	*fyne.Container
	image *canvas.Image
	dot   *canvas.Circle
	shown view.Icon // without dot and count
	drawn drawing
}

// drawing is what the image was made for.
type drawing struct {
	view.Icon
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
	i.shown = view.Icon{Shape: icon.Shape, Grey: icon.Grey, Silenced: icon.Silenced}
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
	d := drawing{i.shown, int(math.Round(float64(i.image.Size().Width * scale)))}
	if d.Shape == "" || d == i.drawn {
		return
	}
	i.drawn = d
	svg := scaleStrokes(assets.IconSVG(d.Icon), float64(d.pixels)/shapeUnits)
	i.image.Resource = fyne.NewStaticResource(fmt.Sprintf("%s-%t-%t-%d.svg", d.Shape, d.Grey, d.Silenced, d.pixels), svg) // the toolkit caches by name
	i.image.Refresh()
}

// shapeUnits is how wide a drawing of [assets.IconSVG] is.
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
