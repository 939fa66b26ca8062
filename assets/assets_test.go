package assets_test

import (
	"bytes"
	"encoding/xml"
	"errors"
	"image"
	"image/color"
	"image/png"
	"io"
	"math"
	"os"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"routerwatch/assets"
	"routerwatch/monitor"
	"routerwatch/ui/view"
)

func TestAppIconComesInTheNextPrebuiltSize(t *testing.T) {
	for asked, want := range map[int]int{0: 48, 48: 48, 49: 128, 200: 256, 512: 512, 4096: 512} {
		icon, err := png.Decode(bytes.NewReader(assets.AppIcon(asked)))
		require.NoError(t, err)
		assert.Equal(t, image.Rect(0, 0, want, want), icon.Bounds(), "asked for %d", asked)
	}
}

func TestDrawingsAreXML(t *testing.T) {
	icon, err := os.ReadFile("svg/icon.svg")
	require.NoError(t, err)
	drawings := map[string][]byte{"app icon": icon}
	for _, shape := range assets.Shapes() {
		drawings[string(shape)] = assets.ShapeSVG(shape)
		drawings[string(shape)+", silenced"] = assets.IconSVG(view.Icon{Shape: shape, Grey: true, Silenced: true})
	}
	assert.NotContains(t, string(drawings["down, silenced"]), "#cf2a2a", "it is grey")
	assert.Contains(t, string(drawings["down, silenced"]), "#3a3f98", "it has the mark")
	for name, drawing := range drawings {
		reader := xml.NewDecoder(bytes.NewReader(drawing))
		for {
			_, err := reader.Token()
			if errors.Is(err, io.EOF) {
				break
			}
			require.NoError(t, err, name)
		}
	}
}

// icons is every kind of picture.
func icons() []view.Icon {
	all := []view.Icon{
		{Shape: monitor.Live, HasCount: true, Count: 0},
		{Shape: monitor.Live, HasCount: true, Count: 27},
		{Shape: monitor.Live, HasCount: true, Count: 358},
		{Shape: monitor.Live, HasCount: true, Count: 69_000},
	}
	for _, shape := range assets.Shapes() {
		all = append(all, view.Icon{Shape: shape}, view.Icon{Shape: shape, Dot: true}, view.Icon{Shape: shape, Silenced: true})
	}
	for _, shape := range []monitor.Status{monitor.Down, monitor.Live, monitor.Paused, monitor.Throttled} {
		all = append(all, view.Icon{Shape: shape, Grey: true}, view.Icon{Shape: shape, Grey: true, Silenced: true})
	}
	return all
}

func TestEveryIconHasEverySize(t *testing.T) {
	for _, size := range assets.Sizes() {
		seen := map[string]view.Icon{}
		for _, icon := range icons() {
			bitmap := assets.PNG(icon, size)
			picture, err := png.Decode(bytes.NewReader(bitmap))
			require.NoError(t, err)
			assert.Equal(t, image.Rect(0, 0, size, size), picture.Bounds(), "%+v", icon)
			assert.NotContains(t, seen, string(bitmap), "%+v looks like another at %d px", icon, size)
			seen[string(bitmap)] = icon
			assert.Equal(t, bitmap, assets.PNG(icon, size), "the same icon has the same bytes")
		}
	}
}

func TestSizesInBetweenAreRoundedUp(t *testing.T) {
	icon := view.Icon{Shape: monitor.Down}
	assert.Equal(t, assets.PNG(icon, 32), assets.PNG(icon, 25))
	assert.Equal(t, assets.PNG(icon, 16), assets.PNG(icon, 0))
	assert.Equal(t, assets.PNG(icon, 48), assets.PNG(icon, 1000))
}

func TestUnknownShapeIsStalled(t *testing.T) {
	assert.Equal(t, assets.PNG(view.Icon{Shape: monitor.Stalled}, 24), assets.PNG(view.Icon{Shape: "../../icon"}, 24))
	assert.Equal(t, assets.ShapeSVG(monitor.Stalled), assets.ShapeSVG("retrying"))
}

// Light and dark panels, and WCAG's contrast for what must be recognised.
var (
	lightPanel = color.NRGBA{R: 245, G: 245, B: 245, A: 255}
	darkPanel  = color.NRGBA{R: 30, G: 30, B: 30, A: 255}
)

const recognisable = 3

func TestIconsStandOutFromBothPanels(t *testing.T) {
	for _, size := range assets.Sizes() {
		for _, icon := range icons() {
			for _, panel := range []color.NRGBA{lightPanel, darkPanel} {
				seen := 0
				picture := assets.Image(icon, size)
				for y := range size {
					for x := range size {
						c := picture.NRGBAAt(x, y)
						if c.A == 255 && contrast(c, panel) >= recognisable {
							seen++
						}
					}
				}
				assert.Greater(t, seen, size*size*15/100, "%+v at %d px on %v", icon, size, panel)
			}
		}
	}
}

// Shapes are told apart without any colour: their silhouettes differ.
func TestShapesDifferWithoutColour(t *testing.T) {
	for _, size := range assets.Sizes() {
		silhouettes := map[monitor.Status][]bool{}
		for i, a := range assets.Shapes() {
			silhouettes[a] = silhouette(t, a, size)
			for _, b := range assets.Shapes()[:i] {
				differ := 0
				for p, ink := range silhouettes[a] {
					if ink != silhouettes[b][p] {
						differ++
					}
				}
				assert.Greater(t, differ, size*size*10/100, "%s and %s at %d px", a, b, size)
			}
		}
	}
}

func silhouette(t *testing.T, shape monitor.Status, size int) []bool {
	t.Helper()
	picture, err := png.Decode(bytes.NewReader(assets.Template(view.Icon{Shape: shape}, size)))
	require.NoError(t, err)
	var ink []bool
	for y := range size {
		for x := range size {
			r, g, b, a := picture.At(x, y).RGBA()
			if r+g+b > 0 {
				require.Fail(t, "a template is black", "%s at %d px", shape, size)
			}
			ink = append(ink, a > 0x7fff)
		}
	}
	return ink
}

func contrast(a, b color.NRGBA) float64 {
	la, lb := luminance(a), luminance(b)
	return (max(la, lb) + 0.05) / (min(la, lb) + 0.05)
}

func luminance(c color.NRGBA) float64 {
	linear := func(v uint8) float64 {
		s := float64(v) / 255
		if s <= 0.04045 {
			return s / 12.92
		}
		return math.Pow((s+0.055)/1.055, 2.4)
	}
	return 0.2126*linear(c.R) + 0.7152*linear(c.G) + 0.0722*linear(c.B)
}
