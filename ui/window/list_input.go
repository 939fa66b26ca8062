package window

import (
	"slices"
	"time"

	"fyne.io/fyne/v2"

	"routerwatch/ui/window/kit"
)

// at is the row at a height; -1 for none.
func (l *routerList) at(y float32) int {
	if i := int(y / l.height); y >= 0 && i < len(l.order) {
		return i
	}
	return -1
}

func (l *routerList) point(y float32) {
	l.main.touched()
	l.used = time.Now()
	if row := l.at(y); row != l.pointed {
		l.pointed = row
		l.showChosen()
	}
	if l.pointed < 0 {
		l.main.refresh() // the order is no longer held
	}
}

// tap chooses a row. A double tap opens it, and so does one where no card is beside it.
func (l *routerList) tap(y float32) {
	i := l.at(y)
	if i < 0 {
		return
	}
	again := l.order[i] == l.chosen() && time.Since(l.tapped) < kit.DoubleClick
	l.tapped = time.Now()
	l.main.window.Canvas().Focus(l.area)
	l.choose(l.order[i])
	if again || l.alone {
		l.main.setFull(true)
	}
}

// key moves the choice, or opens the card.
func (l *routerList) key(name fyne.KeyName) bool {
	i, page := slices.Index(l.order, l.chosen()), max(1, int(l.scroll.Size().Height/l.height)-1)
	switch name {
	case fyne.KeyUp:
		i--
	case fyne.KeyDown:
		i++
	case fyne.KeyPageUp:
		i -= page
	case fyne.KeyPageDown:
		i += page
	case fyne.KeyHome:
		i = 0
	case fyne.KeyEnd:
		i = len(l.order)
	case fyne.KeyReturn, fyne.KeyEnter, fyne.KeySpace:
		l.main.setFull(true)
		return true
	default:
		return false
	}
	l.main.touched()
	if len(l.order) > 0 {
		l.choose(l.order[min(max(0, i), len(l.order)-1)])
	}
	return true
}
