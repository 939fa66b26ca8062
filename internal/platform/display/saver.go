package display

import (
	"context"
	"runtime"
	"slices"

	"github.com/godbus/dbus/v5"
)

// saverName is the service that holds the screen saver off, on Linux.
const saverName = "org.freedesktop.ScreenSaver"

// HoldsSaver reports whether there is somebody to ask to hold the screen saver
// off: on Linux a service on the session bus, which runs or can be started;
// elsewhere the system itself. It starts no bus, and gives up with ctx.
func HoldsSaver(ctx context.Context) bool {
	switch runtime.GOOS {
	case "windows", "darwin":
		return true
	}
	ctx, done := context.WithTimeout(ctx, patience)
	defer done()
	connection, err := dbus.SessionBusPrivateNoAutoStartup(dbus.WithContext(ctx))
	if err != nil {
		return false
	}
	defer func() { _ = connection.Close() }()
	if connection.Auth(nil) != nil || connection.Hello() != nil {
		return false
	}
	for _, list := range []string{"ListNames", "ListActivatableNames"} {
		var names []string
		if err := connection.BusObject().CallWithContext(ctx, "org.freedesktop.DBus."+list, 0).Store(&names); err != nil {
			return false
		}
		if slices.Contains(names, saverName) {
			return true
		}
	}
	return false
}
