//go:build linux || freebsd || netbsd || openbsd || dragonfly

package notify

import (
	"bytes"
	"image"
	"image/draw"
	"image/png"
	"strings"
)

// iconData is the image-data hint: the pixels, uncompressed, in the order and
// with the field types (iiibiiay) that the specification prescribes.
type iconData struct {
	Width, Height, RowStride int32
	HasAlpha                 bool
	BitsPerSample, Channels  int32
	Pixels                   []byte
}

// decodeIcon turns a PNG into the hint's form.
func decodeIcon(data []byte) (iconData, error) {
	picture, err := png.Decode(bytes.NewReader(data))
	if err != nil {
		return iconData{}, err
	}
	// The hint wants colours that are not multiplied by alpha: NRGBA.
	size := picture.Bounds().Size()
	pixels := image.NewNRGBA(image.Rectangle{Max: size})
	draw.Draw(pixels, pixels.Rect, picture, picture.Bounds().Min, draw.Src)
	return iconData{
		Width: int32(size.X), Height: int32(size.Y), RowStride: int32(pixels.Stride),
		HasAlpha: true, BitsPerSample: 8, Channels: 4,
		Pixels: pixels.Pix,
	}, nil
}

// withoutMarkup escapes the text for a service that renders markup. Quotes stay:
// they mean nothing outside a tag, and some services show an escaped one as it is
// written.
func withoutMarkup(text string) string {
	return strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;").Replace(text)
}
