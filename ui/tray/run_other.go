//go:build windows || darwin

package tray

import (
	"context"

	"fyne.io/systray"
)

// run must be on the main thread, as it is the native event loop. These systems
// always show tray icons.
func (t *Tray) run(ctx context.Context) {
	lib := &library{done: ctx.Done()}
	systray.Run(func() {
		lib.reportClicks(t.send)
		m := newMenu(lib, t.log, t.send)
		t.refresh(m)
		t.setHost(true)
		t.follow(ctx, m)
		systray.Quit()
	}, func() {
		if ctx.Err() == nil { // the system ends the session
			t.send(Event{Kind: SessionEnded})
		}
	})
	<-ctx.Done()
	lib.waiting.Wait()
}
