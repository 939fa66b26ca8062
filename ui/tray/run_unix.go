//go:build linux || freebsd || openbsd || netbsd

package tray

import (
	"context"
	"slices"
	"strings"
	"time"

	"github.com/godbus/dbus/v5"

	"routerwatch/internal/platform/sessionbus"
)

const (
	// stopTimeout is how long Run waits for a bus that does not answer.
	stopTimeout = 500 * time.Millisecond
	// registerDelay is how long a new watcher may need before it keeps icons.
	registerDelay = time.Second

	watcherName = "org.kde.StatusNotifierWatcher" // also the name of its interface
	watcherPath = "/StatusNotifierWatcher"

	hostRegistered   = "StatusNotifierHostRegistered"
	hostUnregistered = "StatusNotifierHostUnregistered"
	itemUnregistered = "StatusNotifierItemUnregistered"
)

func (t *Tray) run(ctx context.Context) {
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		t.follow(ctx)
	}()
	<-ctx.Done()
	select {
	case <-ended:
	case <-time.After(stopTimeout): // it waits for a bus that hangs
	}
}

// follow shows the icon until ctx is done, or the session bus is gone for good.
func (t *Tray) follow(ctx context.Context) {
	bus, err := sessionbus.Open(ctx, watcherName, hostRegistered, hostUnregistered, itemUnregistered)
	if err != nil {
		if ctx.Err() == nil {
			t.log.Info("no session bus, so no tray icon", "cause", err)
			t.setHost(false)
		}
		return
	}
	d := &desktop{Tray: t, bus: bus, icon: newBusIcon(t.send)}
	d.menu = newMenu(d.icon, t.send)
	t.refresh(d.menu) // the first icon that the desktop sees is the right one
	for {
		d.icon.export(d.bus.Conn)
		d.serve(ctx)
		if ctx.Err() != nil {
			_ = d.bus.Close()
			return
		}
		t.log.Warn("the session bus is gone, and the tray icon with it", "waiting", t.patience.String())
		within, done := context.WithTimeout(ctx, t.patience)
		d.bus, err = d.bus.Reopen(ctx, within)
		done()
		if err != nil {
			if ctx.Err() == nil {
				t.setHost(false)
				t.send(Event{Kind: BusLost})
			}
			return
		}
		t.log.Info("the session bus is back, and the tray icon with it")
	}
}

// desktop is the desktop's list of tray items, and our icon.
type desktop struct {
	*Tray
	bus  *sessionbus.Conn
	icon *busIcon
	menu *menu
}

// serve shows what is applied, reports whether there is a host, and keeps the icon
// registered with the watcher, until ctx is done or the connection is lost.
func (d *desktop) serve(ctx context.Context) {
	check := func() {
		host := d.present(ctx)
		d.setHost(host)
		if host { // waybar's misses an icon that registers while it starts
			d.register(ctx)
		}
	}
	check()
	settled := time.After(registerDelay)
	for {
		select {
		case <-ctx.Done():
			return
		case _, open := <-d.bus.Signals():
			if !open {
				return
			}
			check()
			settled = time.After(registerDelay)
		case <-settled:
			settled = nil
			d.register(ctx)
		case <-d.next.Ready():
			shape := d.menu.icon.Shape
			if d.refresh(d.menu); d.menu.icon.Shape != shape {
				d.register(ctx) // the watcher may have lost the icon without a word
			}
		}
	}
}

// present reports whether the desktop shows tray icons now.
func (d *desktop) present(ctx context.Context) bool {
	there, _ := d.property(ctx, "IsStatusNotifierHostRegistered").(bool)
	return there
}

// register registers our icon with the watcher, if there is one without it.
func (d *desktop) register(ctx context.Context) {
	items, ok := d.property(ctx, "RegisteredStatusNotifierItems").([]string)
	if !ok || slices.ContainsFunc(items, func(item string) bool {
		name, _, _ := strings.Cut(item, "/") // a bus name, some with @, with or without a path
		return slices.Contains(d.bus.Names(), strings.TrimSuffix(name, "@"))
	}) {
		return
	}
	d.icon.forgetReaders()
	// By the path alone, to which the watcher adds our name on the bus.
	err := sessionbus.Call(ctx, d.bus.Object(watcherName, watcherPath),
		watcherName+".RegisterStatusNotifierItem", dbus.FlagNoAutoStart, itemPath).Err
	if err != nil && ctx.Err() == nil && d.bus.Connected() {
		d.log.Warn("the tray icon could not be registered", "cause", err)
	}
}

// property is a property of the watcher, or nil if it does not answer.
func (d *desktop) property(ctx context.Context, name string) any {
	var value dbus.Variant
	_ = sessionbus.Call(ctx, d.bus.Object(watcherName, watcherPath),
		propertiesName+".Get", dbus.FlagNoAutoStart, watcherName, name).Store(&value)
	return value.Value()
}
