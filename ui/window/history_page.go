package window

import (
	"cmp"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/theme"

	"routerwatch/ui/view"
	"routerwatch/ui/window/kit"
)

// historyPage shows a range of a router's history, as it was when the page was opened
// or the range chosen.
type historyPage struct {
	*page
	router string // its id
	span   view.PastSpan
	shown  view.HistoryPage
	asked  int // counts the readings, so that only the last one is shown

	export         *kit.Button
	routers        *fyne.Container // the choice of a router; empty if there is only one
	spans          []*kit.Button
	block          *fyne.Container // the timeline and what belongs to it
	strip          *canvas.Raster
	pairs, latency *chart
	from, to       *kit.Text
	moment         *kit.Text
	track          *kit.Track
	at             float64 // the moment; negative for none
}

// openHistory opens the history of a router, or of the first one if the id is "".
func (s *mainWindow) openHistory(id string) {
	if s.page != nil || len(s.models) == 0 {
		return
	}
	s.setWall(false)
	if id == "" {
		id = s.onCards()[0].ID
	}
	h := newHistoryPage(s, id)
	s.openPage(h.page, h.track)
	h.read()
}

func newHistoryPage(s *mainWindow, id string) *historyPage {
	h := &historyPage{router: id, span: view.PastSpans()[0], at: -1}
	h.page = newWidePage(s, 1200, "", view.LabelCopyReport, func() { h.copyReport(h.shown.Report()) })
	h.still = true
	h.no.Set(view.LabelClose, true)
	h.routers = container.New(column(1200, 0))
	if len(s.models) > 1 {
		h.routers.Objects = []fyne.CanvasObject{h.routerChoice()}
	}
	for _, span := range view.PastSpans() {
		h.spans = append(h.spans, kit.NewButton(span.Label, s.key, func() {
			h.span = span
			h.read()
		}))
	}
	h.export = kit.NewButton(view.LabelExport, s.key, func() { s.popUp(h.exports(), h.export) })
	h.strip = canvas.NewRaster(h.drawStrip)
	h.pairs, h.latency = newChart(), newChart()
	h.from, h.to = label("", pageSmall, kit.ColorMuted), label("", pageSmall, kit.ColorMuted).Align(fyne.TextAlignTrailing)
	h.moment = kit.NewText(4, pageText, theme.ColorNameForeground).ShrinkTo(kit.MinTextSize)
	h.track = kit.NewTrack(s.key)
	h.track.OnPoint, h.track.OnKey = h.point, h.key
	h.track.OnFocus = func(fyne.CanvasObject) { h.reveal(h.block) }
	h.block = container.New(flow(h.layoutBlock), h.strip, h.pairs.Container, h.latency.Container, h.from, h.to, h.moment, h.track)
	h.show(view.HistoryPage{Recorded: true})
	return h
}

// routerChoice chooses one of several routers.
func (h *historyPage) routerChoice() fyne.CanvasObject {
	var names []string
	selected := ""
	for _, m := range h.main.models {
		names = append(names, m.Title)
		if m.ID == h.router {
			selected = m.Title
		}
	}
	models := h.main.models
	return newChoice(h.page, names, selected, func(name string) {
		for _, m := range models {
			if m.Title == name && m.ID != h.router {
				h.router = m.ID
				h.read()
				return
			}
		}
	})
}

// maxPairLines is in how many lines pairs are listed; all of them can be copied.
const maxPairLines = 8

// read reads the range on another goroutine, and shows it.
func (h *historyPage) read() {
	s := h.main
	h.asked++
	asked, span, now, read := h.asked, h.span, s.now(), s.past(s.state.of(h.router).Router)
	missing := ""
	if s.historyFolder() == "" {
		missing = view.LabelNoHistory
	}
	h.say(view.LabelReading, view.Neutral)
	s.work(func() func() {
		r, err := read(now.AddDate(0, 0, -span.Days), now)
		shown := view.RenderHistory(r, now)
		return func() {
			if s.page != h.page || asked != h.asked {
				return
			}
			h.show(shown)
			h.say(cmp.Or(view.ErrorSentence(err), missing), view.Bad)
		}
	})
}

// show shows a range that was read.
func (h *historyPage) show(shown view.HistoryPage) {
	h.shown, h.at = shown, -1
	h.title.Text = view.LabelHistory
	for _, m := range h.main.models {
		if m.ID == h.router {
			h.title.Text = view.HistoryTitle(m)
		}
	}
	for i, span := range view.PastSpans() {
		h.spans[i].SetFill(map[bool]fyne.ThemeColorName{true: theme.ColorNamePrimary}[span == h.span])
	}
	h.pairs.bands, h.latency.bands = shown.Bands, shown.Bands
	h.pairs.apply(shown.Pairs)
	h.latency.apply(shown.Latency)
	h.from.Set(shown.From)
	h.to.Set(shown.To)
	h.track.Mark(-1)
	h.moment.Set(view.LabelPoint)
	h.strip.Refresh()
	h.yes.Set(view.LabelCopyReport, shown.Recorded && len(shown.Bands) > 0)
	objects := []fyne.CanvasObject{h.routers, container.New(flow(equalWidths), buttons(h.spans)...), space(2)}
	if !shown.Recorded && len(shown.Events) == 0 {
		objects = append(objects, space(8), label(view.NothingRecorded, pageText, kit.ColorMuted))
	}
	if shown.Recorded {
		objects = append(objects, h.block)
		for _, sentence := range shown.Summary {
			objects = append(objects, label(sentence, pageText, theme.ColorNameForeground))
		}
		objects = append(objects, row(label(view.LabelHowToRead, pageSmall, kit.ColorMuted), h.export))
	}
	pairs := h.main.state.of(h.router).pairs
	listed := kit.NewText(maxPairLines, pageText, theme.ColorNameForeground)
	listed.Text = view.PairsNow(pairs, h.main.now())
	objects = append(objects, space(6), heading(view.LabelPairs, pageHead), row(listed, kit.NewButton(view.LabelCopyPairs, h.main.key, func() {
		h.copyReport(shown.PairsReport(pairs))
	})))
	if len(shown.Events) > 0 {
		objects = append(objects, space(6), heading(view.LabelWhatHappened, pageHead))
	}
	for _, e := range shown.Events {
		copied := kit.NewButton(view.LabelCopyReport, h.main.key, func() { h.copyReport(e.Report()) })
		text := label(e.Text, pageText, theme.ColorNameForeground)
		if e.Tone == view.Bad {
			text.SetColor(kit.Accent(e.Tone))
		}
		objects = append(objects, row(text, copied))
	}
	if shown.Earlier != "" {
		objects = append(objects, label(shown.Earlier, pageSmall, kit.ColorMuted))
	}
	h.fill(objects...)
}

// row is a text with a button to its right.
func row(text fyne.CanvasObject, button *kit.Button) fyne.CanvasObject {
	return container.New(flow(beside{right: button.MinSize().Width, minRest: 200}.flow), text, button)
}

func buttons(all []*kit.Button) (objects []fyne.CanvasObject) {
	for _, b := range all {
		objects = append(objects, b)
	}
	return objects
}

// equalWidths puts objects side by side, all of the same width.
func equalWidths(objects []fyne.CanvasObject, width float32, put func(fyne.CanvasObject, kit.Rect)) float32 {
	const gap = 4
	each := min(96, (width-gap*float32(len(objects)-1))/float32(len(objects)))
	var height float32
	for i, o := range objects {
		height = max(height, o.MinSize().Height)
		put(o, kit.NewRect(float32(i)*(each+gap), 0, each, o.MinSize().Height))
	}
	return height
}

// copyReport puts a report on the clipboard.
func (h *historyPage) copyReport(text string) {
	h.main.clip(text)
	h.say(view.LabelReportCopied, view.Good)
}
