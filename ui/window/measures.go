package window

import "routerwatch/ui/window/kit"

// measures is every size in a card, in Fyne's units. It follows from the
// card's own size alone, never from what the card says: that is what keeps
// everything in its place.
type measures struct {
	pad, gap, edge float32
	icon           float32 // the emblem's side

	// Type sizes.
	status, name, caption, strong, body, small, tiny float32

	subtitle             bool // room for a second line under the name
	factsCols, factsRows int  // none is no room for the small numbers

	slot                      float32 // the reserved place of the trouble panel
	whatLines, meanwhileLines int
	request                   bool // room for the request id
	attemptLine               bool // where it failed stands below the headline, not beside it

	foot   float32 // the row of the next check and the button
	button float32 // the button's width
}

// measuresFor is how a card of that size is laid out. It is sensible from
// 280×180 up to any screen.
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
	m.foot = 2.2 * m.body
	m.button = 9 * m.body
	m.facts(w-2*m.pad, h)
	m.trouble(w-2*m.pad, h)
	return m
}

// cardUnit is a card's scale: 1 where everything has its usual size.
func cardUnit(w, h float32) float32 { return min(w/600, h/480) }

func (m *measures) facts(w, h float32) {
	const count = 6
	const widest = 8 // "Pairs with a fee", over the type size
	switch {
	case h < 280:
	case w >= count*m.tiny*widest:
		m.factsCols, m.factsRows = count, 1
	case h >= 330:
		m.factsCols, m.factsRows = count/2, 2
	}
}

// trouble reserves the lines that the longest sentences take.
func (m *measures) trouble(w, h float32) {
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
	m.slot = kit.LineHeight*lines + 2*m.troubleMargin() + m.gap*0.3
}

func (m measures) troubleMargin() float32 { return max(4, m.gap*0.6) }

// factsHeight is the height of all rows of small numbers.
func (m measures) factsHeight() float32 {
	rows := float32(m.factsRows)
	return rows*kit.LineHeight*(m.tiny+m.body) + max(0, rows-1)*m.gap*0.4
}
