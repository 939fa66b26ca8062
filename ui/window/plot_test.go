package window

import (
	"image"
	"image/color"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"

	"routerwatch/ui/view"
)

// inked lists for each column of a picture the rows that carry ink.
func inked(img *image.RGBA) [][]int {
	columns := make([][]int, img.Rect.Dx())
	for x := range columns {
		for y := range img.Rect.Dy() {
			if img.RGBAAt(x, y).R > 0x30 {
				columns[x] = append(columns[x], y)
			}
		}
	}
	return columns
}

func TestAPlotShowsWhatIsKnownAndNothingElse(t *testing.T) {
	p := plot{stroke: 1, ink: color.NRGBA{R: 0xff, A: 0xff}, fill: color.NRGBA{G: 0xff, A: 0x20}, base: color.NRGBA{B: 0xff, A: 0xff}}
	img := p.draw([]view.Segment{
		{{X: 0, Y: 0.5}, {X: 0.3, Y: 0.5}},
		{{X: 0.6, Y: 0}, {X: 0.601, Y: 1}, {X: 0.602, Y: 0}, {X: 0.8, Y: 0}},
		{{X: 1, Y: 1}},
	}, image.NewRGBA(image.Rect(0, 0, 101, 21)))
	columns := inked(img)
	for x, rows := range columns {
		switch {
		case x <= 30:
			assert.NotEmpty(t, rows, "column %d", x)
		case x < 60 || x > 80 && x < 99:
			assert.Empty(t, rows, "nothing is known at column %d", x)
		}
		assert.NotZero(t, img.RGBAAt(x, 20).B, "the base line goes through")
	}
	assert.Equal(t, 0, columns[60][0], "a spike of one column is kept whole")
	assert.GreaterOrEqual(t, len(columns[60]), 18)
	assert.Equal(t, []int{0}, columns[100], "a single reading is a dot")
}

func TestAPlotTakesAnySizeAndAnyLine(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	for range 300 {
		lines := []view.Segment{{{X: random.Float64()*3 - 1, Y: random.Float64()*3 - 1}}, {}}
		for range random.IntN(20) {
			lines[1] = append(lines[1], view.ChartPoint{X: random.Float64(), Y: random.Float64()*3 - 1})
		}
		w, h := random.IntN(40)-2, random.IntN(40)-2
		img := plot{stroke: 4 * random.Float64(), ink: color.Black, fill: color.Black, base: color.Black}.draw(lines, image.NewRGBA(image.Rect(0, 0, max(w, 0), max(h, 0))))
		assert.Equal(t, image.Pt(max(w, 0), max(h, 0)), img.Rect.Size())
	}
}
