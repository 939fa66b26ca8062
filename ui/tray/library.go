package tray

import (
	"sync"

	"fyne.io/systray"

	"routerwatch/ui/view"
)

// library is the surface of the real tray library.
type library struct {
	size    int
	done    <-chan struct{} // ends the goroutines that wait for clicks
	waiting sync.WaitGroup  // those goroutines
}

// reportClicks reports clicks on the icon, where they do not open the menu, and
// the opening of the menu. Call it before the library starts: an icon without a
// click of its own only has a menu.
func (l *library) reportClicks(send func(Event)) {
	systray.SetOnTapped(func() { send(Event{Kind: Activated}) })
	l.each(systray.TrayOpenedCh, func() { send(Event{Kind: MenuOpened}) })
}

// each calls f for everything that arrives, until the library is done with.
func (l *library) each(arrivals <-chan struct{}, f func()) {
	l.waiting.Go(func() {
		for {
			select {
			case <-l.done:
				return
			case <-arrivals:
				f()
			}
		}
	})
}

func (l *library) setIcon(i view.Icon)    { setSystemIcon(i, l.size) }
func (l *library) setTitle(text string)   { systray.SetTitle(text) }
func (l *library) setTooltip(text string) { systray.SetTooltip(text) }
func (l *library) addSeparator()          { systray.AddSeparator() }

func (l *library) addItem(clicked func()) item {
	return l.newItem(systray.AddMenuItem("", ""), clicked)
}

func (l *library) addSubItem(parent item, clicked func()) item {
	return l.newItem(parent.(menuItem).AddSubMenuItem("", ""), clicked)
}

// newItem hides a new item and waits for its clicks. The library drops a click
// that nobody is waiting for at that instant, hence a goroutine for each.
func (l *library) newItem(i *systray.MenuItem, clicked func()) item {
	i.Hide()
	if clicked != nil {
		l.each(i.ClickedCh, clicked)
	}
	return menuItem{i}
}

// menuItem is an item of the library whose text is shown as it is.
type menuItem struct{ *systray.MenuItem }

func (m menuItem) SetTitle(text string) { m.MenuItem.SetTitle(plainLabel(text)) }
