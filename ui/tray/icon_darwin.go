package tray

import (
	"fyne.io/systray"

	"routerwatch/assets"
)

// setSystemIcon gives the menu bar a template, which it colours itself.
func setSystemIcon(m assets.Mark, size int) {
	systray.SetTemplateIcon(m.Template(size), m.PNG(size))
}

func plainLabel(text string) string { return text }

// usualIconSize is 16 points at twice the density.
func usualIconSize() int { return 32 }
