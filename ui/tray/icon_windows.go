package tray

import (
	"strings"

	"fyne.io/systray"

	"routerwatch/assets"
	"routerwatch/ui/view"
)

// setSystemIcon gives the library an ICO, the one format it takes here. It
// keeps a file and a handle for every distinct icon for as long as it runs.
func setSystemIcon(i view.Icon, size int) { systray.SetIcon(assets.ICO(assets.Image(i, size))) }

// plainLabel keeps the menu from reading an ampersand as the mark of an access
// key.
func plainLabel(text string) string { return strings.ReplaceAll(text, "&", "&&") }

// usualIconSize is the size at which the library loads an icon; the system
// scales it for the tray.
func usualIconSize() int { return 32 }
