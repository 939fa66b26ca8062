//go:build linux

package e2e

import (
	"bufio"
	"bytes"
	"context"
	"image"
	"image/color"
	"image/draw"
	"image/png"
	"os"
	"slices"
	"strconv"
)

// seat is what an operator has in front of a desktop: a screen, a mouse, keys.
type seat interface {
	shot(file string) error // saves a screenshot as PNG
	move(x, y int) error
	click(button string) error // where the pointer is
	key(name string) error     // as xdotool names it
	closeWindow(w window) error
}

// x11Seat is that of an X server, where a window manager closes windows.
type x11Seat struct{ d *desktop }

// run has more patience than [virtual.Desktop.Output]: a desktop that starts keeps
// the X server busy.
func (s x11Seat) run(name string, arguments ...string) error {
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	return s.d.Command(ctx, name, arguments...).Run()
}

func (s x11Seat) shot(file string) error { return s.run("import", "-silent", "-window", "root", file) }

func (s x11Seat) move(x, y int) error {
	return s.run("xdotool", "mousemove", strconv.Itoa(x), strconv.Itoa(y))
}

// click ends when the click is delivered. Some window managers hold it until they have
// seen it, and it would then go to where the pointer is by that time; meanwhile the X
// server does not move the pointer.
func (s x11Seat) click(button string) error {
	return s.run("xdotool", "click", button, "mousemove_relative", "--sync", "1", "0")
}

func (s x11Seat) key(name string) error { return s.run("xdotool", "key", name) }

func (s x11Seat) closeWindow(w window) error {
	s.d.close(w)
	return nil
}

// picture decodes a screenshot.
func picture(file string) (*image.RGBA, error) {
	opened, err := os.Open(file)
	if err != nil {
		return nil, err
	}
	defer func() { _ = opened.Close() }()
	decoded, err := png.Decode(bufio.NewReader(opened))
	if err != nil {
		return nil, err
	}
	plain := image.NewRGBA(decoded.Bounds())
	draw.Draw(plain, plain.Bounds(), decoded, decoded.Bounds().Min, draw.Src)
	return plain, nil
}

// enoughOfIcon is how many pixels in its main colour say that an icon is drawn.
const enoughOfIcon = 30

// mainColour is the colour of which the icon has most, white, grey and black
// apart.
func (i trayItem) mainColour() color.RGBA {
	pixels := []byte(i.icon()) // alpha, red, green, blue
	counts := make(map[color.RGBA]int)
	var most color.RGBA
	for p := range slices.Chunk(pixels, 4) {
		c := color.RGBA{R: p[1], G: p[2], B: p[3], A: p[0]}
		if c.A < 255 || max(c.R, c.G, c.B)-min(c.R, c.G, c.B) < 40 {
			continue
		}
		if counts[c]++; counts[c] > counts[most] {
			most = c
		}
	}
	return most
}

// centreOf is the middle of the pixels in a colour inside an area, and how many
// there are. A panel that scales an icon changes its colour a little.
func centreOf(c color.RGBA, screen *image.RGBA, area image.Rectangle) (middle image.Point, count int) {
	near := func(a, b uint8) bool { return max(a, b)-min(a, b) <= 12 }
	area = area.Intersect(screen.Bounds())
	for y := area.Min.Y; y < area.Max.Y; y++ {
		for x := area.Min.X; x < area.Max.X; x++ {
			if p := screen.RGBAAt(x, y); near(p.R, c.R) && near(p.G, c.G) && near(p.B, c.B) {
				middle = middle.Add(image.Pt(x, y))
				count++
			}
		}
	}
	if count > 0 {
		middle = middle.Div(count)
	}
	return middle, count
}

// changed are the parts of the screen that differ between two pictures, with a
// margin, for letters at an edge are recognised badly.
func changed(before, after *image.RGBA) []image.Rectangle {
	const cell = 16
	var areas []image.Rectangle
	for y := 0; y < after.Rect.Dy(); y += cell {
		for x := 0; x < after.Rect.Dx(); x += cell {
			area := image.Rect(x, y, x+cell, y+cell).Intersect(after.Rect)
			if same(before, after, area) {
				continue
			}
			area = area.Inset(-cell)
			for i := 0; i < len(areas); {
				if areas[i].Overlaps(area) {
					area = area.Union(areas[i])
					areas, i = slices.Delete(areas, i, i+1), 0
				} else {
					i++
				}
			}
			areas = append(areas, area)
		}
	}
	for i := range areas {
		areas[i] = areas[i].Intersect(after.Rect)
	}
	return areas
}

// same compares a part of two pictures of one size.
func same(a, b *image.RGBA, area image.Rectangle) bool {
	for y := area.Min.Y; y < area.Max.Y; y++ {
		from, to := a.PixOffset(area.Min.X, y), a.PixOffset(area.Max.X, y)
		if !bytes.Equal(a.Pix[from:to], b.Pix[from:to]) {
			return false
		}
	}
	return true
}
