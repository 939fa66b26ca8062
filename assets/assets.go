// Package assets holds the program's pictures, drawn for it: the app icon and
// one tray icon per status.
//
// The drawings are in svg/, the bitmaps that render.sh makes of them in png/;
// both are embedded. Each status has a shape of its own, so that colour is never
// the only difference. Every shape is opaque and of medium brightness inside a
// white outline, so that it stands out on light and on dark panels.
package assets

import (
	"bytes"
	"embed"
	"fmt"
	"image"
	"image/draw"
	"image/png"
	"slices"
	"strings"

	"routerwatch/monitor"
	"routerwatch/ui/view"
)

//go:embed png
var bitmaps embed.FS

//go:embed svg/24
var drawings embed.FS

// Shapes lists the shapes of tray icons, one per status and one for lost pairs.
// Retrying has none: it shows the previous shape with a dot, see [view.Icon].
func Shapes() []monitor.Status {
	all := append(monitor.Statuses(), view.ShapeLostPairs)
	return slices.DeleteFunc(all, func(s monitor.Status) bool { return s == monitor.Retrying })
}

// AppIcon is the app icon as a PNG, at the smallest prebuilt size that is not
// smaller than size, in pixels; the largest is 512. The caller owns the bytes.
func AppIcon(size int) []byte {
	size = atLeast([]int{48, 128, 256, 512}, size)
	return read(bitmaps, fmt.Sprintf("png/icon-%d.png", size))
}

// ShapeSVG is the drawing of a shape, 24 units square, for large sizes. An
// unknown shape gives Stalled's question mark. The caller owns the bytes.
func ShapeSVG(shape monitor.Status) []byte {
	return read(drawings, "svg/24/"+string(known(shape))+".svg")
}

// IconSVG is the drawing of an icon's shape, grey and with the mark where it has them,
// but without its dot and count. The caller owns the bytes.
func IconSVG(i view.Icon) []byte {
	drawing := string(ShapeSVG(i.Shape))
	if i.Grey {
		tone := fmt.Sprintf("#%06x", grey)
		drawing = strings.NewReplacer("#15803d", tone, "#cf2a2a", tone, "#c2700a", tone, "#3f72af", tone).Replace(drawing)
	}
	if i.Silenced {
		_, mark, _ := strings.Cut(string(read(drawings, "svg/24/silenced.svg")), ">")
		drawing = strings.Replace(drawing, "</svg>", mark, 1)
	}
	return []byte(drawing)
}

func known(shape monitor.Status) monitor.Status {
	if slices.Contains(Shapes(), shape) {
		return shape
	}
	return monitor.Stalled
}

// atLeast is the smallest of the ascending sizes that is not below size, or
// the largest.
func atLeast(sizes []int, size int) int {
	i, _ := slices.BinarySearch(sizes, size)
	return sizes[min(i, len(sizes)-1)]
}

// read panics on a missing file: the files are part of the program, and a
// test opens every one.
func read(fs embed.FS, name string) []byte {
	content, err := fs.ReadFile(name)
	if err != nil {
		panic(fmt.Sprintf("assets: %v", err))
	}
	return content
}

func bitmap(size int, name string) *image.NRGBA {
	decoded, err := png.Decode(bytes.NewReader(read(bitmaps, fmt.Sprintf("png/%d/%s.png", size, name))))
	if err != nil {
		panic(fmt.Sprintf("assets: %s at %d px: %v", name, size, err))
	}
	canvas := image.NewNRGBA(image.Rect(0, 0, decoded.Bounds().Dx(), decoded.Bounds().Dy()))
	draw.Draw(canvas, canvas.Rect, decoded, decoded.Bounds().Min, draw.Src)
	return canvas
}
