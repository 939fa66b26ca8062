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
		drawings[shape] = assets.ShapeSVG(shape)
	}
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

// marks is every kind of picture.
func marks() []assets.Mark {
	all := []assets.Mark{
		{Shape: assets.Live, HasCount: true, Count: 0},
		{Shape: assets.Live, HasCount: true, Count: 27},
		{Shape: assets.Live, HasCount: true, Count: 358},
		{Shape: assets.Live, HasCount: true, Count: 69_000},
	}
	for _, shape := range assets.Shapes() {
		all = append(all, assets.Mark{Shape: shape}, assets.Mark{Shape: shape, Dot: true})
	}
	return all
}

func TestEveryMarkHasEverySize(t *testing.T) {
	for _, size := range assets.Sizes() {
		seen := map[string]assets.Mark{}
		for _, mark := range marks() {
			bitmap := mark.PNG(size)
			picture, err := png.Decode(bytes.NewReader(bitmap))
			require.NoError(t, err)
			assert.Equal(t, image.Rect(0, 0, size, size), picture.Bounds(), "%+v", mark)
			assert.NotContains(t, seen, string(bitmap), "%+v looks like another at %d px", mark, size)
			seen[string(bitmap)] = mark
			assert.Equal(t, bitmap, mark.PNG(size), "the same mark has the same bytes")
		}
	}
}

func TestSizesInBetweenAreRoundedUp(t *testing.T) {
	mark := assets.Mark{Shape: assets.Down}
	assert.Equal(t, mark.PNG(32), mark.PNG(25))
	assert.Equal(t, mark.PNG(16), mark.PNG(0))
	assert.Equal(t, mark.PNG(48), mark.PNG(1000))
}

func TestUnknownShapeIsStalled(t *testing.T) {
	assert.Equal(t, assets.Mark{Shape: assets.Stalled}.PNG(24), assets.Mark{Shape: "../../icon"}.PNG(24))
	assert.Equal(t, assets.ShapeSVG(assets.Stalled), assets.ShapeSVG("retrying"))
}

// Light and dark panels, and WCAG's contrast for what must be recognised.
var (
	lightPanel = color.NRGBA{R: 245, G: 245, B: 245, A: 255}
	darkPanel  = color.NRGBA{R: 30, G: 30, B: 30, A: 255}
)

const recognisable = 3

func TestMarksStandOutFromBothPanels(t *testing.T) {
	for _, size := range assets.Sizes() {
		for _, mark := range marks() {
			for _, panel := range []color.NRGBA{lightPanel, darkPanel} {
				seen := 0
				picture := mark.Image(size)
				for y := range size {
					for x := range size {
						c := picture.NRGBAAt(x, y)
						if c.A == 255 && contrast(c, panel) >= recognisable {
							seen++
						}
					}
				}
				assert.Greater(t, seen, size*size*15/100, "%+v at %d px on %v", mark, size, panel)
			}
		}
	}
}

// Shapes are told apart without any colour: their silhouettes differ.
func TestShapesDifferWithoutColour(t *testing.T) {
	for _, size := range assets.Sizes() {
		silhouettes := map[string][]bool{}
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

func silhouette(t *testing.T, shape string, size int) []bool {
	t.Helper()
	picture, err := png.Decode(bytes.NewReader(assets.Mark{Shape: shape}.Template(size)))
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

func TestHalfClearPixelsAreWhite(t *testing.T) {
	for _, size := range assets.Sizes() {
		for _, mark := range marks() {
			picture := mark.Image(size)
			for i := 0; i < len(picture.Pix); i += 4 {
				if a := picture.Pix[i+3]; a > 0 && a < 255 && min(picture.Pix[i], picture.Pix[i+1], picture.Pix[i+2]) < 255 {
					require.Fail(t, "coloured", "%+v at %d px: %v", mark, size, picture.Pix[i:i+4])
				}
			}
		}
	}
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
