package kit

import (
	"image/color"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"
	"fyne.io/fyne/v2/theme"
	"github.com/stretchr/testify/assert"
)

// inDark is our theme on a dark desktop; the toolkit's test app has neither variant.
type inDark struct{ fyne.Theme }

func (d inDark) Color(name fyne.ThemeColorName, _ fyne.ThemeVariant) color.Color {
	return d.Theme.Color(name, theme.VariantDark)
}

// A panel is put together from parts; nobody is to see where.
func TestAPanelIsOneRoundShape(t *testing.T) {
	for name, tt := range map[string]struct {
		border fyne.ThemeColorName
		size   fyne.Size
	}{
		"large":              {"", fyne.NewSize(120, 90)},
		"large, with border": {ColorBorder, fyne.NewSize(120, 90)},
		"low":                {"", fyne.NewSize(120, 20)},
		"low, with border":   {ColorBorder, fyne.NewSize(120, 20)},
		"just high enough":   {"", fyne.NewSize(120, 4*Radius)},
	} {
		t.Run(name, func(t *testing.T) {
			test.NewTempApp(t).Settings().SetTheme(inDark{NewTheme()})
			p := NewPanel(Tint("bad"), tt.border)
			w := test.NewTempWindow(t, p)
			w.SetPadded(false)
			w.Resize(tt.size)
			p.Resize(tt.size)
			width, height := int(tt.size.Width), int(tt.size.Height)
			shown := w.Canvas().Capture()
			at := func(x, y int) color.Color { return color.NRGBAModel.Convert(shown.At(x, y)) }
			same := func(name fyne.ThemeColorName) color.Color { return color.NRGBAModel.Convert(theme.Color(name)) }

			const edge = 2 // where the toolkit softens it
			for y := edge; y < height-edge; y++ {
				assert.Equal(t, same(Tint("bad")), at(width/2, y), "the middle at %d", y)
			}
			for y := Radius; y < height-Radius; y++ {
				assert.Equal(t, same(Tint("bad")), at(edge, y), "the left at %d", y)
				assert.Equal(t, same(Tint("bad")), at(width-1-edge, y), "the right at %d", y)
			}
			for _, corner := range [][2]int{{0, 0}, {width - 1, 0}, {0, height - 1}, {width - 1, height - 1}} {
				assert.Equal(t, same(theme.ColorNameBackground), at(corner[0], corner[1]), "the corner at %v", corner)
			}
			if tt.border != "" && height > 4*Radius {
				assert.Equal(t, same(tt.border), at(0, height/2), "the border")
			}
		})
	}
}

// The parts of a panel overlap.
func TestTheColoursOfPanelsAreOpaque(t *testing.T) {
	test.NewTempApp(t).Settings().SetTheme(NewTheme())
	for _, variant := range []fyne.ThemeVariant{theme.VariantDark, theme.VariantLight} {
		for _, tone := range []string{"neutral", "good", "notable", "bad"} {
			for _, name := range []fyne.ThemeColorName{Tint(tone), Accent(tone), ColorSurface, ColorBorder} {
				_, _, _, alpha := NewTheme().Color(name, variant).RGBA()
				assert.Equal(t, uint32(0xffff), alpha, name)
			}
		}
	}
}
