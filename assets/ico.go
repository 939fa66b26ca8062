package assets

import (
	"bytes"
	"encoding/binary"
	"image"
)

// ICO is a picture of at most 256 pixels a side as a Windows icon file: one
// bitmap of 32 bits a pixel, which every version of Windows reads.
func ICO(picture *image.NRGBA) []byte {
	const (
		fileHeader, entry, bitmapHeader = 6, 16, 40

		kindIcon     = 1
		planes       = 1
		bitsPerPixel = 32
	)
	width, height := picture.Rect.Dx(), picture.Rect.Dy()
	maskRow := (width + 31) / 32 * 4 // one bit a pixel, in whole words; all zero: the alpha counts
	size := bitmapHeader + height*width*4 + height*maskRow

	var file bytes.Buffer
	put := func(values ...any) {
		for _, v := range values {
			_ = binary.Write(&file, binary.LittleEndian, v) // a buffer takes everything
		}
	}
	put(uint16(0), uint16(kindIcon), uint16(1))
	put(uint8(width), uint8(height), uint8(0), uint8(0), uint16(planes), uint16(bitsPerPixel))
	put(uint32(size), uint32(fileHeader+entry))
	// The height counts picture and mask.
	put(uint32(bitmapHeader), int32(width), int32(2*height), uint16(planes), uint16(bitsPerPixel))
	put([6]uint32{})
	for y := height - 1; y >= 0; y-- { // from the bottom up
		for x := range width {
			c := picture.NRGBAAt(picture.Rect.Min.X+x, picture.Rect.Min.Y+y)
			put([4]uint8{c.B, c.G, c.R, c.A})
		}
	}
	file.Write(make([]byte, height*maskRow))
	return file.Bytes()
}
