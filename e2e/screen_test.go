//go:build linux

package e2e

import (
	"bufio"
	"bytes"
	"context"
	"fmt"
	"image"
	"image/color"
	"image/draw"
	"image/png"
	"os"
	"slices"
	"strconv"
	"strings"

	"github.com/stretchr/testify/require"
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

func (s x11Seat) run(name string, arguments ...string) error {
	_, err := s.d.Output(name, arguments...)
	return err
}

func (s x11Seat) shot(file string) error { return s.run("import", "-silent", "-window", "root", file) }

func (s x11Seat) move(x, y int) error {
	return s.run("xdotool", "mousemove", strconv.Itoa(x), strconv.Itoa(y))
}

func (s x11Seat) click(button string) error { return s.run("xdotool", "click", button) }
func (s x11Seat) key(name string) error     { return s.run("xdotool", "key", name) }

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

// word is one that is read on the screen.
type word struct {
	line string // words of one line have the same
	text string
	area image.Rectangle
}

const enlarge = 3 // letters as small as a desktop's are recognised only larger

// read recognises the words on a part of a screenshot.
func (d *desktop) read(file string, area image.Rectangle) []word {
	d.t.Helper()
	ctx, cancel := context.WithTimeout(d.t.Context(), patience)
	defer cancel()
	// A median leaves the background alone; what differs from it is the letters,
	// whether they are light or dark.
	const script = `convert "$1" -crop "$2" +repage -colorspace Gray \
		'(' +clone -statistic Median 15x15 ')' -compose difference -composite -normalize -negate -resize "$3" png:- |
		OMP_THREAD_LIMIT=1 tesseract - - --psm 11 tsv`
	crop := fmt.Sprintf("%dx%d+%d+%d", area.Dx(), area.Dy(), area.Min.X, area.Min.Y)
	recognition := d.Command(ctx, "bash", "-o", "pipefail", "-c", script, "read", file, crop, fmt.Sprintf("%d%%", 100*enlarge))
	table, err := recognition.Output()
	require.NoError(d.t, err)
	words := parseWords(string(table))
	for i := range words {
		words[i].area = words[i].area.Add(area.Min)
	}
	return words
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

// parseWords reads tesseract's table: level, page, block, paragraph, line, word,
// left, top, width, height, confidence, text.
func parseWords(table string) []word {
	var words []word
	for row := range strings.Lines(table) {
		fields := strings.Split(strings.TrimRight(row, "\n"), "\t")
		if len(fields) < 12 || fields[0] != "5" || plain(fields[11]) == "" {
			continue
		}
		var n [4]int
		for i := range n {
			n[i], _ = strconv.Atoi(fields[6+i])
			n[i] /= enlarge
		}
		words = append(words, word{
			line: strings.Join(fields[1:5], " "), text: plain(fields[11]), area: image.Rect(n[0], n[1], n[0]+n[2], n[1]+n[3]),
		})
	}
	return words
}

// joined is what was read, for the words of a failure.
func joined(words []word) string {
	var all []string
	for _, each := range words {
		all = append(all, each.text)
	}
	return strings.Join(all, " ")
}

// plain leaves out what the recognition often gets wrong.
func plain(text string) string {
	return strings.Map(func(r rune) rune {
		if r >= 'a' && r <= 'z' || r >= '0' && r <= '9' {
			return r
		}
		return -1
	}, strings.ToLower(text))
}

// find is where a text of one or more words stands. A letter in four may be
// wrong, two at most, and spaces do not count.
func find(text string, in []word) []image.Rectangle {
	wanted := plain(text)
	var found []image.Rectangle
	for i := range in {
		read, area := "", image.Rectangle{}
		for _, each := range in[i:] {
			if each.line != in[i].line || len(read) > len(wanted) {
				break
			}
			read += each.text
			area = area.Union(each.area)
			if difference(read, wanted) <= min(2, len(wanted)/4) {
				found = append(found, area)
				break
			}
		}
	}
	return found
}

// difference counts the letters to insert, remove or replace.
func difference(a, b string) int {
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		diagonal := row[0]
		row[0] = i + 1
		for j := range len(b) {
			changed := diagonal
			if a[i] != b[j] {
				changed++
			}
			diagonal = row[j+1]
			row[j+1] = min(changed, row[j]+1, diagonal+1)
		}
	}
	return row[len(b)]
}
