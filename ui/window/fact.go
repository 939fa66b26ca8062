package window

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/theme"

	"routerwatch/ui/view"
	"routerwatch/ui/window/kit"
)

// fact is one small number: its label above, its value below.
type fact struct{ label, value *kit.Text }

func newFact() fact {
	const center = fyne.TextAlignCenter
	return fact{kit.NewText(1, 12, kit.ColorMuted).Align(center), kit.NewText(1, 15, theme.ColorNameForeground).Align(center).ShrinkTo(9)}
}

func (f fact) set(label, value string) {
	f.label.Set(label)
	f.value.Set(value)
}

// place puts f into a cell.
func (f fact) place(cell kit.Rect, m measures) {
	half := cell.Middle(kit.LineHeight * (m.tiny + m.body))
	f.label.Place(half.Top(kit.LineHeight*m.tiny, 0), m.tiny)
	f.value.Place(half, m.body)
}

func (f fact) show(shown bool) {
	for _, w := range []*kit.Text{f.label, f.value} {
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
