package assets

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"image"
	"image/draw"
	"image/png"
	"strconv"
	"strings"

	"routerwatch/monitor"
	"routerwatch/ui/view"
)

// Sizes lists the sizes at which tray icons are prebuilt, in pixels.
func Sizes() []int { return []int{16, 22, 24, 32, 48} }

// PNG is a tray icon as a PNG, at the smallest of [Sizes] that is not smaller
// than size. Equal icons give equal pictures. Each call composes it anew, in
// well under a millisecond.
func PNG(i view.Icon, size int) []byte { return encode(Image(i, size)) }

// Image is a tray icon as a picture that the caller owns; see [PNG].
func Image(i view.Icon, size int) *image.NRGBA {
	size = atLeast(Sizes(), size)
	shape := known(i.Shape)
	var canvas *image.NRGBA
	switch {
	case i.Dot:
		canvas = bitmap(size, amber(shape))
		draw.Draw(canvas, canvas.Rect, bitmap(size, "badge"), image.Point{}, draw.Over)
	case shape == monitor.Live && i.HasCount && !i.Silenced && countText(i.Count) != "": // the mark would cover a digit
		canvas = bitmap(size, "disc")
		write(canvas, size, countText(i.Count))
	default:
		canvas = bitmap(size, string(shape))
	}
	if i.Grey {
		makeGrey(canvas)
	}
	if i.Silenced {
		draw.Draw(canvas, canvas.Rect, bitmap(size, "silenced"), image.Point{}, draw.Over)
	}
	return canvas
}

// darkest is what every tone has a channel below, or near, and white has none.
const darkest = 65

// Template is a tray icon for menu bars that colour it themselves, as a PNG:
// black, opaque where the icon is coloured and clear where it is white or empty.
func Template(i view.Icon, size int) []byte {
	canvas := Image(i, size)
	for p := 0; p < len(canvas.Pix); p += 4 {
		pixel := canvas.Pix[p : p+4 : p+4]
		colour := min(255, 255*(255-int(min(pixel[0], pixel[1], pixel[2])))/(255-darkest))
		pixel[0], pixel[1], pixel[2], pixel[3] = 0, 0, 0, uint8(int(pixel[3])*colour/255)
	}
	return encode(canvas)
}

// grey is the colour of Offline, and of every router that the tray does not count, in RGB.
const grey = 0x66707c

// makeGrey takes the colour out of a picture, and leaves what is white and clear.
func makeGrey(canvas *image.NRGBA) {
	for p := 0; p < len(canvas.Pix); p += 4 {
		pixel := canvas.Pix[p : p+3 : p+3]
		// Each tone is grey where it is full, as its lowest channel tells.
		lowest := int(min(pixel[0], pixel[1], pixel[2]))
		white := min(255, max(0, (lowest-darkest)*255/(255-darkest)))
		for i, tone := range [...]int{grey >> 16, grey >> 8 & 0xff, grey & 0xff} {
			pixel[i] = uint8(tone + (255-tone)*white/255)
		}
	}
}

// amber is the bitmap of a shape for Retrying.
func amber(shape monitor.Status) string {
	switch shape {
	case monitor.Live:
		return "disc-amber" // without the tick of Live
	case monitor.Paused, view.ShapeLostPairs:
		return string(shape) // amber already
	default:
		return string(shape) + "-amber"
	}
}

// countText is a count in at most three characters, rounded down, as they fit on
// the disc. It is empty if the number does not fit.
func countText(n int64) string {
	switch {
	case n < 0:
		return ""
	case n < 1000:
		return strconv.FormatInt(n, 10)
	case n < 100_000:
		return strconv.FormatInt(n/1000, 10) + "k"
	default:
		return ""
	}
}

// glyphs is the order of the glyphs in a sheet of digits.
const glyphs = "0123456789k"

// write puts text of one to three glyphs in the middle of the canvas. There is
// a sheet of glyphs for each length, with a clear margin around each glyph.
func write(canvas *image.NRGBA, size int, text string) {
	sheet := bitmap(size, fmt.Sprintf("digits-%d", len(text)))
	pixel := 1 // one unit of the drawing, in pixels
	if size >= 32 {
		pixel = 2
	}
	pitch := sheet.Rect.Dx() / len(glyphs)
	glyph := image.Rect(0, 0, pitch-2*pixel, sheet.Rect.Dy())
	gap := pixel
	if len(text) == 2 && size != 16 && size != 32 { // there is room on the finer grid
		gap = 2 * pixel
	}
	width := len(text)*glyph.Dx() + (len(text)-1)*gap
	at := image.Pt((size-width)/2, (size-glyph.Dy())/2)
	for _, sign := range text {
		from := image.Pt(strings.IndexRune(glyphs, sign)*pitch+pixel, 0)
		draw.Draw(canvas, glyph.Add(at), sheet, from, draw.Over)
		at.X += glyph.Dx() + gap
	}
}

func encode(picture image.Image) []byte {
	var buffer bytes.Buffer
	if err := png.Encode(&buffer, picture); err != nil {
		panic(fmt.Sprintf("assets: %v", err)) // a buffer takes everything
	}
	return buffer.Bytes()
}

// ICO is a picture of at most 256 pixels a side as a Windows icon file: one
// bitmap of 32 bits a pixel, which every version of Windows reads.
func ICO(picture *image.NRGBA) []byte {
	width, height := picture.Rect.Dx(), picture.Rect.Dy()
	mask := make([]byte, (width+31)/32*4*height) // one bit a pixel, rows in whole words; all zero, so that alpha applies
	const headers, bitmapHeader, planes, bitsPerPixel = 6 + 16, 40, 1, 32
	size := bitmapHeader + 4*width*height + len(mask)

	var file bytes.Buffer
	put := func(data any) {
		_ = binary.Write(&file, binary.LittleEndian, data) // a buffer takes everything
	}
	put([]uint16{0, 1, 1}) // icons, one of them
	put([]uint8{uint8(width), uint8(height), 0, 0})
	put([]uint16{planes, bitsPerPixel})
	put([]uint32{uint32(size), headers})
	put([]uint32{bitmapHeader, uint32(width), uint32(2 * height)}) // the height of picture and mask
	put([]uint16{planes, bitsPerPixel})
	put([6]uint32{})
	for y := height - 1; y >= 0; y-- { // from the bottom up
		for x := range width {
			c := picture.NRGBAAt(picture.Rect.Min.X+x, picture.Rect.Min.Y+y)
			put([4]uint8{c.B, c.G, c.R, c.A})
		}
	}
	put(mask)
	return file.Bytes()
}
