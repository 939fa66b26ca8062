package window

import (
	"slices"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/theme"

	"routerwatch/ui/view"
	"routerwatch/ui/window/kit"
)

// wallBoard is the content of a wall display: a tile for each router, all of one size,
// under a line with the counts and a clock.
type wallBoard struct {
	*fyne.Container
	summary, clock *kit.Text
	tiles          []*wallTile // in the order shown
	hasPast        bool        // there is a history
}

func newWallBoard() *wallBoard {
	b := &wallBoard{
		summary: kit.NewText(1, 40, theme.ColorNameForeground).Bold(),
		clock:   kit.NewText(1, 40, kit.ColorMuted).Align(fyne.TextAlignTrailing),
	}
	b.Container = container.New(kit.Layout(b.layout), b.summary, b.clock)
	b.Hide()
	return b
}

// apply shows w, except for the texts of applyTimes. pasts has the past of each router,
// or is nil without a history.
func (b *wallBoard) apply(w view.Wall, pasts map[string]view.Past, hasPast bool) {
	b.summary.Set(w.Summary)
	known := make(map[string]*wallTile, len(b.tiles))
	for _, t := range b.tiles {
		known[t.id] = t
	}
	tiles := make([]*wallTile, len(w.Tiles))
	objects := []fyne.CanvasObject{b.summary, b.clock}
	moved := b.hasPast != hasPast
	for i, tile := range w.Tiles {
		if tiles[i] = known[tile.ID]; tiles[i] == nil {
			tiles[i] = newWallTile(tile.ID)
			tiles[i].past.apply(pasts[tile.ID])
		}
		moved = tiles[i].apply(tile) || moved
		objects = append(objects, tiles[i].Container)
	}
	if moved || !slices.Equal(b.tiles, tiles) {
		b.tiles, b.Objects, b.hasPast = tiles, objects, hasPast
		b.layout(kit.Area(b.Size()))
		b.Refresh()
	}
}

// applyTimes shows the texts of w that change as time passes, and returns those that
// did.
func (b *wallBoard) applyTimes(w view.Wall) (changed []*kit.Text) {
	set := func(t *kit.Text, text string) {
		if t.Set(text) {
			changed = append(changed, t)
		}
	}
	set(b.clock, w.Clock)
	for i, tile := range w.Tiles {
		set(b.tiles[i].status, tile.Status)
		set(b.tiles[i].detail, tile.Detail)
	}
	return changed
}

// applyPasts shows the past of each router.
func (b *wallBoard) applyPasts(pasts map[string]view.Past) {
	for _, t := range b.tiles {
		t.past.apply(pasts[t.id])
	}
	b.layout(kit.Area(b.Size()))
}

// layout places everything by the size of the screen, the number of tiles and the
// longest name.
func (b *wallBoard) layout(room kit.Rect) {
	if len(b.tiles) == 0 {
		return
	}
	unit := min(room.W, room.H)
	gap := unit * 0.012
	head := room.Inset(2*gap, gap)
	area := room
	area.Top(unit*0.085, 0)
	head = kit.NewRect(head.X, head.Y, head.W, unit*0.075)
	text := unit * 0.055
	b.clock.Place(head.Right(b.clock.Width("00:00:00", text)+gap, 2*gap), text)
	b.summary.ShrinkTo(text*0.4).Place(head, text)

	var name float32
	for _, t := range b.tiles {
		name = max(name, t.name.Width(t.name.Text, 100)/100)
	}
	g := wallGridFor(len(b.tiles), area.Size(), gap, name, b.hasPast)
	for i, t := range b.tiles {
		x, y := float32(i%g.columns), float32(i/g.columns)
		t.place(kit.NewRect(area.X+gap+x*(g.width+gap), area.Y+gap/2+y*(g.height+gap), g.width, g.height), g)
	}
}

// A wall display is read from eight metres. ISO 9241-303 asks for capitals of at least
// 16 minutes of arc, and 20 for comfort; the rule of thumb of sign makers, a 200th of
// the distance, is 17: 40 mm. Capitals are 0.71 of the type size, and a screen of 55
// inches is 685 mm high, 1080 pixels: 40 mm are a type size of 88 of them.
const legible = 88. / 1080 // the type size of names over the shorter side of the screen

// The parts of a tile, in the type size of its name.
const (
	tilePad    = 0.22
	tileIcon   = 1.15
	tileName   = 1.25 // the height of the row
	tileStatus = 1.3
	tileDetail = 0.5  // the type size
	tileReason = 0.34 // the type size
	tilePast   = 0.9  // the height of the days and their figures
	reasonRows = 3    // at most
	tileGap    = 0.12

	tileHeight   = 2*tilePad + tileName + tileStatus + kit.LineHeight*tileDetail + 2*tileGap
	reasonHeight = 2*kit.LineHeight*tileReason + tileGap
	pastHeight   = tilePast + tileGap

	statusWidth  = 6 // of "Down 59 min" and "Connecting"
	minNameWidth = 4
	maxNameWidth = 8
	longName     = 0.8 // the longest name is set smaller by this, so that it does not make all others small
	leastName    = 0.6 // at most by this, and then cut
)

// wallGrid is how many tiles there are side by side, their size, and the type size of
// the names.
type wallGrid struct {
	columns       int
	width, height float32
	text          float32
	high          float32 // the height of what is in a tile
	past, reason  bool    // there is room for them
}

// wallGridFor is the grid with the largest names, which are at most that wide over
// their type size. It leaves room for the past where the names stay legible.
func wallGridFor(tiles int, room fyne.Size, gap, name float32, hasPast bool) wallGrid {
	name = min(max(name*longName, minNameWidth), maxNameWidth)
	wide := 2*tilePad + max(tileIcon+2*tileGap+name, statusWidth)
	largest := func(high float32) (best wallGrid) {
		for columns := 1; columns <= tiles; columns++ {
			rows := float32((tiles + columns - 1) / columns)
			g := wallGrid{columns: columns}
			g.width = (room.Width - gap*float32(columns+1)) / float32(columns)
			g.height = (room.Height - gap*(rows+0.5)) / rows
			if g.text = min(g.width/wide, g.height/high); g.text > best.text {
				g.high = high * g.text
				best = g
			}
		}
		return best
	}
	wanted := []wallGrid{{past: hasPast, reason: true}, {past: hasPast}}
	for _, want := range wanted {
		high := float32(tileHeight)
		if want.past {
			high += pastHeight
		}
		if want.reason {
			high += reasonHeight
		}
		if g := largest(high); g.text >= legible*min(room.Width, room.Height) {
			if g.past, g.reason = want.past, want.reason; g.reason {
				g.high = min(g.height, g.high+kit.LineHeight*tileReason*g.text) // another line of it
			}
			return g
		}
	}
	return largest(tileHeight)
}
