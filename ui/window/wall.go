package window

import (
	"context"
	"log/slog"
	"runtime"

	"fyne.io/fyne/v2"

	"routerwatch/internal/platform/display"
	"routerwatch/ui/view"
	"routerwatch/ui/window/native"
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
	s.holdSaver(on)
	s.send(wire.Command{Do: wire.Wall, On: on})
	s.refresh()
	s.relayout()
}

// newSaverHold returns a function that inhibits the screen saver or no longer does.
// On Linux that blocks nobody: it is done on another goroutine, until the function is
// called with false.
func newSaverHold(log *slog.Logger) func(bool) {
	if runtime.GOOS == "windows" || runtime.GOOS == "darwin" {
		return fyne.CurrentApp().Driver().SetDisableScreenBlanking // on the toolkit's thread
	}
	release := func() {}
	return func(on bool) {
		release()
		ctx, cancel := context.WithCancel(context.Background())
		if release = cancel; !on {
			cancel()
			return
		}
		go inhibitSaver(ctx, log)
	}
}

// inhibitSaver inhibits both screen savers of a Linux desktop until ctx ends: that of
// the X server and the desktop's own.
func inhibitSaver(ctx context.Context, log *slog.Logger) {
	resume, err := native.SuspendSaver()
	if err == nil {
		defer resume()
	}
	reported := false
	display.InhibitSaver(ctx, AppID, view.WallOnScreen, func(held bool) {
		if !held && err != nil && !reported {
			reported = true
			log.Warn("this desktop offers no way to keep the screen saver off: the wall display may go dark")
		}
	})
}
