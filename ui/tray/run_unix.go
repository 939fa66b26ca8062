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
	// stableID is the item's Id on the bus, by which desktops store the operator's
	// preferences for it. The library takes it from the first title.
	stableID = "routerwatch"

	// stopTimeout is how long Run waits for a desktop that does not answer.
	stopTimeout = 500 * time.Millisecond

	watcherName = "org.kde.StatusNotifierWatcher" // also the name of its interface
	watcherPath = "/StatusNotifierWatcher"
	itemPath    = "/StatusNotifierItem" // where the library exports the item

	hostRegistered   = "StatusNotifierHostRegistered"
	hostUnregistered = "StatusNotifierHostUnregistered"

	// registerDelay is how long the library has to register the item with a new
	// watcher before this package checks and does it.
	registerDelay = time.Second
	// startTimeout is how long to wait for the library's first registration.
	startTimeout = 2 * time.Second
	// lossWindow is how long after the loss of one connection the loss of the
	// other may be noticed.
	lossWindow = 250 * time.Millisecond
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
		case <-time.After(stopTimeout):
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

// showItem shows the icon on the bus until ctx is done. It sends the item's
// connection to started once the library has registered it. Each step may hang
// with the bus.
func (t *Tray) showItem(ctx context.Context, started chan<- *dbus.Conn) {
	lib := &library{done: ctx.Done()}
	defer lib.waiting.Wait()
	lib.reportClicks(t.send)
	m := newMenu(lib, t.log, t.send)

	// Before it starts, the library only stores what it is given, so that the
	// first icon the desktop sees is the right one, and is sent once.
	t.refresh(m)
	m.guard("name the item", func() { lib.setTitle(stableID) })
	start, end := systray.RunWithExternalLoop(nil, nil)
	// The library uses this shared connection too. Get it before the start: after
	// a loss, this call would return a new connection, without the item.
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
	systray.Quit() // also if end panicked: it ends the library's watching
}

// desktop watches the desktop's list of tray items, on a private connection.
type desktop struct {
	*Tray
	bus *sessionbus.Conn

	started <-chan *dbus.Conn // receives the connection with the item; nil afterwards
	item    *dbus.Conn        // that connection, once received; for calls only, not for signals
}

// watchHost reports whether there is a host, at each change, until ctx is done or
// the session's bus is gone. Once the item is on the bus, it also registers it
// with each new watcher.
func (d *desktop) watchHost(ctx context.Context) {
	defer func() { _ = d.bus.Close() }()
	d.setHost(d.present(ctx))
	settled := time.After(registerDelay)
	for {
		select {
		case <-ctx.Done():
			return
		case _, open := <-d.bus.Signals():
			if !open && !d.reconnect(ctx) {
				return
			}
			d.setHost(d.present(ctx))
			settled = time.After(registerDelay)
		case d.item = <-d.started:
			d.started = nil
			settled = time.After(registerDelay)
		case <-settled:
			settled = nil
			if d.item != nil {
				d.register(ctx)
			}
		}
	}
}

// reconnect replaces a lost connection. It returns false if the session bus is
// gone: it accepts no new one, or the connection with the item is lost too.
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
		case <-time.After(startTimeout):
		case d.item = <-d.started:
			d.started = nil
		}
	}
	if d.item != nil { // the bus may have dropped both, and this one last
		select {
		case <-d.item.Context().Done():
			return false
		case <-time.After(lossWindow):
		}
	}
	d.log.Info("the session bus dropped a connection of the tray and accepted a new one")
	return true
}

// present reports whether the desktop shows tray icons now.
func (d *desktop) present(ctx context.Context) bool {
	there, _ := d.property(ctx, "IsStatusNotifierHostRegistered").(bool)
	return there
}

// register registers our item with the watcher, if there is one without it.
func (d *desktop) register(ctx context.Context) {
	items, ok := d.property(ctx, "RegisteredStatusNotifierItems").([]string)
	if !ok || slices.ContainsFunc(items, func(item string) bool {
		name, _, _ := strings.Cut(item, "/") // a bus name with or without a path
		return slices.Contains(d.item.Names(), name)
	}) {
		return
	}
	// By its path, as the library does, so that it is the same item.
	err := sessionbus.Call(ctx, d.item.Object(watcherName, watcherPath),
		watcherName+".RegisterStatusNotifierItem", dbus.FlagNoAutoStart, itemPath).Err
	if err != nil && ctx.Err() == nil {
		d.log.Warn("the tray icon could not be registered again", "cause", err)
	}
}

// property is a property of the watcher, or nil if it does not answer.
func (d *desktop) property(ctx context.Context, name string) any {
	var value dbus.Variant
	_ = sessionbus.Call(ctx, d.bus.Object(watcherName, watcherPath),
		"org.freedesktop.DBus.Properties.Get", dbus.FlagNoAutoStart, watcherName, name).Store(&value)
	return value.Value()
}
