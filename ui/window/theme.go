package window

import (
	"image/color"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/theme"
)

// look is the window's theme: our palette in the variant that the desktop
// asks for, the toolkit's own fonts and icons.
type look struct {
	fyne.Theme // what is not ours
	colors     map[fyne.ThemeVariant]map[fyne.ThemeColorName]color.Color
}

func newTheme() fyne.Theme {
	return look{theme.DefaultTheme(), map[fyne.ThemeVariant]map[fyne.ThemeColorName]color.Color{
		theme.VariantLight: light().named(),
		theme.VariantDark:  dark().named(),
	}}
}

// Color implements fyne.Theme.
func (l look) Color(name fyne.ThemeColorName, variant fyne.ThemeVariant) color.Color {
	if c, ours := l.colors[variant][name]; ours {
		return c
	}
	return l.Theme.Color(name, variant)
}

// Size implements fyne.Theme.
func (l look) Size(name fyne.ThemeSizeName) float32 {
	switch name {
	case theme.SizeNameInputRadius, theme.SizeNameSelectionRadius:
		return radius
	case theme.SizeNameScrollBar:
		return 8
	}
	return l.Theme.Size(name)
}

// named is the palette under the names by which the toolkit and we look it up.
func (p palette) named() map[fyne.ThemeColorName]color.Color {
	shadow := color.NRGBA{A: 0x40}
	selection := rgb(p.focus)
	selection.A = 0x50
	colors := map[fyne.ThemeColorName]color.Color{
		colorSurface: rgb(p.surface),
		colorBorder:  rgb(p.border),
		colorMuted:   rgb(p.muted),
		onTone:       rgb(p.onTone),

		theme.ColorNameBackground:        rgb(p.ground),
		theme.ColorNameForeground:        rgb(p.foreground),
		theme.ColorNameDisabled:          rgb(p.disabled),
		theme.ColorNamePlaceHolder:       rgb(p.muted),
		theme.ColorNameButton:            rgb(p.button),
		theme.ColorNameDisabledButton:    rgb(p.button),
		theme.ColorNameHover:             rgb(p.hover),
		theme.ColorNamePressed:           rgb(p.pressed),
		theme.ColorNameFocus:             rgb(p.hover),
		theme.ColorNamePrimary:           rgb(p.focus),
		theme.ColorNameInputBackground:   rgb(p.surface),
		theme.ColorNameInputBorder:       rgb(p.disabled),
		theme.ColorNameMenuBackground:    rgb(p.surface),
		theme.ColorNameOverlayBackground: rgb(p.surface),
		theme.ColorNameSeparator:         rgb(p.border),
		theme.ColorNameShadow:            shadow,
		theme.ColorNameSelection:         selection,
		theme.ColorNameScrollBar:         rgb(p.disabled),
	}
	for _, t := range tones() {
		colors[colorOf(t)], colors[tintOf(t)] = rgb(p.tone[t]), rgb(p.tint[t])
	}
	colors[theme.ColorNameError] = colors[colorOf("bad")]
	colors[theme.ColorNameWarning] = colors[colorOf("notable")]
	colors[theme.ColorNameSuccess] = colors[colorOf("good")]
	return colors
}
