package window

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"routerwatch/ui/window/kit"
	"routerwatch/ui/wire"
)

// bindKeys makes the window's keys work wherever the focus is: buttons pass
// the keys that they do not use to [mainWindow.key].
func (s *mainWindow) bindKeys() {
	c := s.window.Canvas()
	c.SetOnTypedKey(s.key)
	c.AddShortcut(&fyne.ShortcutCopy{}, func(fyne.Shortcut) { s.copy() })
	c.AddShortcut(control(fyne.KeyQ), func(fyne.Shortcut) { s.quit() })
	c.AddShortcut(control(fyne.KeyComma), func(fyne.Shortcut) {
		s.setWall(false)
		s.openSettings()
	})
}

// control is a key together with Control, or with Command on macOS.
func control(key fyne.KeyName) fyne.Shortcut {
	return &desktop.CustomShortcut{KeyName: key, Modifier: fyne.KeyModifierShortcutDefault}
}

// key handles a key that no widget used.
func (s *mainWindow) key(event *fyne.KeyEvent) {
	s.touched()
	switch {
	case s.confirm != nil:
		if event.Name == fyne.KeyEscape {
			s.confirm.no.OnTapped()
		}
		return
	case s.page != nil:
		if event.Name == fyne.KeyEscape && s.page.no.Enabled {
			s.page.cancel()
		}
		return
	}
	switch event.Name {
	case fyne.KeyR:
		for _, m := range s.onCards() {
			if m.CanRetry {
				s.send(wire.Command{Do: wire.Retry, Router: m.ID})
			}
		}
	case fyne.KeyA:
		s.acknowledge()
	case fyne.KeyH:
		s.openHistory("")
	case fyne.KeyN:
		s.banner.openNews()
	case fyne.KeyF11:
		s.setWall(!s.wall)
	case fyne.KeyEscape:
		if s.wall {
			s.setWall(false)
			return
		}
		if s.several() && s.full {
			s.setFull(false)
			return
		}
		s.close()
	default:
		if s.several() && s.list.key(event.Name) && !s.full {
			s.window.Canvas().Focus(s.list.area)
		}
	}
}

// close is called when the operator closes the window.
func (s *mainWindow) close() {
	s.placed()
	s.send(wire.Command{Do: wire.Closed})
	s.leave()
}

// quit tells the agent to end the program, and closes the window. A window without
// an agent only closes.
func (s *mainWindow) quit() {
	s.send(wire.Command{Do: wire.Quit})
	s.leave()
}

// busy reports whether the operator is working on a page or a menu. A moved focus
// counts as an input.
func (s *mainWindow) busy() bool {
	if focused := s.window.Canvas().Focused(); focused != s.focused {
		s.focused = focused
		s.touched()
	}
	return s.page != nil && !s.page.still || s.welcome.Visible() || s.window.Canvas().Overlays().Top() != nil
}

// dropFocus removes the focus from a widget that is no longer visible, which would
// still get the keys meant for the window. A menu keeps its focus.
func (s *mainWindow) dropFocus() {
	c := s.window.Canvas()
	focused, is := c.Focused().(fyne.CanvasObject)
	if !is || c.Overlays().Top() != nil {
		return
	}
	if _, visible := locate(s.window.Content(), focused); !visible {
		c.Unfocus()
	}
}

// locate returns the position of o in a tree of containers and scrolls, relative
// to the tree's parent. found is false if o or a parent is hidden. The driver
// knows positions only of what was drawn.
func locate(tree, o fyne.CanvasObject) (at fyne.Position, found bool) {
	var inside []fyne.CanvasObject
	switch tree := tree.(type) {
	case *fyne.Container:
		inside = tree.Objects
	case *container.Scroll:
		inside = []fyne.CanvasObject{tree.Content}
	}
	found = tree == o
	for i := 0; i < len(inside) && !found; i++ {
		at, found = locate(inside[i], o)
	}
	return tree.Position().Add(at), found && tree.Visible()
}

// popUp shows a menu below its button, or above it if there is no room. If the
// keyboard opened it, the first item is selected, so that Enter chooses it instead
// of closing the menu. The menu has an outline, since a card has the same colour.
func (s *mainWindow) popUp(items []*fyne.MenuItem, under *kit.Button) {
	c := s.window.Canvas()
	menu := widget.NewPopUpMenu(fyne.NewMenu("", items...), c)
	line := canvas.NewRectangle(theme.Color(kit.ColorMuted))
	line.CornerRadius = kit.Radius / 2
	edge := container.NewWithoutLayout(line)
	hide := menu.OnDismiss
	menu.OnDismiss = func() {
		hide()
		c.Overlays().Remove(edge)
	}
	at := fyne.CurrentApp().Driver().AbsolutePositionForObject(under)
	below := at.Y + under.Size().Height + 4
	if height := menu.MinSize().Height; below+height > c.Size().Height {
		below = max(0, at.Y-height-4)
	}
	c.Overlays().Add(edge) // before the menu, so that it is below it
	menu.ShowAtPosition(fyne.NewPos(at.X, below))
	line.Move(menu.Position().SubtractXY(1, 1))
	line.Resize(menu.Size().AddWidthHeight(2, 2))
	c.Focus(menu)
	if under.ByKey {
		menu.ActivateNext()
	}
}
