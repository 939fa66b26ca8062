//go:build linux || freebsd || openbsd || netbsd

package tray

import (
	"context"
	"os"
	"strconv"
	"strings"
	"time"

	"fyne.io/systray"
	"github.com/godbus/dbus/v5"

	"routerwatch/assets"
)

const (
	// stableID is the item's Id on the bus, by which desktops remember what the
	// operator wants done with it. The library takes it from the first title.
	stableID = "routerwatch"

	// leaveTime is how long Run waits for a desktop that does not answer.
	leaveTime = 500 * time.Millisecond

	// secondTry is the pause before the bus is declared gone: long enough for
	// one that dropped only us, short enough to leave with the session.
	secondTry = 250 * time.Millisecond
)

func (t *Tray) run(ctx context.Context) {
	session, cancel := context.WithCancel(ctx)
	defer cancel()
	if w, err := t.connect(session); err == nil {
		started, ended := make(chan *dbus.Conn, 1), make(chan struct{})
		go func() {
			defer close(ended)
			t.occupy(session, started)
		}()
		t.attend(session, w, started)
		cancel()
		select {
		case <-ended:
		case <-time.After(leaveTime):
		}
		if ctx.Err() == nil {
			t.log.Info("the session bus is gone, and the tray icon with it")
			t.setHost(false, false)
			t.send(Event{Kind: SessionEnded})
		}
	} else if ctx.Err() == nil {
		t.log.Info("no session bus, so no tray icon", "cause", err)
		t.setHost(false, true)
	}
	<-ctx.Done()
}

// attend follows the desktop until ctx is done or the session's bus is gone.
// Through started comes the connection with the item, once it is there.
func (t *Tray) attend(ctx context.Context, w *watcher, started <-chan *dbus.Conn) {
	w.started = started
	w.setHost(w.present(ctx), true)
	for w != nil {
		w.follow(ctx)
		_ = w.conn.Close()
		w = t.reconnect(ctx, w)
	}
}

// reconnect follows the loss of the watcher's connection. The bus may have
// dropped only that: it gets two tries before it is declared gone, which is
// nil. It is gone as well where the connection with the item was lost too.
func (t *Tray) reconnect(ctx context.Context, lost *watcher) *watcher {
	if ctx.Err() != nil {
		return nil
	}
	w, err := t.connect(ctx)
	if err != nil {
		select {
		case <-ctx.Done():
			return nil
		case <-time.After(secondTry):
		}
		w, err = t.connect(ctx)
	}
	if err != nil {
		return nil
	}
	if lost.lostItem(ctx) {
		_ = w.conn.Close()
		return nil
	}
	t.log.Info("the session bus dropped a connection of the tray and took a new one")
	w.started, w.item = lost.started, lost.item
	w.setHost(w.present(ctx), false)
	return w
}

// occupy has the icon on the bus until ctx is done; started is given its
// connection once the library has registered it. Each step may hang with the bus.
func (t *Tray) occupy(ctx context.Context, started chan<- *dbus.Conn) {
	lib := &library{size: t.size, done: ctx.Done()}
	defer lib.waiting.Wait()
	lib.announce(t.send)
	f := newFace(lib, t.log, t.send, t.choice)

	// Before it starts, the library only notes what it is given: the first
	// picture a desktop sees is the right one, and it is sent once.
	f.show(t.newest())
	f.rename(stableID)
	start, end := systray.RunWithExternalLoop(nil, nil)
	// The library takes this connection too. It is asked for before: later, a
	// lost one would be replaced by another, without the item.
	item, err := dbus.SessionBus()
	f.guard("register", start)
	if err != nil {
		t.log.Warn("the tray icon is not on the session bus", "cause", err)
	} else {
		started <- item
	}

	f.show(t.newest()) // the title, and whatever came meanwhile
	t.follow(ctx, f)
	f.guard("leave", end)
	systray.Quit() // where end could not: the library's watching ends with it
}

func setSystemIcon(m assets.Mark, size int) { systray.SetIcon(m.PNG(size)) }

// plainLabel keeps the menu from reading an underscore as the mark of an
// access key.
func plainLabel(text string) string { return strings.ReplaceAll(text, "_", "__") }

// usualIconSize is what panels ask for, in pixels: the library offers one size
// only, and hosts scale it.
func usualIconSize() int {
	for _, name := range []string{"GDK_SCALE", "QT_SCALE_FACTOR"} {
		if scale, err := strconv.ParseFloat(os.Getenv(name), 64); err == nil && scale >= 1.5 {
			return 48
		}
	}
	return 22
}
