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
	r, g, b, _ := c.RGBA()
	linear := func(v uint32) float64 {
		s := float64(v) / 0xffff
		if s <= 0.04045 {
			return s / 12.92
		}
		return math.Pow((s+0.055)/1.055, 2.4)
	}
	return 0.2126*linear(r) + 0.7152*linear(g) + 0.0722*linear(b)
}

func TestContrast(t *testing.T) {
	assert.InDelta(t, 21, contrast(color.White, color.Black), 0.001)

	type pair struct {
		ink, ground fyne.ThemeColorName
		least       float64
	}
	var pairs []pair
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
	for name, variant := range map[string]fyne.ThemeVariant{"light": theme.VariantLight, "dark": theme.VariantDark} {
		t.Run(name, func(t *testing.T) {
			look := kit.NewTheme()
			for _, p := range pairs {
				got := contrast(look.Color(p.ink, variant), look.Color(p.ground, variant))
				assert.GreaterOrEqual(t, got, p.least, "%s on %s", p.ink, p.ground)
			}
		})
	}
}
