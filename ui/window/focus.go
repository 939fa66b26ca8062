package window

import (
	"slices"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
)

// dropFocus takes the keyboard from a widget that is not in view any more: it
// would go on getting the keys, and the window none. A menu keeps its own.
func (s *shell) dropFocus() {
	c := s.window.Canvas()
	focused, is := c.Focused().(fyne.CanvasObject)
	if is && c.Overlays().Top() == nil && !shows(s.window.Content(), focused) {
		c.Unfocus()
	}
}

// shows reports whether o is in a tree of containers and scrolls, and hidden
// nowhere on the way to it.
func shows(tree, o fyne.CanvasObject) bool {
	if !tree.Visible() {
		return false
	}
	if tree == o {
		return true
	}
	switch tree := tree.(type) {
	case *fyne.Container:
		return slices.ContainsFunc(tree.Objects, func(child fyne.CanvasObject) bool { return shows(child, o) })
	case *container.Scroll:
		return shows(tree.Content, o)
	}
	return false
}
