package window

import "routerwatch/ui/window/kit"

// The minimum size of a card.
const (
	minCardWidth  = 240
	minCardHeight = 150
)

// minPastHeight is the height of a card from which it shows the past.
const minPastHeight = 400

// measures is every size in a card, in Fyne's units. They depend only on the size
// of the card, never on its words, so that nothing moves when words change.
type measures struct {
	pad, gap, edge float32
	icon           float32 // the side of the status icon

	// Type sizes.
	status, name, caption, strong, body, small, tiny float32

	subtitle              bool // room for a second line under the name
	factColumns, factRows int  // 0 if there is no room for the small numbers
	pastLines             int  // of figures over the bar of days; 0 if there is no room for it

	trouble                   float32 // the height reserved for the trouble panel
	whatLines, meanwhileLines int
	request                   bool // room for the request id
	attemptLine               bool // layer and attempt are below the headline, not beside it
}

// measuresFor are the measures of a card of that size, from 280×180 up to any
// screen.
func measuresFor(w, h float32) measures {
	unit := min(max(cardUnit(w, h), 0.4), 4)
	size := func(base, least float32) float32 { return max(base*unit, least) }
	m := measures{
		pad: size(20, 8), gap: size(14, 6), edge: size(5, 3), icon: size(36, 22),
		status: size(29, 18), name: size(18, 13), caption: size(18, 12.5),
		strong: size(17, 13), body: size(15, 12), small: size(13, 11.5), tiny: size(12, 11),
	}
	m.subtitle = h >= 260
	if m.subtitle {
		m.icon = max(m.icon, kit.LineHeight*(m.name+m.small))
	}
	if h >= minPastHeight {
		m.pastLines = 1
		if w-2*m.pad < 46*m.tiny {
			m.pastLines = 2
		}
	}
	m.measureFacts(w-2*m.pad, h)
	m.measureTrouble(w-2*m.pad, h)
	return m
}

// cardUnit is a card's scale: 1 where everything has its usual size.
func cardUnit(w, h float32) float32 { return min(w/600, h/480) }

func (m *measures) measureFacts(w, h float32) {
	const widest = 8 // "Pairs with a fee", over the type size
	fitting := int(w / (m.tiny * widest))
	columns := max(3, min((factCount+1)/2, fitting))
	rows := (factCount + columns - 1) / columns
	switch {
	case h < 280:
	case fitting >= factCount:
		m.factColumns, m.factRows = factCount, 1
	case h >= 210+60*float32(rows):
		m.factColumns, m.factRows = columns, rows
	}
}

// measureTrouble reserves the lines that the longest sentences take.
func (m *measures) measureTrouble(w, h float32) {
	text := w - 2*m.gap
	m.whatLines = 2
	if h >= 290 && text < 30*m.body || h >= 400 && text < 36*m.body {
		m.whatLines = 3
	}
	m.attemptLine = h >= 400 && text < 26*m.strong
	if m.attemptLine && text < 24*m.body {
		m.whatLines = 4
	}
	m.request = h >= 340
	if h >= 280 {
		m.meanwhileLines = 1
		if text < 36*m.small {
			m.meanwhileLines = 2
		}
	}
	lines := m.strong + m.body*float32(m.whatLines) + m.small*float32(m.meanwhileLines)
	if m.request {
		lines += m.tiny
	}
	if m.attemptLine {
		lines += m.small
	}
	m.trouble = kit.LineHeight*lines + 2*m.troubleMargin() + m.gap*0.3
}

func (m measures) troubleMargin() float32 { return max(4, m.gap*0.6) }

// layout places the card's widgets by the card's size alone.
func (c *card) layout(room kit.Rect) {
	m := measuresFor(room.W, room.H)
	c.measures = m
	kit.Put(c.ground, room)
	area := room.Inset(m.pad, m.pad)
	c.placeHeader(area.Top(m.icon, m.gap))
	c.placeTrouble(area.Top(m.trouble, m.gap*0.5))
	footer := area.Bottom(2.2*m.body, m.gap)
	c.retry.Place(footer.Right(min(9*m.body, footer.W/2), m.gap), m.body)
	width := 2.6 * m.body
	if wide := 12 * m.body; footer.W >= wide+11*m.body {
		width = wide
	}
	c.silence.Place(footer.Right(width, m.gap), m.body)
	c.showSilence()
	c.next.Place(footer, m.body)
	if c.showPast() {
		lines := float32(m.pastLines)
		c.past.place(area.Bottom(m.tiny*(lines*kit.LineHeight+1.2)+2, m.gap*0.8), m.tiny, m.pastLines)
	}
	c.placeFacts(&area)
	c.placeHero(area)
}

// showPast shows the bar of days if there is a history and room, and reports whether it
// did.
func (c *card) showPast() bool {
	c.past.Hidden = !c.hasPast || c.measures.pastLines == 0
	return !c.past.Hidden
}

func (c *card) placeHeader(row kit.Rect) {
	m := c.measures
	kit.Put(c.icon, row.Left(m.icon, m.gap*0.8))
	c.status.Place(row.Left(min(m.status*6, row.W*0.55), m.gap), m.status)
	var name, address, mark kit.Rect
	switch {
	case m.subtitle:
		row = row.Middle(kit.LineHeight * (m.name + m.small))
		name = row.Top(kit.LineHeight*m.name, 0)
		address, mark = row, row
	case c.mark.Visible():
		mark = row.Middle(kit.LineHeight * m.small)
	default:
		name = row
	}
	c.name.Place(name, m.name)
	c.address.Place(address, m.small)
	mark = mark.Right(min(mark.W, c.mark.Width(c.mark.Text, m.tiny)+1.2*m.tiny), 0)
	kit.Put(c.markGround, mark)
	c.mark.Place(mark, m.tiny)
}

// countHeight is the height of the count, relative to its type size: less than
// that of a line, since digits have no descenders.
const countHeight = 0.98

// placeHero places the count, as large as fits, with its caption and age.
func (c *card) placeHero(area kit.Rect) {
	caption := c.measures.caption
	line := kit.LineHeight * caption
	size := max(12, min((area.H-2*line)/countHeight, area.W*0.36)) // of a few digits
	block := area.Middle(min(area.H, size*countHeight+2*line))
	c.hero = block.Top(size*countHeight, 0)
	c.caption.Place(block.Top(line, 0), caption)
	c.age.Place(block.Top(line, 0), caption)
	c.fitCount()
}

// fitCount makes the count smaller if it has more digits than fit.
func (c *card) fitCount() {
	if c.hero.W <= 0 {
		return
	}
	size := c.hero.H / countHeight
	for c.count.Width(c.count.Text, size) > c.hero.W && size > 8 {
		size *= min(0.98, c.hero.W/c.count.Width(c.count.Text, size)) // once is not always enough: letters are set on whole pixels
	}
	c.count.Place(c.hero, size)
}

// placeFacts cuts the rows of small numbers off the lower end of area.
func (c *card) placeFacts(area *kit.Rect) {
	m := c.measures
	height, between := kit.LineHeight*(m.tiny+m.body), m.gap*0.4
	var all kit.Rect
	if m.factRows > 0 {
		rows := float32(m.factRows)
		all = area.Bottom(rows*height+(rows-1)*between, m.gap)
	}
	for i, f := range c.facts {
		kit.SetVisible(f.label, m.factRows > 0)
		kit.SetVisible(f.value, m.factRows > 0)
		if m.factRows == 0 {
			continue
		}
		column, row := float32(i%m.factColumns), float32(i/m.factColumns)
		width := all.W / float32(m.factColumns)
		cell := kit.NewRect(all.X+column*width, all.Y+row*(height+between), width, height).Inset(2, 0)
		f.label.Place(cell.Top(kit.LineHeight*m.tiny, 0), m.tiny)
		f.value.Place(cell, m.body)
	}
}

// The minimum size of a chart.
const (
	minChartWidth  = 120
	minChartHeight = 22 // of the line
)

// placeTrouble reserves the place of the trouble panel. Without trouble it has the
// charts and perhaps a note.
func (c *card) placeTrouble(area kit.Rect) {
	m := c.measures
	c.trouble.place(area, m)
	width, height := (area.W-2*m.gap)/2, area.H-2*kit.LineHeight*m.body-m.gap*0.3
	least := minChartHeight + kit.LineHeight*m.tiny
	c.noteFits = height >= least
	if !c.noteFits {
		height = area.H
	}
	c.chartsFit = width >= minChartWidth && height >= least
	if c.chartsFit {
		row := area
		if c.noteFits {
			row = area.Top(height, m.gap*0.3)
		}
		c.pairs.place(row.Left(width, m.gap*2), m.tiny)
		c.latency.place(row, m.tiny)
	}
	c.note.Place(area.Top(min(area.H, 3*kit.LineHeight*m.body), 0), m.body)
	c.showCharts()
}

// showCharts shows the charts if nothing else needs their place.
func (c *card) showCharts() {
	shown := c.chartsFit && !c.trouble.Visible() && (c.note.Text == "" || c.noteFits)
	kit.SetVisible(c.pairs.Container, shown)
	kit.SetVisible(c.latency.Container, shown)
}
