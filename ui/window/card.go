package window

import (
	"cmp"
	"strings"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/theme"

	"routerwatch/monitor"
	"routerwatch/ui/view"
	"routerwatch/ui/window/kit"
)

// card is one router. Its widgets are made once; apply changes their words.
type card struct {
	*fyne.Container

	ground     *kit.Panel // shown if there are several cards
	icon       *statusIcon
	status     *kit.Text
	name       *kit.Text
	address    *kit.Text
	mark       *kit.Text // marks a simulated router, instead of its address
	markGround *kit.Panel

	count   *kit.Text
	caption *kit.Text
	age     *kit.Text
	note    *kit.Text
	facts   []fact

	pairs, latency *chart    // side by side in the trouble's place while there is none
	drawn          time.Time // the moment that they show
	past           *pastBar  // shown if there is a history, and room
	hasPast        bool
	trouble        *troublePanel
	next           *kit.Text
	retry          *kit.Button
	silence        *kit.Button // says what is silenced, and opens the menu of it
	silenced       view.SilenceMenu

	measures measures
	hero     kit.Rect // the place of the count
	// Whether there is room for the charts, and for a note as well.
	chartsFit, noteFits bool
}

// fact is one small number: its label above, its value below.
type fact struct{ label, value *kit.Text }

// newCard makes the card of a router. retry requests a poll, openPast opens its
// history, and silence a menu under a button; keys gets the keys that the card's
// buttons do not use.
func newCard(retry, openPast func(), silence func(view.SilenceMenu, *kit.Button), keys func(*fyne.KeyEvent)) *card {
	const center, trailing = fyne.TextAlignCenter, fyne.TextAlignTrailing
	c := &card{
		ground:     kit.NewPanel(kit.ColorSurface, kit.ColorBorder),
		icon:       newStatusIcon(),
		status:     kit.NewText(1, 26, theme.ColorNameForeground).Bold().ShrinkTo(kit.MinTextSize),
		name:       kit.NewText(1, 18, theme.ColorNameForeground).Bold().Align(trailing),
		address:    kit.NewText(1, 13, kit.ColorMuted).Align(trailing),
		mark:       kit.NewText(1, 12, kit.ColorOnAccent).Bold().Align(center),
		markGround: kit.NewPanel(kit.Accent(view.Notable), ""),
		count:      kit.NewText(1, 96, theme.ColorNameForeground).Bold().Align(center),
		caption:    kit.NewText(1, 18, theme.ColorNameForeground).Align(center).ShrinkTo(kit.MinTextSize),
		age:        kit.NewText(1, 18, kit.ColorMuted).Align(center).Steady(true),
		note:       kit.NewText(4, 15, kit.ColorMuted).ShrinkTo(kit.MinTextSize),
		pairs:      newChart(),
		latency:    newChart(),
		past:       newPastBar(openPast),
		trouble:    newTroublePanel(),
		next:       kit.NewText(1, 15, kit.ColorMuted),
		retry:      kit.NewButton("", keys, retry),
	}
	c.silence = kit.NewButton("", keys, func() { silence(c.silenced, c.silence) })
	c.ground.Hide()
	c.mark.Text = view.LabelSimulated
	c.mark.Hide()
	c.markGround.Hide()
	objects := []fyne.CanvasObject{
		c.ground, c.icon.Container, c.status, c.name, c.address, c.markGround, c.mark,
		c.count, c.caption, c.age, c.note,
	}
	for range factCount {
		f := fact{kit.NewText(1, 12, kit.ColorMuted).Align(center), kit.NewText(1, 15, theme.ColorNameForeground).Align(center).ShrinkTo(9)}
		c.facts = append(c.facts, f)
		objects = append(objects, f.label, f.value)
	}
	objects = append(objects, c.pairs.Container, c.latency.Container, c.past.Container, c.trouble.Container, c.next, c.retry, c.silence)
	c.Container = container.New(kit.Layout(c.layout), objects...)
	return c
}

// apply shows m, except for the texts of applyTimes.
func (c *card) apply(m view.Model) {
	c.icon.apply(m.Icon)
	c.status.Set(m.Status)
	c.status.SetColor(kit.Accent(m.Tone))
	c.name.Set(m.Title)
	c.address.Set(m.Address)
	if kit.SetVisible(c.mark, m.Simulated) {
		c.markGround.Hidden, c.address.Hidden = !m.Simulated, m.Simulated
		c.Refresh()
	}

	c.count.Set(m.Pairs)
	c.fitCount()
	c.count.SetColor(colorOfReading(m))
	c.caption.Set(m.PairsCaption)
	c.caption.SetColor(colorOfReading(m))
	for i, f := range factsOf(m) {
		c.facts[i].label.Set(f.Label)
		c.facts[i].value.Set(f.Value)
	}

	c.note.Set(m.Note)
	c.trouble.apply(m.Trouble, m.Tone)
	c.showCharts()
	color, fill := kit.ColorMuted, fyne.ThemeColorName("")
	if m.Trouble.Shown {
		color, fill = theme.ColorNameForeground, kit.Accent(m.Tone)
	}
	c.next.SetColor(color)
	c.retry.SetFill(fill)
	if m.NeedsToken {
		c.retry.Set(view.LabelEnterToken, true)
	} else {
		c.retry.Set(m.RetryText, m.CanRetry)
	}
	c.silenced = m.Silence
	c.showSilence()
}

// showSilence says what is silenced, or as much of it as fits: the icon has the mark.
func (c *card) showSilence() {
	texts := []string{c.silenced.Button, c.silenced.Short, view.LabelMore}
	c.silence.Set(c.silence.FirstFitting(texts, c.measures.body, c.silence.Size().Width+1), len(c.silenced.Items) > 0)
}

// attended reports whether the pointer or the focus is on a button of the card.
func (c *card) attended() bool { return c.retry.Attended() || c.silence.Attended() }

// applyTimes shows the texts of m that change each second, and returns those that
// did.
func (c *card) applyTimes(m view.Model) (changed []*kit.Text) {
	next := m.Next
	if m.Trouble.Shown {
		next = m.Trouble.Countdown
		if c.trouble.headline.Set(m.Trouble.Headline) {
			changed = append(changed, c.trouble.headline)
		}
	}
	age := m.Age
	if said := m.Silence.Button; said != view.LabelSilence && c.silence.Text != said { // the button has no room for it
		age = cmp.Or(c.age.FirstFitting([]string{said + " · " + age}, c.age.Size().Width), age)
	}
	if c.age.Set(age) {
		changed = append(changed, c.age)
	}
	if c.next.Set(next) {
		changed = append(changed, c.next)
	}
	return changed
}

// factCount is how many small numbers [factsOf] lists.
const factCount = 1 + len(monitor.Counters{})

// factsOf lists a router's small numbers, always the same in the same order.
func factsOf(m view.Model) []view.Counter {
	return append([]view.Counter{{Label: view.LabelLatency, Value: m.Latency}}, m.Counters...)
}

// colorOfReading is muted if the reading is not from the last poll, or if there is
// none.
func colorOfReading(m view.Model) fyne.ThemeColorName {
	if m.Stale || !strings.ContainsAny(m.Pairs, "0123456789") {
		return kit.ColorMuted
	}
	return theme.ColorNameForeground
}
