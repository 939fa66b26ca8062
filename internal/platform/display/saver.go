package display

import (
	"context"
	"time"

	"routerwatch/internal/platform/sessionbus"
)

// saverName is the bus name of the desktop's service that inhibits the screen saver,
// and of its interface.
const saverName = "org.freedesktop.ScreenSaver"

// rejoinPause is the wait before the session bus is joined again.
const rejoinPause = 5 * time.Second

// InhibitSaver inhibits the screen saver until ctx ends, through a service on the
// session bus: again whenever the service restarts or appears, or the bus does. It
// calls held with the result of each try. The end of its connection to the bus ends
// the inhibition.
func InhibitSaver(ctx context.Context, program, reason string, held func(bool)) {
	for ctx.Err() == nil {
		bus, err := sessionbus.Open(ctx, saverName)
		if err == nil {
			inhibitOn(ctx, bus, program, reason, held)
			_ = bus.Close()
		} else {
			held(false)
		}
		select {
		case <-ctx.Done():
		case <-time.After(rejoinPause):
		}
	}
}

// inhibitOn does so until the connection to the bus ends.
func inhibitOn(ctx context.Context, bus *sessionbus.Conn, program, reason string, held func(bool)) {
	inhibit := func() {
		service := bus.Object(saverName, "/org/freedesktop/ScreenSaver")
		held(sessionbus.Call(ctx, service, saverName+".Inhibit", 0, program, reason).Err == nil)
	}
	inhibit() // the bus may start the service
	for signal := range bus.Signals() {
		if owner, changed := bus.OwnerChange(signal); changed && owner != "" {
			inhibit()
		}
	}
}
