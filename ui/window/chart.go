package window

import (
	"cmp"
	"image"
	"image/color"
	"math"
	"slices"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/theme"

	"routerwatch/ui/view"
	"routerwatch/ui/window/kit"
)

// chartAge is how old the charts may get without a new reading: the line then
// moves by at most two pixels.
const chartAge = 15 * time.Second

// chart is the last minutes of one quantity: its caption and range above, the line
// below. It is redrawn only for another line or size.
type chart struct {
	*fyne.Container
	caption, span *kit.Text
	raster        *canvas.Raster
	shown         view.Chart
	bands         []view.Band // outages, and times not watched, are shaded
	size          float32     // of the type
}

func newChart() *chart {
	c := &chart{
		caption: kit.NewText(1, 11, kit.ColorMuted),
		span:    kit.NewText(1, 11, kit.ColorMuted).Align(fyne.TextAlignTrailing).ShrinkTo(8),
	}
	c.raster = canvas.NewRaster(c.draw)
	c.Container = container.NewWithoutLayout(c.caption, c.span, c.raster)
	return c
}

// apply shows s.
func (c *chart) apply(s view.Chart) {
	c.shown = s
	c.span.Set(s.Range)
	c.arrange()
	c.raster.Refresh()
}

func (c *chart) place(box kit.Rect, size float32) {
	kit.Put(c.Container, box)
	c.size = size
	c.arrange()
}

// arrange gives the numbers the room they need. If little is left, the caption is
// only the name.
func (c *chart) arrange() {
	inner := kit.Area(c.Size())
	row := inner.Top(kit.LineHeight*c.size, 1)
	caption, numbers := c.shown.Caption, c.span.Width(c.shown.Range, c.size)
	if c.caption.Width(caption, c.size)+numbers+c.size > row.W {
		caption = c.shown.Name
	}
	c.caption.Set(caption)
	room := row.W
	if c.shown.Range != "" {
		room *= 0.7
	}
	c.caption.Place(row.Left(min(room, c.caption.Width(caption, c.size)+1), c.size/2), c.size)
	c.span.Place(row, c.size)
	kit.Put(c.raster, inner)
}

// draw is called by the toolkit for the line in pixels.
func (c *chart) draw(w, h int) image.Image {
	pixels := float64(w) / float64(max(1, c.raster.Size().Width))
	fill := color.NRGBAModel.Convert(theme.Color(kit.ColorMuted)).(color.NRGBA)
	fill.A = 0x1c
	stroke := pixels * max(1.2, float64(c.size)/8)
	return plot{stroke: stroke, ink: theme.Color(kit.ColorMuted), fill: fill, base: theme.Color(kit.ColorBorder)}.draw(c.shown.Segments, c.shade(w, h, pixels))
}

// shade is an empty picture with what was down or not watched shaded.
func (c *chart) shade(w, h int, pixels float64) *image.RGBA {
	img := image.NewRGBA(image.Rect(0, 0, max(w, 0), max(h, 0)))
	drawBands(img, c.bands, func(area image.Rectangle, cell view.DayCell) {
		switch {
		case cell.Tone == view.Bad:
			fill(img, area, theme.Color(kit.Tint(view.Bad)))
		case cell.Hatched:
			hatch(img, area, theme.Color(kit.ColorBorder), pixels)
		}
	})
	return img
}

// A plot draws lines over time into an image, without the toolkit.
type plot struct {
	stroke          float64 // the line's thickness in pixels
	ink, fill, base color.Color
}

// draw draws lines into a picture over a base line. Each column of
// pixels shows the whole range of its values, so that a short spike is never lost.
func (p plot) draw(lines []view.Segment, img *image.RGBA) *image.RGBA {
	w, h := img.Rect.Dx(), img.Rect.Dy()
	if w <= 0 || h <= 0 {
		return img
	}
	ground := float64(h) - max(1, math.Round(p.stroke/2))
	for x := range w {
		p.span(img, x, ground, float64(h), p.base)
	}
	room := ground - p.stroke
	for _, line := range lines {
		pixels := make([]view.ChartPoint, len(line))
		for i, dot := range line {
			pixels[i] = view.ChartPoint{X: min(max(dot.X, 0), 1) * float64(w-1), Y: p.stroke/2 + (1-min(max(dot.Y, 0), 1))*room}
		}
		p.line(img, pixels, ground)
	}
	return img
}

// line draws one line given in pixels, and fills what is below it.
func (p plot) line(img *image.RGBA, dots []view.ChartPoint, ground float64) {
	if len(dots) == 0 {
		return
	}
	slices.SortFunc(dots, func(a, b view.ChartPoint) int { return cmp.Compare(a.X, b.X) }) // the clock may have been set back
	fill := p.fill
	if len(dots) == 1 { // a single reading is a dot
		fill = color.Transparent
		alone, most := dots[0], float64(img.Rect.Dx()-1)
		dots = []view.ChartPoint{{X: max(0, alone.X-p.stroke/2), Y: alone.Y}, {X: min(most, alone.X+p.stroke/2), Y: alone.Y}}
	}
	first, last := int(dots[0].X), int(dots[len(dots)-1].X)
	high, low := make([]float64, last-first+1), make([]float64, last-first+1)
	for i := range high {
		high[i], low[i] = math.Inf(1), math.Inf(-1)
	}
	for i, from := range dots[:len(dots)-1] {
		to := dots[i+1]
		for x := int(from.X); x <= int(to.X); x++ {
			for _, edge := range [2]float64{float64(x), float64(x + 1)} {
				y := heightAt(from, to, edge)
				high[x-first], low[x-first] = min(high[x-first], y), max(low[x-first], y)
			}
		}
	}
	for i := range high {
		p.span(img, first+i, (high[i]+low[i])/2, ground, fill)
		p.span(img, first+i, high[i]-p.stroke/2, low[i]+p.stroke/2, p.ink)
	}
}

// heightAt is the y of the line from one dot to another at x, or at its nearer end.
func heightAt(from, to view.ChartPoint, x float64) float64 {
	switch {
	case x <= from.X:
		return from.Y
	case x >= to.X:
		return to.Y
	}
	return from.Y + (to.Y-from.Y)*(x-from.X)/(to.X-from.X)
}

// span paints a column from top to bottom, with anti-aliased ends.
func (plot) span(img *image.RGBA, x int, top, bottom float64, c color.Color) {
	r, g, b, a := c.RGBA()
	for y := max(0, int(math.Floor(top))); y < img.Rect.Dy() && float64(y) < bottom; y++ {
		cover := min(bottom, float64(y+1)) - max(top, float64(y))
		if cover <= 0 {
			continue
		}
		under := img.RGBAAt(x, y)
		mix := func(over uint32, under uint8) uint8 {
			rest := 1 - cover*float64(a)/0xffff
			return uint8(math.Round(cover*float64(over)/0x101 + rest*float64(under)))
		}
		img.SetRGBA(x, y, color.RGBA{mix(r, under.R), mix(g, under.G), mix(b, under.B), mix(a, under.A)})
	}
}
