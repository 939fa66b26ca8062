package kit

import (
	"image/color"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/theme"
)

// The names of our own colours.
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

// Tint is the background colour of a panel in a tone.
func Tint[T ~string](tone T) fyne.ThemeColorName {
	return "routerwatch.tint." + fyne.ThemeColorName(tone)
}

// palette is every colour that is not Fyne's own, on a light and on a dark
// desktop, as 0xRRGGBBAA.
func palette() map[fyne.ThemeColorName][2]uint32 {
	return map[fyne.ThemeColorName][2]uint32{
		ColorSurface:  {0xffffffff, 0x1a2027ff},
		ColorBorder:   {0xd9dee5ff, 0x303944ff},
		ColorMuted:    {0x4f5b6bff, 0xa7b1beff},
		ColorOnAccent: {0xffffffff, 0x12161bff},

		theme.ColorNameBackground:        {0xf5f6f8ff, 0x12161bff},
		theme.ColorNameForeground:        {0x17202bff, 0xe9edf2ff},
		theme.ColorNameDisabled:          {0x7a8593ff, 0x74808eff},
		theme.ColorNamePlaceHolder:       {0x4f5b6bff, 0xa7b1beff},
		theme.ColorNameButton:            {0xe6e9eeff, 0x2a323cff},
		theme.ColorNameDisabledButton:    {0xe6e9eeff, 0x2a323cff},
		theme.ColorNameHover:             {0xdadfe6ff, 0x343e4aff},
		theme.ColorNamePressed:           {0xccd3dcff, 0x3e4a58ff},
		theme.ColorNameFocus:             {0xbfd3f2ff, 0x2c4a73ff},
		theme.ColorNamePrimary:           {0x1f5fbfff, 0x7db2ffff},
		theme.ColorNameInputBackground:   {0xffffffff, 0x1a2027ff},
		theme.ColorNameInputBorder:       {0x7a8593ff, 0x74808eff},
		theme.ColorNameMenuBackground:    {0xffffffff, 0x1a2027ff},
		theme.ColorNameOverlayBackground: {0xffffffff, 0x1a2027ff},
		theme.ColorNameSeparator:         {0xd9dee5ff, 0x303944ff},
		theme.ColorNameScrollBar:         {0x7a8593ff, 0x74808eff},
		theme.ColorNameSelection:         {0x1f5fbf50, 0x7db2ff50},
		theme.ColorNameShadow:            {0x00000040, 0x00000040},
		theme.ColorNameError:             {0xb3241cff, 0xff8178ff},

		Accent("neutral"):  {0x4f5b6bff, 0xa7b1beff},
		Accent("good"):     {0x14713dff, 0x52c98bff},
		Accent("notable"):  {0x855300ff, 0xe9b04fff},
		Accent("bad"):      {0xb3241cff, 0xff8178ff},
		Accent("withheld"): {0x35578aff, 0x93b6eaff},

		Tint("neutral"):  {0xebeef2ff, 0x222931ff},
		Tint("good"):     {0xe4f4eaff, 0x16301fff},
		Tint("notable"):  {0xfdf1d8ff, 0x33270fff},
		Tint("bad"):      {0xfdebe9ff, 0x3a1c1bff},
		Tint("withheld"): {0xe6edf8ff, 0x1a273bff},
	}
}

// paletteTheme is our palette, light or dark as the desktop is, with Fyne's fonts
// and icons.
type paletteTheme struct {
	fyne.Theme  // the default for everything else
	light, dark map[fyne.ThemeColorName]color.Color
}

// NewTheme makes the window's theme, which is light or dark as the toolkit says.
func NewTheme() fyne.Theme { return newPalette() }

// fixedTheme is our palette in one variant.
type fixedTheme struct {
	paletteTheme
	variant fyne.ThemeVariant
}

// FixedTheme makes the window's theme, always in that variant.
func FixedTheme(variant fyne.ThemeVariant) fyne.Theme { return fixedTheme{newPalette(), variant} }

// Color implements fyne.Theme.
func (t fixedTheme) Color(name fyne.ThemeColorName, _ fyne.ThemeVariant) color.Color {
	return t.paletteTheme.Color(name, t.variant)
}

func newPalette() paletteTheme {
	t := paletteTheme{theme.DefaultTheme(), map[fyne.ThemeColorName]color.Color{}, map[fyne.ThemeColorName]color.Color{}}
	for name, c := range palette() {
		t.light[name], t.dark[name] = rgba(c[0]), rgba(c[1])
	}
	return t
}

func rgba(c uint32) color.NRGBA {
	return color.NRGBA{R: uint8(c >> 24), G: uint8(c >> 16), B: uint8(c >> 8), A: uint8(c)}
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
