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
}

func quitShortcut() *desktop.CustomShortcut {
	return &desktop.CustomShortcut{KeyName: fyne.KeyQ, Modifier: fyne.KeyModifierShortcutDefault}
}

// key is a key that no widget wanted.
func (s *shell) key(event *fyne.KeyEvent) {
	switch event.Name {
	case fyne.KeyR:
		s.retry()
	case fyne.KeyF11:
		s.window.SetFullScreen(!s.window.FullScreen())
	case fyne.KeyEscape:
		if s.window.FullScreen() {
			s.window.SetFullScreen(false)
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
