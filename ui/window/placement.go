package window

import (
	"log/slog"
	"sync/atomic"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver"

	"routerwatch/ui/window/native"
	"routerwatch/ui/wire"
)

// placement opens the window where the last one was, and reports changes of its
// place to the agent. On X11 it asks the desktop for what the toolkit does not
// report.
type placement struct {
	window   fyne.Window
	reported wire.Place       // at first the last window's; without a size, the desktop chooses
	report   func(wire.Place) // to the agent
	room     fyne.Size        // of the screen, in the toolkit's units; zero if unknown
	log      *slog.Logger

	native native.Window // nil if the desktop reports nothing
	opened bool          // native.Open was tried
	asked  native.Place
	known  bool        // asked is an answer of the desktop
	stale  atomic.Bool // the window has changed since then
}

// size is the size in which the window opens, in the toolkit's units.
func (p *placement) size() fyne.Size {
	size := firstSize()
	if p.reported.Known() {
		size = fyne.NewSize(p.reported.Width, p.reported.Height)
	}
	return fyne.NewSize(fit(size.Width, p.room.Width, minWidth), fit(size.Height, p.room.Height, minHeight))
}

// prepare moves the window to its place. It is called when the toolkit measures
// the content, first after the window was created and before it is shown: a later
// move would be visible.
func (p *placement) prepare() {
	if p.opened {
		return
	}
	handle := handleOf(p.window)
	if handle == 0 {
		return // it does not exist yet
	}
	p.opened = true
	w, err := native.Open(handle)
	if err != nil {
		p.log.Debug("the desktop reports nothing about the window", "error", err)
		return
	}
	p.native = w
	p.stale.Store(true)
	last, size := p.reported, p.size()
	hangs := size.Width < last.Width || size.Height < last.Height // it was made smaller to fit, and not there
	if !last.Positioned || hangs && !last.Maximized {
		return
	}
	width := int(size.Width * p.window.Canvas().Scale())
	if err := w.Put(native.Place{X: last.X, Y: last.Y, Maximized: last.Maximized}, width); err != nil {
		p.log.Debug("the desktop places the window", "error", err)
	}
}

// handleOf is the window's handle on X11, or 0.
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

// follow reports events of the window, on a new goroutine, until leave. It calls
// following with true now and with false when that ends.
func (p *placement) follow(happened func(native.Event), following func(bool)) {
	if p.native == nil {
		return
	}
	following(true)
	go func() {
		err := p.native.Follow(func(e native.Event) {
			if e == native.Changed {
				p.stale.Store(true)
			}
			happened(e)
		})
		if err != nil {
			p.log.Debug("the desktop reports nothing about the window", "error", err)
		}
		p.native.Close() // unread events would fill the connection and block requests
		following(false)
		happened(native.Input) // ends a long wait for an event
	}()
}

// notice reports the window's place to the agent, if it changed. While the window
// fills its screen, its previous place and size are kept.
func (p *placement) notice() {
	if p.native != nil && p.stale.Swap(false) {
		if place, err := p.native.Place(); err == nil {
			p.asked, p.known = place, true
		}
	}
	if p.asked.Covering || p.window.FullScreen() {
		return
	}
	now := p.reported
	if now.Maximized = p.asked.Maximized; !now.Maximized {
		size := p.window.Canvas().Size()
		now.Width, now.Height = size.Width, size.Height
		if p.known {
			now.X, now.Y, now.Positioned = p.asked.X, p.asked.Y, true
		}
	}
	if now.Known() && now != p.reported {
		p.reported = now
		p.report(now)
	}
}

// leave ends the goroutine of follow.
func (p *placement) leave() {
	if p.native != nil {
		p.native.Close()
	}
}
