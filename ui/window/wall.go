package window

import (
	"context"
	"log/slog"
	"runtime"
	"sync/atomic"

	"fyne.io/fyne/v2"

	"routerwatch/internal/platform/display"
	"routerwatch/ui/wire"
)

// setWall makes the window a wall display, or a normal window again. A wall display
// fills the screen with only the routers, hides the pointer and inhibits the screen
// saver. The agent is notified, so that it reopens the window as a wall display.
func (s *mainWindow) setWall(on bool) {
	if s.wall == on {
		return
	}
	s.wall = on
	s.window.SetFullScreen(on)
	s.screenSaver.hold(on)
	s.send(wire.Command{Do: wire.Wall, On: on})
	s.refresh()
	s.relayout()
}

// screenSaver inhibits the screen saver. On Linux the toolkit calls a service on
// the session bus without a timeout, which must not block the toolkit's goroutine;
// elsewhere the call must be made on its thread.
type screenSaver struct {
	disable func(bool)
	aside   bool // call disable on another goroutine

	wanted atomic.Bool
	turn   chan struct{} // one request at a time; never waited for on the toolkit's goroutine
}

func newScreenSaver(log *slog.Logger) *screenSaver {
	disable := fyne.CurrentApp().Driver().SetDisableScreenBlanking
	s := &screenSaver{disable: disable, turn: make(chan struct{}, 1)}
	if runtime.GOOS == "windows" || runtime.GOOS == "darwin" {
		return s
	}
	s.aside = true
	held := false // only used by the goroutine whose turn it is
	s.disable = func(off bool) {
		switch {
		case off && !display.HoldsSaver(context.Background()):
			log.Warn("this desktop offers no way to keep the screen saver off: the wall display may go dark")
		case off || held: // else the toolkit would join a bus, or start one, for nothing
			disable(off)
			held = off
		}
	}
	return s
}

func (s *screenSaver) hold(off bool) {
	if !s.aside {
		s.disable(off)
		return
	}
	s.wanted.Store(off)
	go func() { // it ends with the service's answer
		s.turn <- struct{}{}
		s.disable(s.wanted.Load())
		<-s.turn
	}()
}
