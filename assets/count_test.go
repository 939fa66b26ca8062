package assets

import (
	"encoding/binary"
	"math"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"routerwatch/monitor"
	"routerwatch/ui/view"
)

func TestCountText(t *testing.T) {
	cases := map[string]struct {
		count int64
		want  string
	}{
		"none":                {0, "0"},
		"one digit":           {7, "7"},
		"largest in full":     {999, "999"},
		"smallest thousand":   {1000, "1k"},
		"rounded down":        {1999, "1k"},
		"two-digit thousands": {12_345, "12k"},
		"largest that fits":   {99_999, "99k"},
		"too large":           {100_000, ""},
		"largest of all":      {math.MaxInt64, ""},
		"negative":            {-1, ""},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) { assert.Equal(t, c.want, countText(c.count)) })
	}
}

func TestCountThatDoesNotFitIsTheTick(t *testing.T) {
	assert.Equal(t, PNG(view.Icon{Shape: monitor.Live}, 24), PNG(view.Icon{Shape: monitor.Live, HasCount: true, Count: 100_000}, 24))
}

func TestCountStaysOnTheDisc(t *testing.T) {
	for _, size := range Sizes() {
		disc := bitmap(size, "disc")
		for _, count := range []int64{8, 88, 888, 88_000} {
			written := Image(view.Icon{Shape: monitor.Live, HasCount: true, Count: count}, size)
			ink := 0
			for y := range size {
				for x := range size {
					before, after := disc.NRGBAAt(x, y), written.NRGBAAt(x, y)
					if before.A < 255 || before == after {
						continue
					}
					ink++
					if after.R < before.R {
						require.Fail(t, "darker than the disc", "%d at %d px", count, size)
					}
				}
			}
			assert.Greater(t, ink, size, "%d at %d px", count, size)
		}
	}
}

func TestEveryGlyphDiffers(t *testing.T) {
	for _, size := range Sizes() {
		seen := map[string]int64{}
		for n := range int64(10) {
			for _, count := range []int64{n, 10 + n, 100 + n, 1000 * (n + 1), 1000 * (n + 10)} {
				picture := string(PNG(view.Icon{Shape: monitor.Live, HasCount: true, Count: count}, size))
				if other, ok := seen[picture]; ok {
					assert.Equal(t, other, count, "at %d px", size)
				}
				seen[picture] = count
			}
		}
	}
}

func TestICO(t *testing.T) {
	picture := Image(view.Icon{Shape: monitor.Down}, 32)
	file := ICO(picture)
	le := binary.LittleEndian
	require.Len(t, file, 6+16+40+32*32*4+32*4)
	assert.Equal(t, []byte{0, 0, 1, 0, 1, 0, 32, 32, 0, 0, 1, 0, 32, 0}, file[:14])
	assert.EqualValues(t, len(file)-22, le.Uint32(file[14:]), "size of the bitmap")
	assert.EqualValues(t, 22, le.Uint32(file[18:]), "offset of the bitmap")
	assert.EqualValues(t, 40, le.Uint32(file[22:]))
	assert.EqualValues(t, 64, le.Uint32(file[30:]), "height of picture and mask")

	pixels := file[62:]
	for y := range 32 {
		for x := range 32 {
			c := picture.NRGBAAt(x, 31-y)
			at := (y*32 + x) * 4
			if [4]byte(pixels[at:]) != [4]byte{c.B, c.G, c.R, c.A} {
				require.Fail(t, "another colour", "at %d, %d", x, y)
			}
		}
	}
}
