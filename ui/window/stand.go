package window

import (
	"errors"
	"log/slog"
	"sync/atomic"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver"

	"routerwatch/ui/window/native"
	"routerwatch/ui/wire"
)

// stand is where the window stands on the desktop: it is put where the last
// one was, and told to the agent as it changes. What the toolkit does not tell
// is asked of the desktop where that is possible.
type stand struct {
	window fyne.Window
	wanted wire.Place // where to open; without a size, wherever the desktop likes
	told   wire.Place
	tell   func(wire.Place)
	log    *slog.Logger

	native nativeWindow // nil where there is none
	opened bool         // native has been tried
	asked  native.Place
	known  bool        // it has answered
	stale  atomic.Bool // the window changed since it was asked
}

// nativeWindow is what is asked of a [native.Window].
type nativeWindow interface {
	Put(native.Place, int) error
	Place() (native.Place, error)
	Follow(func(native.Event)) error
	Close()
}

// size is that of the window as it opens, in the toolkit's units.
func (s *stand) size() fyne.Size {
	if !s.wanted.Known() {
		return firstSize()
	}
	return fyne.NewSize(max(s.wanted.Width, minWidth), max(s.wanted.Height, minHeight))
}

// prepare puts the window in its place. It is called as the toolkit measures
// the content, which it does when the window exists and is not shown yet: put
// there later, it would be seen to jump.
func (s *stand) prepare() {
	if s.opened {
		return
	}
	handle := handleOf(s.window)
	if handle == 0 {
		return // it does not exist yet
	}
	s.opened = true
	w, err := native.Open(handle)
	if err != nil {
		if !errors.Is(err, native.ErrUnsupported) {
			s.log.Debug("the desktop does not tell about the window", "error", err)
		}
		return
	}
	s.native = w
	s.stale.Store(true)
	if !s.wanted.Positioned {
		return
	}
	width := int(s.size().Width * s.window.Canvas().Scale())
	if err := w.Put(native.Place{X: s.wanted.X, Y: s.wanted.Y, Maximized: s.wanted.Maximized}, width); err != nil {
		s.log.Debug("the window is placed by the desktop", "error", err)
	}
}

// handleOf is the window's on X11, 0 while and where there is none.
func handleOf(w fyne.Window) (handle uintptr) {
	if of, ok := w.(driver.NativeWindow); ok {
		of.RunNative(func(context any) {
			if x11, ok := context.(driver.X11WindowContext); ok {
				handle = x11.WindowHandle
			}
		})
	}
	return handle
}

// follow passes on what happens to the window, on a goroutine of its own, until
// leave. It says by told whether the desktop tells it, at once and as it ends.
func (s *stand) follow(happened func(native.Event), told func(bool)) {
	if s.native == nil {
		return
	}
	told(true)
	go func() {
		err := s.native.Follow(func(e native.Event) {
			if e == native.Changed {
				s.stale.Store(true)
			}
			happened(e)
		})
		if err != nil {
			s.log.Debug("the desktop does not tell about the window", "error", err)
		}
		s.native.Close() // events that nobody takes would fill it up, and what is asked of it never be answered
		told(false)
		happened(native.Input) // which ends a wait for what would not be told
	}()
}

// notice tells the agent where the window is, where that is news. A window
// that fills its screen keeps the place and the size that it had before.
func (s *stand) notice() {
	if s.native != nil && s.stale.Swap(false) {
		if place, err := s.native.Place(); err == nil {
			s.asked, s.known = place, true
		}
	}
	if s.asked.Covering || s.window.FullScreen() {
		return
	}
	now := s.told
	if now.Maximized = s.asked.Maximized; !now.Maximized {
		size := s.window.Canvas().Size()
		now.Width, now.Height = size.Width, size.Height
		if s.known {
			now.X, now.Y, now.Positioned = s.asked.X, s.asked.Y, true
		}
	}
	if now.Known() && now != s.told {
		s.told = now
		s.tell(now)
	}
}

// leave ends what follow began.
func (s *stand) leave() {
	if s.native != nil {
		s.native.Close()
	}
}
