//go:build linux || freebsd || openbsd || netbsd

package tray

import (
	"context"
	"log/slog"
	"slices"
	"strings"
	"time"

	"github.com/godbus/dbus/v5"

	"routerwatch/internal/platform/sessionbus"
)

const (
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

// desktop follows the desktop's list of tray items, on a connection of its own.
type desktop struct {
	bus     *sessionbus.Conn
	setHost func(present, first bool)
	log     *slog.Logger

	started <-chan *dbus.Conn // the connection that has the item, once it has; nil when it was taken
	item    *dbus.Conn        // the same, once it was taken; only called on, never listened on
}

// follow reports whether there is a host, at each change, until ctx is done or
// the session's bus is gone. Once the item is on the bus, it also registers it
// with each new watcher.
func (d *desktop) follow(ctx context.Context) {
	defer func() { _ = d.bus.Close() }()
	d.setHost(d.present(ctx), true)
	settled := time.After(settleTime)
	for {
		select {
		case <-ctx.Done():
			return
		case _, open := <-d.bus.Signals():
			if !open && !d.reconnect(ctx) {
				return
			}
			d.setHost(d.present(ctx), false)
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
	if !ok || slices.ContainsFunc(items, func(item string) bool { return isOurs(item, d.item.Names()) }) {
		return
	}
	// By its path, as the library does: the same item, not a second one.
	err := sessionbus.Call(ctx, d.item.Object(watcherName, watcherPath),
		watcherName+".RegisterStatusNotifierItem", dbus.FlagNoAutoStart, itemPath).Err
	if err != nil && ctx.Err() == nil {
		d.log.Warn("the desktop did not take the tray icon again", "cause", err)
	}
}

// isOurs reports whether a watcher's entry, a bus name with or without a path,
// has one of our names.
func isOurs(item string, names []string) bool {
	name, _, _ := strings.Cut(item, "/")
	return slices.Contains(names, name)
}

// property asks the watcher. The answer is nil where there is none.
func (d *desktop) property(ctx context.Context, name string) any {
	var value dbus.Variant
	err := sessionbus.Call(ctx, d.bus.Object(watcherName, watcherPath),
		"org.freedesktop.DBus.Properties.Get", dbus.FlagNoAutoStart, watcherName, name).Store(&value)
	if err != nil {
		return nil
	}
	return value.Value()
}
