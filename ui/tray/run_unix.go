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
	"routerwatch/internal/platform/sessionbus"
	"routerwatch/ui/view"
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
	bus, err := sessionbus.Open(session, watcherName, hostRegistered, hostUnregistered)
	if err == nil {
		started, ended := make(chan *dbus.Conn, 1), make(chan struct{})
		go func() {
			defer close(ended)
			t.showItem(session, started)
		}()
		d := &desktop{bus: bus, started: started, setHost: t.setHost, log: t.log}
		d.follow(session)
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

// showItem has the icon on the bus until ctx is done; started is given its
// connection once the library has registered it. Each step may hang with the bus.
func (t *Tray) showItem(ctx context.Context, started chan<- *dbus.Conn) {
	lib := &library{size: t.size, done: ctx.Done()}
	defer lib.waiting.Wait()
	lib.reportClicks(t.send)
	m := newMenu(lib, t.log, t.send)

	// Before it starts, the library only notes what it is given: the first
	// picture a desktop sees is the right one, and it is sent once.
	t.refresh(m)
	title := m.title
	m.guard("name the item", func() { m.setTitle(stableID) })
	start, end := systray.RunWithExternalLoop(nil, nil)
	// The library takes this connection too. It is asked for before: later, a
	// lost one would be replaced by another, without the item.
	item, err := dbus.SessionBus()
	m.guard("register", start)
	if err != nil {
		t.log.Warn("the tray icon is not on the session bus", "cause", err)
	} else {
		started <- item
	}

	m.guard("change the title", func() { m.setTitle(title) })
	t.follow(ctx, m)
	m.guard("leave", end)
	systray.Quit() // where end could not: the library's watching ends with it
}

func setSystemIcon(i view.Icon, size int) { systray.SetIcon(assets.PNG(i, size)) }

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
