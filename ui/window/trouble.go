package window

import (
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/theme"

	"routerwatch/ui/view"
	"routerwatch/ui/window/kit"
)

// troublePanel is the trouble panel. Its place is reserved, its widgets are made
// once, and it is shown when trouble begins and hidden when it ends; in between
// only its words change. The countdown and Retry now are not part of it: they are
// in the place of the next check.
type troublePanel struct {
	*fyne.Container
	ground, edge *kit.Panel
	headline     *kit.Text
	attempt      *kit.Text
	what         *kit.Text
	meanwhile    *kit.Text
	request      *kit.Text
}

func newTroublePanel() *troublePanel {
	p := &troublePanel{
		ground:    kit.NewPanel(kit.Tint(view.Neutral), ""),
		edge:      kit.NewPanel(kit.Accent(view.Neutral), "").Rounded(kit.Radius / 2),
		headline:  kit.NewText(1, 16, theme.ColorNameForeground).Bold().ShrinkTo(kit.MinTextSize),
		attempt:   kit.NewText(1, 13, kit.ColorMuted),
		what:      kit.NewText(4, 14, theme.ColorNameForeground).ShrinkTo(kit.MinTextSize),
		meanwhile: kit.NewText(2, 13, kit.ColorMuted).ShrinkTo(kit.MinTextSize),
		request:   kit.NewText(1, 12, kit.ColorMuted),
	}
	p.Container = container.NewWithoutLayout(p.ground, p.edge, p.headline, p.attempt, p.what, p.meanwhile, p.request)
	p.Hide()
	return p
}

// apply shows t, in the accent of tone, except for the headline.
func (p *troublePanel) apply(t view.Trouble, tone view.Tone) {
	if t.Shown {
		p.ground.SetColors(kit.Tint(tone), "")
		p.edge.SetColors(kit.Accent(tone), "")
		p.headline.SetColor(kit.Accent(tone))
		p.attempt.Set(strings.Trim(t.LayerLabel+" · "+t.Failed, " ·"))
		p.what.Set(t.What)
		p.meanwhile.Set(t.Meanwhile)
		p.request.Set(t.Request)
	}
	kit.SetVisible(p.Container, t.Shown)
}

// place puts the panel into box.
func (p *troublePanel) place(box kit.Rect, m measures) {
	kit.Put(p.Container, box)
	inner := box.AtOrigin()
	kit.Put(p.ground, inner)
	kit.Put(p.edge, inner.Left(m.edge, 0))
	inner = inner.Inset(m.gap, m.troubleMargin())
	headline := inner.Top(kit.LineHeight*m.strong, 0)
	if m.attemptLine {
		p.attempt.Align(fyne.TextAlignLeading).Steady(false)
		p.attempt.Place(inner.Top(kit.LineHeight*m.small, 0), m.small)
	} else {
		p.attempt.Align(fyne.TextAlignTrailing).Steady(true)
		p.attempt.Place(headline.Right(min(headline.W*0.5, m.small*15), m.gap/2), m.small)
	}
	p.headline.Place(headline, m.strong)
	var request kit.Rect
	if m.request {
		request = inner.Bottom(kit.LineHeight*m.tiny, 0)
	}
	p.request.Place(request, m.tiny)
	p.meanwhile.Place(inner.Bottom(kit.LineHeight*m.small*float32(m.meanwhileLines), 0), m.small)
	p.what.Place(inner, m.body)
}
