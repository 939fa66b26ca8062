//go:build linux

package main

import (
	"context"
	"fmt"
	"strings"
	"time"

	"github.com/godbus/dbus/v5"
)

const (
	watcherName = "org.kde.StatusNotifierWatcher"
	itemName    = "org.kde.StatusNotifierItem"
	busName     = "org.freedesktop.DBus"
)

// item is a program's icon in the tray.
type item struct {
	bus    *dbus.Conn
	object dbus.BusObject
}

// awaitItem waits until that process has an icon in the tray; at is when the
// watcher said so.
func (d *desktop) awaitItem(ctx context.Context, pid int) (i item, at time.Time, err error) {
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	for {
		select {
		case <-ctx.Done():
			return item{}, time.Time{}, fmt.Errorf("%w for the tray icon of process %d", errInVain, pid)
		case signal := <-d.signals:
			at = time.Now()
			name, path, found := itemOf(signal)
			if !found || d.processOf(ctx, name) != pid {
				continue // another program's
			}
			return item{bus: d.bus, object: d.bus.Object(name, path)}, at, nil
		}
	}
}

// itemOf reads the signal: a bus name with the path of the object behind it.
func itemOf(signal *dbus.Signal) (name string, path dbus.ObjectPath, found bool) {
	if signal == nil || len(signal.Body) == 0 {
		return "", "", false
	}
	text, _ := signal.Body[0].(string)
	name, rest, found := strings.Cut(text, "/")
	return name, dbus.ObjectPath("/" + rest), found
}

// processOf is the process behind a name on the bus; 0 where there is none.
func (d *desktop) processOf(ctx context.Context, name string) int {
	var pid uint32
	err := d.bus.BusObject().CallWithContext(ctx, busName+".GetConnectionUnixProcessID", 0, name).Store(&pid)
	if err != nil {
		return 0
	}
	return int(pid)
}

// awaitStatus waits until the icon's title gives the router that status.
func (i item) awaitStatus(ctx context.Context, status string) error {
	return await(ctx, "the status “"+status+"”", func() bool {
		value, err := i.object.GetProperty(itemName + ".Title")
		title, _ := value.Value().(string)
		return err == nil && strings.HasPrefix(title, routerName+": "+status)
	})
}

// click is a left click on the icon, as a panel tells of it.
func (i item) click(ctx context.Context) error {
	return i.object.CallWithContext(ctx, itemName+".Activate", dbus.FlagNoAutoStart, int32(0), int32(0)).Err
}
