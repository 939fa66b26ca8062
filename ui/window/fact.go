package window

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/theme"

	"routerwatch/ui/view"
)

// fact is one small number: its label above, its value below.
type fact struct{ label, value *words }

func newFact() fact {
	const center = fyne.TextAlignCenter
	return fact{newWords(1, 12, colorMuted).at(center), newWords(1, 15, theme.ColorNameForeground).at(center).shrinking(9)}
}

func (f fact) set(label, value string) {
	f.label.set(label)
	f.value.set(value)
}

// place puts f into a cell.
func (f fact) place(cell rect, m measures) {
	half := cell.middle(lineHeight * (m.tiny + m.body))
	f.label.place(half.top(lineHeight*m.tiny, 0), m.tiny)
	f.value.place(half, m.body)
}

func (f fact) show(shown bool) {
	for _, w := range []*words{f.label, f.value} {
		if shown {
			w.Show()
		} else {
			w.Hide()
		}
	}
}

// factsOf lists a router's small numbers, always the same in the same order.
func factsOf(m view.Model) []view.Counter {
	return append([]view.Counter{{Label: labelLatency, Value: m.Latency}}, m.Counters...)
}
