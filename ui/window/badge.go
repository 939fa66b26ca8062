package window

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"routerwatch/ui/view"
)

// badge is a mark that cannot be overlooked, at the right edge of its place.
type badge struct {
	*fyne.Container
	ground *plate
	text   *words
}

func newBadge(text string) *badge {
	b := &badge{ground: newPlate(colorOf(view.Notable), ""), text: newWords(1, 12, onTone).strong().at(fyne.TextAlignCenter)}
	b.text.text = text
	b.Container = container.NewWithoutLayout(b.ground, b.text)
	b.Hide()
	return b
}

// place puts the badge at the right edge of box.
func (b *badge) place(box rect, size float32) {
	width := min(box.w, fyne.MeasureText(b.text.text, size, b.text.style()).Width+1.2*size)
	box = box.right(max(0, width), 0)
	put(b.Container, box)
	put(b.ground, rect{0, 0, box.w, box.h})
	b.text.place(rect{0, 0, box.w, box.h}, size)
}
