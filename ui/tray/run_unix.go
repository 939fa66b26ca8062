//go:build linux || freebsd || openbsd || netbsd

package tray

import (
	"context"
	"os"
	"strconv"
	"strings"
	"time"

	"fyne.io/systray"

	"routerwatch/assets"
)

const (
	// stableID is the item's Id on the bus, by which desktops remember what the
	// operator wants done with it. The library takes it from the first title.
	stableID = "routerwatch"

	// leaveTime is how long Run waits for a desktop that does not answer.
	leaveTime = 500 * time.Millisecond
)

func (t *Tray) run(ctx context.Context) {
	session, cancel := context.WithCancel(ctx)
	defer cancel()
	if w, err := t.connect(session); err == nil {
		started, ended := make(chan struct{}), make(chan struct{})
		go func() {
			defer close(ended)
			t.occupy(session, started)
		}()
		w.follow(session, started)
		cancel()
		_ = w.conn.Close()
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

// occupy has the icon on the bus until ctx is done; started is closed once the
// library has registered it. Each step may hang with the bus.
func (t *Tray) occupy(ctx context.Context, started chan<- struct{}) {
	lib := &library{size: t.size, done: ctx.Done()}
	defer lib.waiting.Wait()
	lib.announce(t.send)
	f := newFace(lib, t.log, t.send, t.choice)

	// Before it starts, the library only notes what it is given: the first
	// picture a desktop sees is the right one, and it is sent once.
	f.show(t.newest())
	f.rename(stableID)
	start, end := systray.RunWithExternalLoop(nil, nil)
	f.guard("register", start)
	close(started)

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
