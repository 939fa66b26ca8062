package window

import (
	"fyne.io/fyne/v2"
)

// The least that a card can be shown in.
const (
	leastCardWidth  = 240
	leastCardHeight = 150
)

// cardLayout places a card's widgets by the card's size alone.
type cardLayout struct{ c *card }

// MinSize implements fyne.Layout.
func (*cardLayout) MinSize([]fyne.CanvasObject) fyne.Size {
	return fyne.NewSize(leastCardWidth, leastCardHeight)
}

// Layout implements fyne.Layout.
func (l *cardLayout) Layout(_ []fyne.CanvasObject, size fyne.Size) {
	c, m := l.c, measuresFor(size.Width, size.Height)
	c.measures = m
	put(c.ground, rect{0, 0, size.Width, size.Height})

	area := rect{0, 0, size.Width, size.Height}.inset(m.pad, m.pad)
	c.placeHeader(area.top(m.icon, m.gap))
	c.placeTrouble(area.top(m.slot, m.gap*0.5))
	c.placeFoot(area.bottom(m.foot, m.gap))
	if m.factsRows > 0 {
		c.placeFacts(area.bottom(m.factsHeight(), m.gap))
	} else {
		c.placeFacts(rect{})
	}
	c.placeHero(area)
}

func (c *card) placeHeader(row rect) {
	m := c.measures
	put(c.emblem, row.left(m.icon, m.gap*0.8))
	status := row.left(min(m.status*6, row.w*0.55), m.gap)
	c.status.place(status, m.status)

	if !m.subtitle {
		c.address.place(rect{}, m.small)
		if c.mark.Visible() {
			c.name.place(rect{}, m.name)
			c.mark.place(row.middle(lineHeight*m.small), m.tiny)
			return
		}
		c.name.place(row, m.name)
		return
	}
	row = row.middle(lineHeight * (m.name + m.small))
	c.name.place(row.top(lineHeight*m.name, 0), m.name)
	c.address.place(row, m.small)
	c.mark.place(row, m.tiny)
}

// placeHero puts the count, as large as fits, and what belongs to it.
func (c *card) placeHero(area rect) {
	m := c.measures
	line := lineHeight * m.caption
	size := c.countSize(area)
	block := area.middle(min(area.h, size*countHeight+2*line))
	c.hero = block.top(size*countHeight, 0)
	c.caption.place(block.top(line, 0), m.caption)
	c.age.place(block.top(line, 0), m.caption)
	c.fitCount()
}

// countHeight is the height that is given to the count, over its type size:
// less than a line's, since digits fill only the middle of it.
const countHeight = 0.98

// countSize is the type size of a count of a few digits.
func (c *card) countSize(area rect) float32 {
	line := lineHeight * c.measures.caption
	return max(12, min((area.h-2*line)/countHeight, area.w*0.36))
}

// fitCount makes the count smaller where it has more digits than fit.
func (c *card) fitCount() {
	if c.hero.w <= 0 {
		return
	}
	size := c.hero.h / countHeight
	for c.count.width(c.count.text, size) > c.hero.w && size > 8 {
		size *= min(0.98, c.hero.w/c.count.width(c.count.text, size)) // once is not always enough: letters are set on whole pixels
	}
	c.count.place(c.hero, size)
}

func (c *card) placeFacts(area rect) {
	m := c.measures
	for i, f := range c.facts {
		f.show(m.factsCols > 0)
		if m.factsCols == 0 {
			continue
		}
		column, row := float32(i%m.factsCols), float32(i/m.factsCols)
		width := area.w / float32(m.factsCols)
		height := lineHeight * (m.tiny + m.body)
		f.place(rect{area.x + column*width, area.y + row*(height+m.gap*0.4), width, height}.inset(2, 0), m)
	}
}

// placeTrouble reserves the panel's place. In good times the charts stand
// there, and a note may.
func (c *card) placeTrouble(area rect) {
	m := c.measures
	c.trouble.place(area, m)
	c.charts.place(&area, m)
	c.note.place(area.top(min(area.h, 3*lineHeight*m.body), 0), m.body)
}

func (c *card) placeFoot(row rect) {
	m := c.measures
	c.retry.place(row.right(min(m.button, row.w/2), m.gap), m.body)
	c.next.place(row, m.body)
}
