package display

import (
	"context"
	"runtime"
	"slices"

	"routerwatch/internal/platform/sessionbus"
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
	bus, err := sessionbus.Open(ctx, "")
	if err != nil {
		return false
	}
	defer func() { _ = bus.Close() }()
	for _, list := range []string{"ListNames", "ListActivatableNames"} {
		var names []string
		if sessionbus.Call(ctx, bus.BusObject(), "org.freedesktop.DBus."+list, 0).Store(&names) != nil {
			return false
		}
		if slices.Contains(names, saverName) {
			return true
		}
	}
	return false
}
