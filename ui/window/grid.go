package window

import (
	"fyne.io/fyne/v2"

	"routerwatch/ui/window/kit"
)

// The cards of several routers: how small one gets before there are fewer
// columns, and before the grid scrolls.
const (
	gridCardWidth  = 300
	gridCardHeight = 220
	gridGap        = 12
)

// gridLayout lays cards out in as many columns as make them largest, and fills
// the height that is in view. A single card gets everything.
type gridLayout struct {
	view func() fyne.Size // the visible part
}

// MinSize implements fyne.Layout.
func (g *gridLayout) MinSize(cards []fyne.CanvasObject) fyne.Size {
	if len(cards) <= 1 {
		return fyne.NewSize(minCardWidth, minCardHeight)
	}
	view := g.view()
	columns := gridColumns(len(cards), view)
	_, height := gridCard(len(cards), columns, view)
	return fyne.NewSize(minCardWidth, gridGap+float32(gridRows(len(cards), columns))*(height+gridGap))
}

// Layout implements fyne.Layout.
func (g *gridLayout) Layout(cards []fyne.CanvasObject, size fyne.Size) {
	if len(cards) == 1 {
		kit.Put(cards[0], kit.Area(size))
		return
	}
	view := g.view()
	columns := gridColumns(len(cards), view)
	width, height := gridCard(len(cards), columns, view)
	for i, c := range cards {
		column, row := float32(i%columns), float32(i/columns)
		kit.Put(c, kit.NewRect(gridGap+column*(width+gridGap), gridGap+row*(height+gridGap), width, height))
	}
}

// gridColumns is the number of columns that shows cards largest, where cards
// that are out of view count against it.
func gridColumns(cards int, view fyne.Size) int {
	best, most := 1, float32(0)
	for columns := 1; columns <= cards; columns++ {
		width, height := gridCard(cards, columns, view)
		if columns > 1 && width < gridCardWidth {
			break
		}
		inView := min(1, view.Height/(float32(gridRows(cards, columns))*(height+gridGap)+gridGap))
		if score := cardUnit(width, height) * inView; score > most {
			best, most = columns, score
		}
	}
	return best
}

func gridCard(cards, columns int, view fyne.Size) (width, height float32) {
	rows := float32(gridRows(cards, columns))
	return (view.Width - gridGap*float32(columns+1)) / float32(columns),
		max(gridCardHeight, (view.Height-gridGap*(rows+1))/rows)
}

func gridRows(cards, columns int) int { return (cards + columns - 1) / max(1, columns) }
