package tray

import (
	"fyne.io/systray"

	"routerwatch/assets"
	"routerwatch/ui/view"
)

// setSystemIcon gives the menu bar a template, which it colours itself.
func setSystemIcon(i view.Icon, size int) {
	systray.SetTemplateIcon(assets.Template(i, size), assets.PNG(i, size))
}

func plainLabel(text string) string { return text }

// usualIconSize is 16 points at twice the density.
func usualIconSize() int { return 32 }
