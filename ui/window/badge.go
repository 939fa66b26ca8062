package window

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"routerwatch/ui/view"
	"routerwatch/ui/window/kit"
)

// badge is a mark that cannot be overlooked, at the right edge of its place.
type badge struct {
	*fyne.Container
	ground *kit.Panel
	text   *kit.Text
}

func newBadge(text string) *badge {
	b := &badge{ground: kit.NewPanel(kit.Accent(view.Notable), ""), text: kit.NewText(1, 12, kit.ColorOnAccent).Bold().Align(fyne.TextAlignCenter)}
	b.text.Text = text
	b.Container = container.NewWithoutLayout(b.ground, b.text)
	b.Hide()
	return b
}

// place puts the badge at the right edge of box.
func (b *badge) place(box kit.Rect, size float32) {
	width := min(box.W, fyne.MeasureText(b.text.Text, size, b.text.Style()).Width+1.2*size)
	box = box.Right(max(0, width), 0)
	kit.Put(b.Container, box)
	kit.Put(b.ground, box.AtOrigin())
	b.text.Place(box.AtOrigin(), size)
}
