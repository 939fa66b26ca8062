package window

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/theme"

	"routerwatch/ui/view"
)

// troublePanel is the one panel for trouble. Its place is reserved, its
// widgets are made once, and it is shown when trouble begins and hidden when
// it ends; in between only its words change. The countdown and Retry now are
// not part of it: they stand where the next check stands in good times.
type troublePanel struct {
	*fyne.Container
	ground, edge *plate
	headline     *words
	attempt      *words
	what         *words
	meanwhile    *words
	request      *words
}

func newTroublePanel() *troublePanel {
	p := &troublePanel{
		ground:    newPlate(tintOf(view.Neutral), ""),
		edge:      newPlate(colorOf(view.Neutral), "").round(radius / 2),
		headline:  newWords(1, 16, theme.ColorNameForeground).strong().shrinking(leastType),
		attempt:   newWords(1, 13, colorMuted).at(fyne.TextAlignTrailing).still(),
		what:      newWords(4, 14, theme.ColorNameForeground).shrinking(leastType),
		meanwhile: newWords(2, 13, colorMuted).shrinking(leastType),
		request:   newWords(1, 12, colorMuted),
	}
	p.Container = container.NewWithoutLayout(p.ground, p.edge, p.headline, p.attempt, p.what, p.meanwhile, p.request)
	p.Hide()
	return p
}

// apply shows t, in the accent of tone.
func (p *troublePanel) apply(t view.Trouble, tone view.Tone) {
	if t.Shown {
		p.ground.paint(tintOf(tone))
		p.edge.paint(colorOf(tone))
		p.headline.tint(colorOf(tone))
		p.headline.set(t.Headline)
		p.attempt.set(joined(" · ", t.LayerLabel, t.Attempt))
		p.what.set(t.What)
		p.meanwhile.set(t.Meanwhile)
		p.request.set(t.Request)
	}
	switch {
	case t.Shown && !p.Visible():
		p.Show()
	case !t.Shown && p.Visible():
		p.Hide()
	}
}

// place puts the panel into box.
func (p *troublePanel) place(box rect, m measures) {
	put(p.Container, box)
	inner := rect{0, 0, box.w, box.h}
	put(p.ground, inner)
	put(p.edge, inner.left(m.edge, 0))
	inner = inner.inset(m.gap, m.troubleMargin())
	row := inner.top(lineHeight*m.strong, 0)
	if m.attemptLine {
		p.attempt.align, p.attempt.steady = fyne.TextAlignLeading, false
		p.attempt.place(inner.top(lineHeight*m.small, 0), m.small)
	} else {
		p.attempt.align, p.attempt.steady = fyne.TextAlignTrailing, true
		p.attempt.place(row.right(min(row.w*0.5, m.small*13), m.gap/2), m.small)
	}
	p.headline.place(row, m.strong)
	if m.request {
		p.request.place(inner.bottom(lineHeight*m.tiny, 0), m.tiny)
	} else {
		p.request.place(rect{}, m.tiny)
	}
	p.meanwhile.place(inner.bottom(lineHeight*m.small*float32(m.meanwhileLines), 0), m.small)
	p.what.place(inner, m.body)
}
