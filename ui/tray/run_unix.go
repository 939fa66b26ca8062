//go:build linux || freebsd || openbsd || netbsd

package tray

import (
	"context"
	"slices"
	"strings"
	"time"

	"fyne.io/systray"
	"github.com/godbus/dbus/v5"

	"routerwatch/internal/platform/sessionbus"
)

const (
	// stableID is the item's Id on the bus, by which desktops remember what the
	// operator wants done with it. The library takes it from the first title.
	stableID = "routerwatch"

	// leaveTime is how long Run waits for a desktop that does not answer.
	leaveTime = 500 * time.Millisecond

	watcherName = "org.kde.StatusNotifierWatcher" // also the name of its interface
	watcherPath = "/StatusNotifierWatcher"
	itemPath    = "/StatusNotifierItem" // where the library exports the item

	hostRegistered   = "StatusNotifierHostRegistered"
	hostUnregistered = "StatusNotifierHostUnregistered"

	// settleTime is how long a new watcher has to take our item from the
	// library before it is asked whether it did.
	settleTime = time.Second
	// startTime is how long a registration that is under way is waited for.
	startTime = 2 * time.Second
	// lossTime is how far apart the losses of two connections may be noticed.
	lossTime = 250 * time.Millisecond
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
		d := &desktop{Tray: t, bus: bus, started: started}
		d.watchHost(session)
		cancel()
		select {
		case <-ended:
		case <-time.After(leaveTime):
		}
		if ctx.Err() == nil {
			t.log.Info("the session bus is gone, and the tray icon with it")
			t.setHost(false)
			t.send(Event{Kind: SessionEnded})
		}
	} else if ctx.Err() == nil {
		t.log.Info("no session bus, so no tray icon", "cause", err)
		t.setHost(false)
	}
	<-ctx.Done()
}

// showItem has the icon on the bus until ctx is done; started is given its
// connection once the library has registered it. Each step may hang with the bus.
func (t *Tray) showItem(ctx context.Context, started chan<- *dbus.Conn) {
	lib := &library{done: ctx.Done()}
	defer lib.waiting.Wait()
	lib.reportClicks(t.send)
	m := newMenu(lib, t.log, t.send)

	// Before it starts, the library only notes what it is given: the first
	// picture a desktop sees is the right one, and it is sent once.
	t.refresh(m)
	m.guard("name the item", func() { lib.setTitle(stableID) })
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

	m.guard("change the title", func() { lib.setTitle(m.title) })
	t.follow(ctx, m)
	m.guard("leave", end)
	systray.Quit() // where end could not: the library's watching ends with it
}

// desktop follows the desktop's list of tray items, on a connection of its own.
type desktop struct {
	*Tray
	bus *sessionbus.Conn

	started <-chan *dbus.Conn // the connection that has the item, once it has; nil when it was taken
	item    *dbus.Conn        // the same, once it was taken; only called on, never listened on
}

// watchHost reports whether there is a host, at each change, until ctx is done or
// the session's bus is gone. Once the item is on the bus, it also registers it
// with each new watcher.
func (d *desktop) watchHost(ctx context.Context) {
	defer func() { _ = d.bus.Close() }()
	d.setHost(d.present(ctx))
	settled := time.After(settleTime)
	for {
		select {
		case <-ctx.Done():
			return
		case _, open := <-d.bus.Signals():
			if !open && !d.reconnect(ctx) {
				return
			}
			d.setHost(d.present(ctx))
			settled = time.After(settleTime)
		case d.item = <-d.started:
			d.started = nil
			settled = time.After(settleTime)
		case <-settled:
			settled = nil
			if d.item != nil {
				d.register(ctx)
			}
		}
	}
}

// reconnect follows the loss of the connection. It reports false where the
// session's bus is gone: it takes no other, or the one with the item is lost too.
func (d *desktop) reconnect(ctx context.Context) bool {
	if ctx.Err() != nil {
		return false
	}
	bus, err := d.bus.Reopen(ctx)
	if err != nil {
		return false
	}
	d.bus = bus
	if d.started != nil { // the library may be registering the item right now
		select {
		case <-ctx.Done():
		case <-time.After(startTime):
		case d.item = <-d.started:
			d.started = nil
		}
	}
	if d.item != nil { // a bus that dropped both may have dropped this one last
		select {
		case <-d.item.Context().Done():
			return false
		case <-time.After(lossTime):
		}
	}
	d.log.Info("the session bus dropped a connection of the tray and took a new one")
	return true
}

// present reports whether the desktop shows tray icons now.
func (d *desktop) present(ctx context.Context) bool {
	there, _ := d.property(ctx, "IsStatusNotifierHostRegistered").(bool)
	return there
}

// register gives our item to a watcher that is there and lacks it.
func (d *desktop) register(ctx context.Context) {
	items, ok := d.property(ctx, "RegisteredStatusNotifierItems").([]string)
	if !ok || slices.ContainsFunc(items, func(item string) bool {
		name, _, _ := strings.Cut(item, "/") // a bus name with or without a path
		return slices.Contains(d.item.Names(), name)
	}) {
		return
	}
	// By its path, as the library does: the same item, not a second one.
	err := sessionbus.Call(ctx, d.item.Object(watcherName, watcherPath),
		watcherName+".RegisterStatusNotifierItem", dbus.FlagNoAutoStart, itemPath).Err
	if err != nil && ctx.Err() == nil {
		d.log.Warn("the desktop did not take the tray icon again", "cause", err)
	}
}

// property asks the watcher. The answer is nil where there is none.
func (d *desktop) property(ctx context.Context, name string) any {
	var value dbus.Variant
	_ = sessionbus.Call(ctx, d.bus.Object(watcherName, watcherPath),
		"org.freedesktop.DBus.Properties.Get", dbus.FlagNoAutoStart, watcherName, name).Store(&value)
	return value.Value()
}
