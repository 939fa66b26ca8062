package window

import (
	"image"
	"image/color"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/theme"

	"routerwatch/ui/view"
	"routerwatch/ui/window/kit"
)

// chart is one quantity's last minutes: its caption and range above, the line
// below. It is drawn anew only when it is given other lines or another size.
type chart struct {
	*fyne.Container
	caption, span *kit.Text
	picture       *canvas.Raster
	shown         view.Spark
	box           kit.Rect
	size          float32 // of the type
}

func newChart() *chart {
	c := &chart{
		caption: kit.NewText(1, 11, kit.ColorMuted),
		span:    kit.NewText(1, 11, kit.ColorMuted).Align(fyne.TextAlignTrailing).ShrinkTo(8),
	}
	c.picture = canvas.NewRaster(c.draw)
	c.Container = container.NewWithoutLayout(c.caption, c.span, c.picture)
	return c
}

// apply shows s.
func (c *chart) apply(s view.Spark) {
	c.shown = s
	c.span.Set(s.Range)
	c.arrange()
	c.picture.Refresh()
}

func (c *chart) place(box kit.Rect, size float32) {
	kit.Put(c.Container, box)
	c.box, c.size = box.AtOrigin(), size
	c.arrange()
}

// arrange gives the numbers the room they need: how long it is goes without
// saying where there is little.
func (c *chart) arrange() {
	inner := c.box
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
	kit.Put(c.picture, inner)
}

// draw is the toolkit asking for the picture in pixels.
func (c *chart) draw(w, h int) image.Image {
	pixels := float64(w) / float64(max(1, c.picture.Size().Width))
	fill := color.NRGBAModel.Convert(theme.Color(kit.ColorMuted)).(color.NRGBA)
	fill.A = 0x1c
	stroke := pixels * max(1.2, float64(c.size)/8)
	return plot{stroke: stroke, ink: theme.Color(kit.ColorMuted), fill: fill, base: theme.Color(kit.ColorBorder)}.draw(c.shown.Lines, w, h)
}

// chartAge is how long the charts may stand while no reading comes: the line
// then moves by no more than a pixel or two.
const chartAge = 15 * time.Second

// charts are a card's two, side by side in the upper part of the place that
// is reserved for trouble. They hide while it is needed.
type charts struct {
	*fyne.Container
	pairs, latency *chart
	drawn          time.Time // the moment that they show
	fit            bool      // there is room for them
	alone          bool      // but not for a note besides
	trouble, note  bool      // what else is to be shown there
}

func newCharts() *charts {
	c := &charts{pairs: newChart(), latency: newChart()}
	c.Container = container.NewWithoutLayout(c.pairs.Container, c.latency.Container)
	c.apply(view.Hour{}, time.Time{})
	c.Hide()
	return c
}

// due reports whether the charts have to be drawn for now.
func (c *charts) due(changed bool, now time.Time) bool {
	return changed || now.Before(c.drawn) || now.Sub(c.drawn) >= chartAge
}

func (c *charts) apply(h view.Hour, now time.Time) {
	c.drawn = now
	c.pairs.apply(h.Pairs)
	c.latency.apply(h.Latency)
}

// yield notes what else stands in the place of the charts.
func (c *charts) yield(m view.Model) {
	c.trouble, c.note = m.Trouble.Shown, m.Note != ""
	c.decide()
}

// decide shows the charts where nothing else needs their place.
func (c *charts) decide() {
	kit.SetVisible(c.Container, c.fit && !c.trouble && (!c.note || !c.alone))
}

// The least that a chart can be read in.
const (
	leastChartWidth  = 120
	leastChartHeight = 22 // of the line
)

// place puts the charts into area and leaves the rest of it to a note.
func (c *charts) place(area *kit.Rect, m measures) {
	note := 2*kit.LineHeight*m.body + m.gap*0.3
	height := area.H - note
	least := leastChartHeight + kit.LineHeight*m.tiny
	c.alone = height < least
	if c.alone {
		height = area.H
	}
	width := (area.W - m.gap*2) / 2
	c.fit = width >= leastChartWidth && height >= least
	c.decide()
	if !c.fit {
		return
	}
	box := *area
	if c.alone {
		box = box.Middle(height)
	} else {
		box = area.Top(height, m.gap*0.3)
	}
	kit.Put(c.Container, box)
	row := box.AtOrigin()
	c.pairs.place(row.Left(width, m.gap*2), m.tiny)
	c.latency.place(row, m.tiny)
}
