package window

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"routerwatch/ui/window/kit"
)

// newMenu makes a function that shows the items next to the button they belong
// to: below it, or above where there is no room. The first is marked where the
// keyboard opened it, so that the next Enter chooses and does not just close.
func newMenu(items []*fyne.MenuItem, c fyne.Canvas) func(*kit.Button) {
	menu := widget.NewPopUpMenu(fyne.NewMenu("", items...), c)
	edge := newMenuEdge()
	hide := menu.OnDismiss
	menu.OnDismiss = func() {
		hide()
		c.Overlays().Remove(edge.Container)
	}
	return func(under *kit.Button) {
		at := fyne.CurrentApp().Driver().AbsolutePositionForObject(under)
		below := at.Y + under.Size().Height + 4
		if height := menu.MinSize().Height; below+height > c.Size().Height {
			below = max(0, at.Y-height-4)
		}
		c.Overlays().Add(edge.Container) // first, and so beneath the menu
		menu.ShowAtPosition(fyne.NewPos(at.X, below))
		edge.around(menu)
		c.Focus(menu)
		if under.ByKey {
			menu.ActivateNext()
		}
	}
}

// menuEdge is a line around a menu, whose ground is that of a card.
type menuEdge struct {
	*fyne.Container
	line *canvas.Rectangle
}

func newMenuEdge() *menuEdge {
	line := canvas.NewRectangle(theme.Color(kit.ColorMuted))
	line.CornerRadius = kit.Radius / 2
	return &menuEdge{container.NewWithoutLayout(line), line}
}

func (e *menuEdge) around(menu *widget.PopUpMenu) {
	const width = 1
	at, size := menu.Position(), menu.Size()
	kit.Put(e.line, kit.NewRect(at.X, at.Y, size.Width, size.Height).Inset(-width, -width))
}

// menuItems makes an item of each of a list.
func menuItems[T any](list []T, item func(T) (string, func())) []*fyne.MenuItem {
	items := make([]*fyne.MenuItem, len(list))
	for i, of := range list {
		items[i] = fyne.NewMenuItem(item(of))
	}
	return items
}
