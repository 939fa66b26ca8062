//go:build linux

package virtual

import (
	"context"
	"strings"

	"github.com/godbus/dbus/v5"
)

// The names of the tray on the bus.
const (
	WatcherName = "org.kde.StatusNotifierWatcher"
	watcherPath = dbus.ObjectPath("/StatusNotifierWatcher")
	ItemName    = "org.kde.StatusNotifierItem"
)

// TrayItem is a program's icon in the tray.
type TrayItem struct {
	Name    string          // of the program on the bus
	Path    dbus.ObjectPath // of the icon there
	desktop *Desktop
}

// Item reads an item as the tray's watcher writes it: a bus name and a path, on
// GNOME with an @ between them.
func (d *Desktop) Item(registered string) TrayItem {
	name, path, _ := strings.Cut(registered, "/")
	return TrayItem{Name: strings.TrimSuffix(name, "@"), Path: dbus.ObjectPath("/" + path), desktop: d}
}

// TrayItems are the icons registered with the panel.
func (d *Desktop) TrayItems() []TrayItem {
	registered, _ := d.Property(WatcherName, watcherPath, WatcherName, "RegisteredStatusNotifierItems").([]string)
	var items []TrayItem
	for _, each := range registered {
		items = append(items, d.Item(each))
	}
	return items
}

// Property of the icon; nil if it has none.
func (i TrayItem) Property(name string) any {
	return i.desktop.Property(i.Name, i.Path, ItemName, name)
}

// Activate is what a panel sends for a left click on the icon.
func (i TrayItem) Activate() error {
	return i.desktop.Call(i.Name, i.Path, ItemName+".Activate", int32(0), int32(0)).Err
}

// Call calls a method on the bus and waits for its answer.
func (d *Desktop) Call(service string, path dbus.ObjectPath, method string, arguments ...any) *dbus.Call {
	ctx, cancel := context.WithTimeout(context.Background(), AnswerLimit)
	defer cancel()
	return d.Bus.Object(service, path).CallWithContext(ctx, method, dbus.FlagNoAutoStart, arguments...)
}

// Property of an object on the bus; nil if it has none.
func (d *Desktop) Property(service string, path dbus.ObjectPath, of, name string) any {
	var value dbus.Variant
	if d.Call(service, path, "org.freedesktop.DBus.Properties.Get", of, name).Store(&value) != nil {
		return nil
	}
	return value.Value()
}
