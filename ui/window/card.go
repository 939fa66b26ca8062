package window

import (
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/theme"

	"routerwatch/ui/view"
)

// card is one router. Its widgets are made once; apply changes their words.
type card struct {
	*fyne.Container
	id string

	ground  *plate // a card among several has one
	emblem  *emblem
	status  *words
	name    *words
	address *words
	mark    *badge // a simulated router's, in the place of its address

	count   *words
	caption *words
	age     *words
	note    *words
	facts   []fact

	charts  *charts // in the trouble's place while there is none
	trouble *troublePanel
	next    *words
	retry   *action

	measures measures
	hero     rect // the count's place
}

// newCard makes the card of a router. retry asks for a poll now; keys gets the
// keys that the card itself has no use for.
func newCard(id string, retry func(), keys func(*fyne.KeyEvent)) *card {
	const center, trailing = fyne.TextAlignCenter, fyne.TextAlignTrailing
	c := &card{
		id:      id,
		ground:  newPlate(colorSurface, colorBorder),
		emblem:  newEmblem(),
		status:  newWords(1, 26, theme.ColorNameForeground).strong(),
		name:    newWords(1, 18, theme.ColorNameForeground).strong().at(trailing),
		address: newWords(1, 13, colorMuted).at(trailing),
		mark:    newBadge(labelSimulated),
		count:   newWords(1, 96, theme.ColorNameForeground).strong().at(center),
		caption: newWords(1, 18, theme.ColorNameForeground).at(center).shrinking(leastType),
		age:     newWords(1, 18, colorMuted).at(center).still(),
		note:    newWords(4, 15, colorMuted).shrinking(leastType),
		charts:  newCharts(),
		trouble: newTroublePanel(),
		next:    newWords(1, 15, colorMuted),
	}
	c.retry = newAction("", keys, retry)
	c.ground.Hide()
	for range factsOf(view.Model{Counters: make([]view.Counter, 5)}) {
		c.facts = append(c.facts, newFact())
	}
	objects := []fyne.CanvasObject{
		c.ground, c.emblem, c.status, c.name, c.address, c.mark.Container,
		c.count, c.caption, c.age, c.note,
	}
	for _, f := range c.facts {
		objects = append(objects, f.label, f.value)
	}
	objects = append(objects, c.charts.Container, c.trouble.Container, c.next, c.retry)
	c.Container = container.New(&cardLayout{c}, objects...)
	return c
}

// apply shows m.
func (c *card) apply(m view.Model) {
	c.emblem.set(m.Icon)
	c.status.set(m.Status)
	c.status.tint(colorOf(m.Tone))
	c.name.set(m.Title)
	c.address.set(m.Address)
	c.simulated(m.Simulated)

	c.count.set(m.Pairs)
	c.fitCount()
	c.count.tint(colorOfReading(m))
	c.caption.set(m.PairsCaption)
	c.caption.tint(colorOfReading(m))
	c.age.set(m.Age)
	for i, f := range factsOf(m) {
		if i < len(c.facts) {
			c.facts[i].set(f.Label, f.Value)
		}
	}

	c.note.set(m.Note)
	c.trouble.apply(m.Trouble, m.Tone)
	c.charts.yield(m)
	if m.Trouble.Shown {
		c.next.set(m.Trouble.Countdown)
		c.next.tint(theme.ColorNameForeground)
		c.retry.accent(colorOf(m.Tone))
	} else {
		c.next.set(m.Next)
		c.next.tint(colorMuted)
		c.retry.accent("")
	}
	c.retry.show(m.RetryText, m.CanRetry)
}

func (c *card) simulated(simulated bool) {
	if simulated == c.mark.Visible() {
		return
	}
	c.mark.Hidden, c.address.Hidden = !simulated, simulated
	c.Refresh()
}

// alone makes the card the whole window, or one among others.
func (c *card) alone(alone bool) {
	if alone == c.ground.Visible() {
		c.ground.Hidden = alone
		c.ground.Refresh()
	}
}

// colorOfReading stands a reading back that is not from the last poll, or that
// there is none of.
func colorOfReading(m view.Model) fyne.ThemeColorName {
	if m.Stale || !strings.ContainsAny(m.Pairs, "0123456789") {
		return colorMuted
	}
	return theme.ColorNameForeground
}

// joined joins the parts that say something.
func joined(separator string, parts ...string) string {
	said := make([]string, 0, len(parts))
	for _, part := range parts {
		if part != "" {
			said = append(said, part)
		}
	}
	return strings.Join(said, separator)
}
