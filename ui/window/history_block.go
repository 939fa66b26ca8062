package window

import (
	"image"

	"fyne.io/fyne/v2"

	"routerwatch/ui/view"
	"routerwatch/ui/window/kit"
)

// layoutBlock puts the moment over the timeline and the charts. Its height does not
// depend on the words.
func (h *historyPage) layoutBlock(_ []fyne.CanvasObject, width float32, put func(fyne.CanvasObject, kit.Rect)) float32 {
	room := h.main.window.Canvas().Size().Height
	strip, chart := min(max(room*0.05, 18), 40), min(max(room*0.16, 52), 150)
	lines := float32(2)
	if width < 400 && room >= 300 {
		lines = 4
	}
	const axis = kit.LineHeight * pageSmall
	y := float32(0)
	next := func(height, gap float32) kit.Rect {
		box := kit.NewRect(0, y, width, height)
		y += height + gap
		return box
	}
	put(h.moment, next(lines*kit.LineHeight*pageText, 4))
	top := y
	put(h.strip, next(strip, 4))
	pairs, latency := next(chart, 4), next(chart, 2)
	put(h.pairs.Container, pairs)
	put(h.latency.Container, latency)
	h.pairs.place(pairs, pageSmall)
	h.latency.place(latency, pageSmall)
	put(h.track, kit.NewRect(0, top, width, y-top))
	ends := next(axis, 0)
	put(h.from, ends.Left(width/2, 0))
	put(h.to, ends)
	return y
}

// drawStrip is called by the toolkit for the timeline of statuses in pixels.
func (h *historyPage) drawStrip(w, height int) image.Image {
	img := image.NewRGBA(image.Rect(0, 0, max(w, 0), max(height, 0)))
	scale := float64(w) / float64(max(1, h.strip.Size().Width))
	drawBands(img, h.shown.Bands, func(area image.Rectangle, cell view.DayCell) { drawCell(img, area, cell, scale) })
	return img
}

// point shows what was known at a moment.
func (h *historyPage) point(at float64) {
	if len(h.shown.Bands) == 0 {
		return
	}
	h.at = at
	h.track.Mark(at)
	h.moment.Set(h.shown.At(at))
}

// key moves the moment.
func (h *historyPage) key(name fyne.KeyName) bool {
	const far = 1.0 / 24
	if h.at < 0 {
		h.at = 1
	}
	switch name {
	case fyne.KeyLeft:
		h.point(h.shown.Step(h.at, -1))
	case fyne.KeyRight:
		h.point(h.shown.Step(h.at, 1))
	case fyne.KeyPageUp:
		h.point(max(h.at-far, 0))
	case fyne.KeyPageDown:
		h.point(min(h.at+far, 1))
	case fyne.KeyHome:
		h.point(0)
	case fyne.KeyEnd:
		h.point(1)
	default:
		return false
	}
	return true
}
