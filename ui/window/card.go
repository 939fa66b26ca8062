package window

import (
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/theme"

	"routerwatch/ui/view"
	"routerwatch/ui/window/kit"
)

// card is one router. Its widgets are made once; apply changes their words.
type card struct {
	*fyne.Container
	id string

	ground  *kit.Panel // a card among several has one
	emblem  *emblem
	status  *kit.Text
	name    *kit.Text
	address *kit.Text
	mark    *badge // a simulated router's, in the place of its address

	count   *kit.Text
	caption *kit.Text
	age     *kit.Text
	note    *kit.Text
	facts   []fact

	charts  *charts // in the trouble's place while there is none
	trouble *troublePanel
	next    *kit.Text
	retry   *kit.Button

	measures measures
	hero     kit.Rect // the count's place
}

// newCard makes the card of a router. retry asks for a poll now; keys gets the
// keys that the card itself has no use for.
func newCard(id string, retry func(), keys func(*fyne.KeyEvent)) *card {
	const center, trailing = fyne.TextAlignCenter, fyne.TextAlignTrailing
	c := &card{
		id:      id,
		ground:  kit.NewPanel(kit.ColorSurface, kit.ColorBorder),
		emblem:  newEmblem(),
		status:  kit.NewText(1, 26, theme.ColorNameForeground).Bold(),
		name:    kit.NewText(1, 18, theme.ColorNameForeground).Bold().Align(trailing),
		address: kit.NewText(1, 13, kit.ColorMuted).Align(trailing),
		mark:    newBadge(labelSimulated),
		count:   kit.NewText(1, 96, theme.ColorNameForeground).Bold().Align(center),
		caption: kit.NewText(1, 18, theme.ColorNameForeground).Align(center).ShrinkTo(kit.MinTextSize),
		age:     kit.NewText(1, 18, kit.ColorMuted).Align(center).Steady(true),
		note:    kit.NewText(4, 15, kit.ColorMuted).ShrinkTo(kit.MinTextSize),
		charts:  newCharts(),
		trouble: newTroublePanel(),
		next:    kit.NewText(1, 15, kit.ColorMuted),
	}
	c.retry = kit.NewButton("", keys, retry)
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
	c.status.Set(m.Status)
	c.status.SetColor(kit.Accent(m.Tone))
	c.name.Set(m.Title)
	c.address.Set(m.Address)
	c.simulated(m.Simulated)

	c.count.Set(m.Pairs)
	c.fitCount()
	c.count.SetColor(colorOfReading(m))
	c.caption.Set(m.PairsCaption)
	c.caption.SetColor(colorOfReading(m))
	c.age.Set(m.Age)
	for i, f := range factsOf(m) {
		if i < len(c.facts) {
			c.facts[i].set(f.Label, f.Value)
		}
	}

	c.note.Set(m.Note)
	c.trouble.apply(m.Trouble, m.Tone)
	c.charts.yield(m)
	if m.Trouble.Shown {
		c.next.Set(m.Trouble.Countdown)
		c.next.SetColor(theme.ColorNameForeground)
		c.retry.SetFill(kit.Accent(m.Tone))
	} else {
		c.next.Set(m.Next)
		c.next.SetColor(kit.ColorMuted)
		c.retry.SetFill("")
	}
	c.retry.Set(m.RetryText, m.CanRetry)
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
		return kit.ColorMuted
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
