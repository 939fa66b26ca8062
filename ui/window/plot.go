package window

import (
	"cmp"
	"image"
	"image/color"
	"math"
	"slices"

	"routerwatch/ui/view"
)

// A plot draws lines over time. It knows pixels and no toolkit.
type plot struct {
	stroke          float64 // the line's thickness in pixels
	ink, fill, base color.Color
}

// draw draws lines into a picture of w×h pixels over a base line. Of all that
// falls into one column of pixels it keeps the whole height, so that a short
// spike is never lost.
func (p plot) draw(lines []view.Stretch, w, h int) *image.RGBA {
	img := image.NewRGBA(image.Rect(0, 0, max(w, 0), max(h, 0)))
	if w <= 0 || h <= 0 {
		return img
	}
	ground := float64(h) - max(1, math.Round(p.stroke/2))
	for x := range w {
		p.span(img, x, ground, float64(h), p.base)
	}
	room := ground - p.stroke
	for _, line := range lines {
		pixels := make([]view.Dot, len(line))
		for i, dot := range line {
			pixels[i] = view.Dot{X: min(max(dot.X, 0), 1) * float64(w-1), Y: p.stroke/2 + (1-min(max(dot.Y, 0), 1))*room}
		}
		p.line(img, pixels, ground)
	}
	return img
}

// line draws one line given in pixels, and fills what is below it.
func (p plot) line(img *image.RGBA, dots []view.Dot, ground float64) {
	if len(dots) == 0 {
		return
	}
	slices.SortFunc(dots, func(a, b view.Dot) int { return cmp.Compare(a.X, b.X) }) // of the clock no order is promised
	fill := p.fill
	if len(dots) == 1 { // a single reading is a dot
		fill = color.Transparent
		alone, most := dots[0], float64(img.Rect.Dx()-1)
		dots = []view.Dot{{X: max(0, alone.X-p.stroke/2), Y: alone.Y}, {X: min(most, alone.X+p.stroke/2), Y: alone.Y}}
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

// heightAt is where the line from one dot to another is at x, or at its nearer end.
func heightAt(from, to view.Dot, x float64) float64 {
	switch {
	case x <= from.X:
		return from.Y
	case x >= to.X:
		return to.Y
	}
	return from.Y + (to.Y-from.Y)*(x-from.X)/(to.X-from.X)
}

// span paints a column from top to bottom, the pixels that it covers in part
// as strongly as it covers them.
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
