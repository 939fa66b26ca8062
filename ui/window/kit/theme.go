package kit

import (
	"image/color"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/theme"
)

// The names of our own colours, beside Fyne's.
const (
	ColorSurface  fyne.ThemeColorName = "routerwatch.surface" // a card, a field
	ColorBorder   fyne.ThemeColorName = "routerwatch.border"
	ColorMuted    fyne.ThemeColorName = "routerwatch.muted"     // secondary text
	ColorOnAccent fyne.ThemeColorName = "routerwatch.on-accent" // text on a filled button
)

// Accent is the colour of text, bars and filled buttons in a tone: "neutral",
// "good", "notable", "bad" or "withheld".
func Accent[T ~string](tone T) fyne.ThemeColorName {
	return "routerwatch.accent." + fyne.ThemeColorName(tone)
}

// Tint is the ground of a panel in a tone.
func Tint[T ~string](tone T) fyne.ThemeColorName {
	return "routerwatch.tint." + fyne.ThemeColorName(tone)
}

// paletteColor is a colour on a light and on a dark desktop, as 0xRRGGBB.
type paletteColor struct {
	name        fyne.ThemeColorName
	light, dark uint32
}

// palette lists every opaque colour that is not Fyne's own.
func palette() []paletteColor {
	return []paletteColor{
		{ColorSurface, 0xffffff, 0x1a2027},
		{ColorBorder, 0xd9dee5, 0x303944},
		{ColorMuted, 0x4f5b6b, 0xa7b1be},
		{ColorOnAccent, 0xffffff, 0x12161b},

		{theme.ColorNameBackground, 0xf5f6f8, 0x12161b},
		{theme.ColorNameForeground, 0x17202b, 0xe9edf2},
		{theme.ColorNameDisabled, 0x7a8593, 0x74808e},
		{theme.ColorNamePlaceHolder, 0x4f5b6b, 0xa7b1be},
		{theme.ColorNameButton, 0xe6e9ee, 0x2a323c},
		{theme.ColorNameDisabledButton, 0xe6e9ee, 0x2a323c},
		{theme.ColorNameHover, 0xdadfe6, 0x343e4a},
		{theme.ColorNamePressed, 0xccd3dc, 0x3e4a58},
		{theme.ColorNameFocus, 0xbfd3f2, 0x2c4a73},
		{theme.ColorNamePrimary, 0x1f5fbf, 0x7db2ff},
		{theme.ColorNameInputBackground, 0xffffff, 0x1a2027},
		{theme.ColorNameInputBorder, 0x7a8593, 0x74808e},
		{theme.ColorNameMenuBackground, 0xffffff, 0x1a2027},
		{theme.ColorNameOverlayBackground, 0xffffff, 0x1a2027},
		{theme.ColorNameSeparator, 0xd9dee5, 0x303944},
		{theme.ColorNameScrollBar, 0x7a8593, 0x74808e},
		{theme.ColorNameError, 0xb3241c, 0xff8178},
		{theme.ColorNameWarning, 0x855300, 0xe9b04f},
		{theme.ColorNameSuccess, 0x14713d, 0x52c98b},

		{Accent("neutral"), 0x4f5b6b, 0xa7b1be},
		{Accent("good"), 0x14713d, 0x52c98b},
		{Accent("notable"), 0x855300, 0xe9b04f},
		{Accent("bad"), 0xb3241c, 0xff8178},
		{Accent("withheld"), 0x35578a, 0x93b6ea},

		{Tint("neutral"), 0xebeef2, 0x222931},
		{Tint("good"), 0xe4f4ea, 0x16301f},
		{Tint("notable"), 0xfdf1d8, 0x33270f},
		{Tint("bad"), 0xfdebe9, 0x3a1c1b},
		{Tint("withheld"), 0xe6edf8, 0x1a273b},
	}
}

// paletteTheme is our palette in the variant that the desktop asks for, with
// Fyne's own fonts and icons.
type paletteTheme struct {
	fyne.Theme  // what is not ours
	light, dark map[fyne.ThemeColorName]color.Color
}

// NewTheme makes the window's theme.
func NewTheme() fyne.Theme {
	t := paletteTheme{theme.DefaultTheme(), map[fyne.ThemeColorName]color.Color{}, map[fyne.ThemeColorName]color.Color{}}
	for _, c := range palette() {
		t.light[c.name], t.dark[c.name] = rgb(c.light, 0xff), rgb(c.dark, 0xff)
	}
	t.light[theme.ColorNameSelection], t.dark[theme.ColorNameSelection] = rgb(0x1f5fbf, 0x50), rgb(0x7db2ff, 0x50)
	t.light[theme.ColorNameShadow], t.dark[theme.ColorNameShadow] = rgb(0, 0x40), rgb(0, 0x40)
	return t
}

func rgb(c uint32, alpha uint8) color.NRGBA {
	return color.NRGBA{R: uint8(c >> 16), G: uint8(c >> 8), B: uint8(c), A: alpha}
}

// Color implements fyne.Theme.
func (t paletteTheme) Color(name fyne.ThemeColorName, variant fyne.ThemeVariant) color.Color {
	ours := t.dark
	if variant == theme.VariantLight {
		ours = t.light
	}
	if c, known := ours[name]; known {
		return c
	}
	return t.Theme.Color(name, variant)
}

// Size implements fyne.Theme.
func (t paletteTheme) Size(name fyne.ThemeSizeName) float32 {
	switch name {
	case theme.SizeNameInputRadius, theme.SizeNameSelectionRadius:
		return Radius
	case theme.SizeNameScrollBar:
		return 8
	}
	return t.Theme.Size(name)
}
