package window

import (
	"image/color"

	"fyne.io/fyne/v2"

	"routerwatch/ui/view"
)

// The names of our own colours, beside Fyne's.
const (
	colorSurface fyne.ThemeColorName = "routerwatch.surface" // a card, a field
	colorBorder  fyne.ThemeColorName = "routerwatch.border"
	colorMuted   fyne.ThemeColorName = "routerwatch.muted" // text that stands back

	toneColor = "routerwatch.tone."   // + tone: text, bars and filled buttons
	tintColor = "routerwatch.tint."   // + tone: the ground of a panel
	onTone    = "routerwatch.on-tone" // text on a filled button
)

func colorOf(t view.Tone) fyne.ThemeColorName { return toneColor + fyne.ThemeColorName(t) }
func tintOf(t view.Tone) fyne.ThemeColorName  { return tintColor + fyne.ThemeColorName(t) }

// tones lists the tones, each of which has an accent and a tint.
func tones() []view.Tone {
	return []view.Tone{view.Neutral, view.Good, view.Notable, view.Bad, view.Withheld}
}

// palette is the colours of one variant, as 0xRRGGBB.
type palette struct {
	ground, surface, border     uint32
	foreground, muted, disabled uint32
	button, hover, pressed      uint32
	focus                       uint32
	onTone                      uint32
	tone, tint                  map[view.Tone]uint32
}

func light() palette {
	return palette{
		ground: 0xf5f6f8, surface: 0xffffff, border: 0xd9dee5,
		foreground: 0x17202b, muted: 0x4f5b6b, disabled: 0x7a8593,
		button: 0xe6e9ee, hover: 0xdadfe6, pressed: 0xccd3dc,
		focus: 0x1f5fbf, onTone: 0xffffff,
		tone: map[view.Tone]uint32{
			view.Neutral: 0x4f5b6b, view.Good: 0x14713d, view.Notable: 0x855300,
			view.Bad: 0xb3241c, view.Withheld: 0x35578a,
		},
		tint: map[view.Tone]uint32{
			view.Neutral: 0xebeef2, view.Good: 0xe4f4ea, view.Notable: 0xfdf1d8,
			view.Bad: 0xfdebe9, view.Withheld: 0xe6edf8,
		},
	}
}

func dark() palette {
	return palette{
		ground: 0x12161b, surface: 0x1a2027, border: 0x303944,
		foreground: 0xe9edf2, muted: 0xa7b1be, disabled: 0x74808e,
		button: 0x2a323c, hover: 0x343e4a, pressed: 0x3e4a58,
		focus: 0x7db2ff, onTone: 0x12161b,
		tone: map[view.Tone]uint32{
			view.Neutral: 0xa7b1be, view.Good: 0x52c98b, view.Notable: 0xe9b04f,
			view.Bad: 0xff8178, view.Withheld: 0x93b6ea,
		},
		tint: map[view.Tone]uint32{
			view.Neutral: 0x222931, view.Good: 0x16301f, view.Notable: 0x33270f,
			view.Bad: 0x3a1c1b, view.Withheld: 0x1a273b,
		},
	}
}

func rgb(c uint32) color.NRGBA {
	return color.NRGBA{R: uint8(c >> 16), G: uint8(c >> 8), B: uint8(c), A: 0xff}
}
