package window

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"

	"routerwatch/ui/wire"
)

// bindKeys makes the window's keys work wherever the focus is: buttons pass
// the keys that they do not use to [shell.key].
func (s *shell) bindKeys() {
	c := s.window.Canvas()
	c.SetOnTypedKey(s.key)
	c.AddShortcut(&fyne.ShortcutCopy{}, func(fyne.Shortcut) { s.copy() })
	c.AddShortcut(quitShortcut(), func(fyne.Shortcut) { s.quit() })
	c.AddShortcut(settingsShortcut(), func(fyne.Shortcut) {
		s.setWall(false)
		s.openSettings()
	})
}

func settingsShortcut() *desktop.CustomShortcut {
	return &desktop.CustomShortcut{KeyName: fyne.KeyComma, Modifier: fyne.KeyModifierShortcutDefault}
}

func quitShortcut() *desktop.CustomShortcut {
	return &desktop.CustomShortcut{KeyName: fyne.KeyQ, Modifier: fyne.KeyModifierShortcutDefault}
}

// key is a key that no widget wanted.
func (s *shell) key(event *fyne.KeyEvent) {
	s.touched()
	if s.sheet != nil {
		if event.Name == fyne.KeyEscape {
			s.sheet.escape()
		}
		return
	}
	switch event.Name {
	case fyne.KeyR:
		s.retry()
	case fyne.KeyF11:
		s.setWall(!s.wall)
	case fyne.KeyEscape:
		if s.wall {
			s.setWall(false)
			return
		}
		s.close()
	}
}

// retry asks for a poll of every router that can be asked now.
func (s *shell) retry() {
	for _, m := range s.models {
		if m.CanRetry {
			s.send(wire.Command{Do: wire.Retry, Router: m.ID})
		}
	}
}

// quit asks the agent to end the program. Fed by hand, the window is all there
// is to end.
func (s *shell) quit() {
	s.send(wire.Command{Do: wire.Quit})
	s.leave()
}
