package window

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/widget"
)

// newMenu makes a function that shows the items next to the button they belong
// to: below it, or above where there is no room.
func newMenu(items []*fyne.MenuItem, c fyne.Canvas) func(fyne.CanvasObject) {
	menu := widget.NewPopUpMenu(fyne.NewMenu("", items...), c)
	return func(under fyne.CanvasObject) {
		at := fyne.CurrentApp().Driver().AbsolutePositionForObject(under)
		below := at.Y + under.Size().Height + 4
		if height := menu.MinSize().Height; below+height > c.Size().Height {
			below = max(0, at.Y-height-4)
		}
		menu.ShowAtPosition(fyne.NewPos(at.X, below))
		c.Focus(menu)
	}
}

// menuItems makes an item of each of a list.
func menuItems[T any](list []T, item func(T) (string, func())) []*fyne.MenuItem {
	items := make([]*fyne.MenuItem, len(list))
	for i, of := range list {
		items[i] = fyne.NewMenuItem(item(of))
	}
	return items
}
