package tray

import (
	"os"
	"runtime"
	"strconv"
	"strings"
	"sync"

	"fyne.io/systray"

	"routerwatch/assets"
	"routerwatch/ui/view"
)

// library is the surface of the real tray library.
type library struct {
	done    <-chan struct{} // ends the goroutines that wait for clicks
	waiting sync.WaitGroup  // counts those goroutines
}

// reportClicks reports clicks on the icon, unless they open the menu, and the
// opening of the menu. Call it before the library starts: otherwise a click only
// opens the menu.
func (l *library) reportClicks(send func(Event)) {
	systray.SetOnTapped(func() { send(Event{Kind: Activated}) })
	l.each(systray.TrayOpenedCh, func() { send(Event{Kind: MenuOpened}) })
}

// each calls f for every value that arrives, until done.
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

func (l *library) setTitle(text string)   { systray.SetTitle(text) }
func (l *library) setTooltip(text string) { systray.SetTooltip(text) }
func (l *library) addSeparator()          { systray.AddSeparator() }

// setIcon sets the icon in the format of the system. On Windows the library keeps
// a file and a handle for every distinct icon until the process ends; on macOS the
// menu bar colours a template, of 16 points at twice the density.
func (l *library) setIcon(i view.Icon) {
	switch runtime.GOOS {
	case "windows":
		systray.SetIcon(assets.ICO(assets.Image(i, 32)))
	case "darwin":
		systray.SetTemplateIcon(assets.Template(i, 32), assets.PNG(i, 32))
	default:
		systray.SetIcon(assets.PNG(i, panelIconSize()))
	}
}

// panelIconSize is what Linux panels ask for, in pixels: the library offers one
// size only, and hosts scale it.
func panelIconSize() int {
	for _, name := range []string{"GDK_SCALE", "QT_SCALE_FACTOR"} {
		if scale, err := strconv.ParseFloat(os.Getenv(name), 64); err == nil && scale >= 1.5 {
			return 48
		}
	}
	return 22
}

// addItem adds a hidden item and waits for its clicks. The library drops a click
// when no goroutine is receiving, hence a goroutine for each item.
func (l *library) addItem(parent item, clicked func()) item {
	add := systray.AddMenuItem
	if parent != nil {
		add = parent.(menuItem).AddSubMenuItem
	}
	i := add("", "")
	i.Hide()
	if clicked != nil {
		l.each(i.ClickedCh, clicked)
	}
	return menuItem{i}
}

// menuItem is an item of the library whose text is shown literally.
type menuItem struct{ *systray.MenuItem }

// SetTitle escapes the character that marks an access key, by doubling it.
func (m menuItem) SetTitle(text string) {
	switch runtime.GOOS {
	case "darwin": // there are none
	case "windows":
		text = strings.ReplaceAll(text, "&", "&&")
	default:
		text = strings.ReplaceAll(text, "_", "__")
	}
	m.MenuItem.SetTitle(text)
}
