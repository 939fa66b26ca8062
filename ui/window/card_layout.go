package window

import (
	"fyne.io/fyne/v2"

	"routerwatch/ui/window/kit"
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
	kit.Put(c.ground, kit.Area(size))

	area := kit.Area(size).Inset(m.pad, m.pad)
	c.placeHeader(area.Top(m.icon, m.gap))
	c.placeTrouble(area.Top(m.slot, m.gap*0.5))
	c.placeFoot(area.Bottom(m.foot, m.gap))
	if m.factsRows > 0 {
		c.placeFacts(area.Bottom(m.factsHeight(), m.gap))
	} else {
		c.placeFacts(kit.Rect{})
	}
	c.placeHero(area)
}

func (c *card) placeHeader(row kit.Rect) {
	m := c.measures
	kit.Put(c.emblem, row.Left(m.icon, m.gap*0.8))
	status := row.Left(min(m.status*6, row.W*0.55), m.gap)
	c.status.Place(status, m.status)

	if !m.subtitle {
		c.address.Place(kit.Rect{}, m.small)
		if c.mark.Visible() {
			c.name.Place(kit.Rect{}, m.name)
			c.mark.place(row.Middle(kit.LineHeight*m.small), m.tiny)
			return
		}
		c.name.Place(row, m.name)
		return
	}
	row = row.Middle(kit.LineHeight * (m.name + m.small))
	c.name.Place(row.Top(kit.LineHeight*m.name, 0), m.name)
	c.address.Place(row, m.small)
	c.mark.place(row, m.tiny)
}

// placeHero puts the count, as large as fits, and what belongs to it.
func (c *card) placeHero(area kit.Rect) {
	m := c.measures
	line := kit.LineHeight * m.caption
	size := c.countSize(area)
	block := area.Middle(min(area.H, size*countHeight+2*line))
	c.hero = block.Top(size*countHeight, 0)
	c.caption.Place(block.Top(line, 0), m.caption)
	c.age.Place(block.Top(line, 0), m.caption)
	c.fitCount()
}

// countHeight is the height that is given to the count, over its type size:
// less than a line's, since digits fill only the middle of it.
const countHeight = 0.98

// countSize is the type size of a count of a few digits.
func (c *card) countSize(area kit.Rect) float32 {
	line := kit.LineHeight * c.measures.caption
	return max(12, min((area.H-2*line)/countHeight, area.W*0.36))
}

// fitCount makes the count smaller where it has more digits than fit.
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

func (c *card) placeFacts(area kit.Rect) {
	m := c.measures
	for i, f := range c.facts {
		f.show(m.factsCols > 0)
		if m.factsCols == 0 {
			continue
		}
		column, row := float32(i%m.factsCols), float32(i/m.factsCols)
		width := area.W / float32(m.factsCols)
		height := kit.LineHeight * (m.tiny + m.body)
		f.place(kit.NewRect(area.X+column*width, area.Y+row*(height+m.gap*0.4), width, height).Inset(2, 0), m)
	}
}

// placeTrouble reserves the panel's place. In good times the charts stand
// there, and a note may.
func (c *card) placeTrouble(area kit.Rect) {
	m := c.measures
	c.trouble.place(area, m)
	c.charts.place(&area, m)
	c.note.Place(area.Top(min(area.H, 3*kit.LineHeight*m.body), 0), m.body)
}

func (c *card) placeFoot(row kit.Rect) {
	m := c.measures
	c.retry.Place(row.Right(min(m.button, row.W/2), m.gap), m.body)
	c.next.Place(row, m.body)
}
