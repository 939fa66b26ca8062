package window

import (
	"cmp"
	"image"
	"image/color"
	"image/draw"
	"math"
	"slices"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/theme"

	"routerwatch/history"
	"routerwatch/monitor"
	"routerwatch/ui/view"
	"routerwatch/ui/window/kit"
)

// How old the past on the cards may get: a cell is a day wide, but the first figures
// should come soon.
const (
	pastAge    = 5 * time.Minute
	outageAge  = time.Minute     // in an outage, and until the figures have all of it
	noPastAge  = 2 * time.Second // while nothing is recorded
	recordedBy = 2 * time.Minute // how long after its end an outage is in the files
)

// historyFolder is where the history is read; "" if there is none.
func (s *mainWindow) historyFolder() string {
	return cmp.Or(s.options.History, s.state.app.History)
}

// past is a reader of a router's past, for another goroutine: from the files or, where
// they have nothing of it, of the last hour in memory.
func (s *mainWindow) past(router monitor.Router) func(from, to time.Time) (history.Range, error) {
	folder, points := s.historyFolder(), s.state.of(router.ID).history.Points
	return func(from, to time.Time) (r history.Range, err error) {
		if folder != "" {
			r, err = history.Read(folder, router.ID, from, to)
		}
		if len(r.Rows)+len(r.Outages()) == 0 {
			r = history.OfPoints(router, points)
		}
		return r, err
	}
}

// readPasts reads the past of those routers that show it, on another goroutine, if it is
// old or of other routers.
func (s *mainWindow) readPasts() {
	now, folder := s.now(), s.historyFolder()
	var ids []string
	for _, m := range s.onCards() {
		ids = append(ids, m.ID)
	}
	age := pastAge
	for _, snapshot := range s.state.snapshots() {
		if o := snapshot.Outage; o.Open() || s.pastsRead.Before(o.Until.Add(recordedBy)) {
			age = outageAge
		}
	}
	for _, past := range s.pasts {
		if past.Figures == view.NothingRecorded {
			age = noPastAge
		}
	}
	fresh := !now.Before(s.pastsRead) && now.Sub(s.pastsRead) < age && now.YearDay() == s.pastsRead.YearDay()
	if folder == "" || s.readingPasts || fresh && slices.Equal(ids, s.pastsOf) {
		return
	}
	s.readingPasts, s.pastsRead, s.pastsOf = true, now, ids
	s.work(func() func() {
		pasts := make(map[string]view.Past, len(ids))
		for _, id := range ids {
			days, err := history.Read(folder, id, now.AddDate(0, 0, -view.PastDays), now)
			hours, more := history.Read(folder, id, now.AddDate(0, 0, -1), now)
			if err = cmp.Or(err, more); err != nil {
				s.options.Log.Warn("a history cannot be read whole", "error", err)
			}
			pasts[id] = view.RenderPast(days, hours, now)
		}
		return func() {
			s.readingPasts, s.pasts = false, pasts
			for id, c := range s.cards {
				c.past.apply(pasts[id])
			}
			s.board.applyPasts(pasts)
		}
	})
}

// pastBar is the last days of a router: a line of figures over a cell for each day.
// It is drawn again only for other days or another size. A tap opens the history.
type pastBar struct {
	*fyne.Container
	figures *kit.Text
	raster  *canvas.Raster
	shown   view.Past
}

func newPastBar(tapped func()) *pastBar {
	b := &pastBar{figures: kit.NewText(2, 11, kit.ColorMuted).ShrinkTo(8)}
	b.raster = canvas.NewRaster(b.draw)
	b.Container = container.NewWithoutLayout(b.figures, b.raster, kit.NewTapArea(tapped))
	b.Hide()
	return b
}

// apply shows p.
func (b *pastBar) apply(p view.Past) {
	b.figures.Set(p.Figures)
	if !slices.Equal(b.shown.Days, p.Days) {
		b.shown = p
		b.raster.Refresh()
	}
}

// place puts the bar into box, with type of that size in as many lines.
func (b *pastBar) place(box kit.Rect, size float32, lines int) {
	kit.Put(b.Container, box)
	room := box.AtOrigin()
	kit.Put(b.Objects[2], room)
	b.figures.Place(room.Top(float32(lines)*kit.LineHeight*size, 2), size)
	kit.Put(b.raster, room)
}

// draw is called by the toolkit for the cells in pixels.
func (b *pastBar) draw(w, h int) image.Image {
	img := image.NewRGBA(image.Rect(0, 0, max(w, 0), max(h, 0)))
	scale := float64(w) / float64(max(1, b.raster.Size().Width))
	n := len(b.shown.Days)
	gap := 0
	if n > 0 && w/n >= 3 {
		gap = max(1, int(scale))
	}
	for i, day := range b.shown.Days {
		drawCell(img, image.Rect(i*w/n, 0, (i+1)*w/n-gap, h), day, scale)
	}
	return img
}

// drawCell draws a cell; scale is how many pixels a unit has.
func drawCell(img draw.Image, area image.Rectangle, cell view.DayCell, scale float64) {
	height := int(math.Round(float64(area.Dy()) * []float64{0, 0.3, 0.5, 0.75, 1}[cell.Level]))
	switch {
	case cell.Hatched:
		hatch(img, area, theme.Color(kit.ColorMuted), scale)
	case cell.Level == 0:
		area.Min.Y = area.Max.Y - max(1, int(scale))
		fill(img, area, theme.Color(kit.ColorBorder))
	default:
		area.Min.Y = area.Max.Y - height
		fill(img, area, theme.Color(kit.Accent(cell.Tone)))
	}
}

// minDown is the width of a short outage in a timeline, in pixels, so that it is seen.
const minDown = 2

// drawBands draws bands over the whole width, those that are down last.
func drawBands(img draw.Image, bands []view.Band, cell func(image.Rectangle, view.DayCell)) {
	box := img.Bounds()
	for _, down := range []bool{false, true} {
		for _, b := range bands {
			if (b.Tone == view.Bad) != down {
				continue
			}
			area := box
			area.Min.X = int(math.Round(b.From * float64(box.Dx())))
			area.Max.X = int(math.Round(b.To * float64(box.Dx())))
			if down {
				area.Max.X = max(area.Max.X, area.Min.X+minDown)
				draw.Draw(img, area, image.Transparent, image.Point{}, draw.Src)
			}
			cell(area, b.DayCell)
		}
	}
}

// fill paints a rectangle.
func fill(img draw.Image, area image.Rectangle, ink color.Color) {
	draw.Draw(img, area, image.NewUniform(ink), image.Point{}, draw.Over)
}

// hatch draws oblique lines into a rectangle; scale is how many pixels a unit has.
func hatch(img draw.Image, area image.Rectangle, ink color.Color, scale float64) {
	period, width := max(3, int(math.Round(4*scale))), max(1, int(math.Round(scale)))
	area = area.Intersect(img.Bounds())
	for y := area.Min.Y; y < area.Max.Y; y++ {
		for x := area.Min.X; x < area.Max.X; x++ {
			if (x+y)%period < width {
				img.Set(x, y, ink)
			}
		}
	}
}
