package window

import (
	"image/color"
	"math"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/theme"
	"github.com/stretchr/testify/assert"

	"routerwatch/ui/view"
	"routerwatch/ui/window/kit"
)

// The least contrasts of WCAG 2.2, level AA.
const (
	forText     = 4.5
	forControls = 3
)

// contrast is WCAG's ratio of the luminances of two opaque colours.
func contrast(a, b color.Color) float64 {
	light, dark := luminance(a), luminance(b)
	return (max(light, dark) + 0.05) / (min(light, dark) + 0.05)
}

func luminance(c color.Color) float64 {
	rgb := linear(c)
	return 0.2126*rgb[0] + 0.7152*rgb[1] + 0.0722*rgb[2]
}

// linear is red, green and blue of c without sRGB's curve.
func linear(c color.Color) (rgb [3]float64) {
	r, g, b, _ := c.RGBA()
	for i, v := range [...]uint32{r, g, b} {
		if s := float64(v) / 0xffff; s <= 0.04045 {
			rgb[i] = s / 12.92
		} else {
			rgb[i] = math.Pow((s+0.055)/1.055, 2.4)
		}
	}
	return rgb
}

func TestContrast(t *testing.T) {
	assert.InDelta(t, 21, contrast(color.White, color.Black), 0.001)
	for name, variant := range variants() {
		t.Run(name, func(t *testing.T) {
			look := kit.NewTheme()
			for _, p := range pairs() {
				got := contrast(look.Color(p.ink, variant), look.Color(p.ground, variant))
				assert.GreaterOrEqual(t, got, p.least, "%s on %s", p.ink, p.ground)
			}
		})
	}
}

// deficiencies simulate colour blindness, on linear colours (Machado, Oliveira and
// Fernandes 2009, severity 1). scripts/colour-blindness has the same numbers.
func deficiencies() map[string][3][3]float64 {
	return map[string][3][3]float64{
		"protanopia":   {{0.152286, 1.052583, -0.204868}, {0.114503, 0.786281, 0.099216}, {-0.003882, -0.048116, 1.051998}},
		"deuteranopia": {{0.367322, 0.860646, -0.227968}, {0.280085, 0.672501, 0.047413}, {-0.011820, 0.042940, 0.968881}},
		"tritanopia":   {{1.255528, -0.076749, -0.178779}, {-0.078411, 0.930809, 0.147602}, {0.004733, 0.691367, 0.303900}},
	}
}

// seen is the luminance of a colour as it is seen with a deficiency.
func seen(c color.Color, deficiency [3][3]float64) float64 {
	rgb := linear(c)
	luminance := 0.0
	for i, weight := range [...]float64{0.2126, 0.7152, 0.0722} {
		m := deficiency[i]
		luminance += weight * min(max(m[0]*rgb[0]+m[1]*rgb[1]+m[2]*rgb[2], 0), 1)
	}
	return luminance
}

// Every text stays readable.
func TestContrastWithColourBlindness(t *testing.T) {
	for name, variant := range variants() {
		for deficiency, matrix := range deficiencies() {
			look := kit.NewTheme()
			for _, p := range pairs() {
				ink, ground := seen(look.Color(p.ink, variant), matrix), seen(look.Color(p.ground, variant), matrix)
				got := (max(ink, ground) + 0.05) / (min(ink, ground) + 0.05)
				assert.GreaterOrEqual(t, got, p.least, "%s, %s: %s on %s", name, deficiency, p.ink, p.ground)
			}
		}
	}
}

func variants() map[string]fyne.ThemeVariant {
	return map[string]fyne.ThemeVariant{"light": theme.VariantLight, "dark": theme.VariantDark}
}

// pair is a colour on another one, with the least contrast that it may have.
type pair struct {
	ink, ground fyne.ThemeColorName
	least       float64
}

func pairs() (pairs []pair) {
	for _, ground := range []fyne.ThemeColorName{theme.ColorNameBackground, kit.ColorSurface} {
		for _, ink := range []fyne.ThemeColorName{theme.ColorNameForeground, kit.ColorMuted, theme.ColorNameError} {
			pairs = append(pairs, pair{ink, ground, forText})
		}
		for _, tone := range []view.Tone{view.Neutral, view.Good, view.Notable, view.Bad, view.Withheld} {
			pairs = append(pairs, pair{kit.Accent(tone), ground, forText})
		}
		pairs = append(pairs, pair{theme.ColorNamePrimary, ground, forControls})
	}
	for _, tone := range []view.Tone{view.Neutral, view.Good, view.Notable, view.Bad, view.Withheld} {
		pairs = append(pairs,
			pair{theme.ColorNameForeground, kit.Tint(tone), forText},
			pair{kit.ColorMuted, kit.Tint(tone), forText},
			pair{kit.Accent(tone), kit.Tint(tone), forText},
			pair{kit.ColorOnAccent, kit.Accent(tone), forText})
	}
	for _, button := range []fyne.ThemeColorName{theme.ColorNameButton, theme.ColorNameHover, theme.ColorNamePressed} {
		pairs = append(pairs, pair{theme.ColorNameForeground, button, forText})
	}
	pairs = append(pairs,
		pair{kit.ColorOnAccent, theme.ColorNamePrimary, forText},
		pair{theme.ColorNamePlaceHolder, theme.ColorNameInputBackground, forText},
		pair{theme.ColorNameForeground, theme.ColorNameMenuBackground, forText},
		pair{theme.ColorNameInputBorder, theme.ColorNameInputBackground, forControls},
		pair{theme.ColorNameInputBorder, theme.ColorNameBackground, forControls},
		// WCAG asks nothing of what is disabled; it is readable all the same.
		pair{theme.ColorNameDisabled, theme.ColorNameButton, forControls},
	)
	return pairs
}
