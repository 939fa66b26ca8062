package agent

import (
	"context"
	"time"

	"routerwatch/internal/demo"
	"routerwatch/monitor"
	"routerwatch/ui/notify"
	"routerwatch/ui/tray"
	"routerwatch/ui/view"
	"routerwatch/ui/wire"
)

// onTray handles an event of the tray icon.
func (a *Agent) onTray(e tray.Event) {
	switch e.Kind {
	case tray.Activated:
		a.toggleWindow()
	case tray.MenuOpened:
		a.each("", (*monitor.Monitor).Refresh)
	case tray.Retry:
		a.each("", (*monitor.Monitor).Retry)
	case tray.Open:
		a.openWindow(wire.Show{Router: e.Router})
	case tray.Settings:
		a.openWindow(wire.Show{Settings: true})
	case tray.Snooze:
		a.snooze(e.For)
	case tray.Silence:
		a.silence(e.Router, e.Silencing)
	case tray.Quit, tray.SessionEnded:
		a.quit = true
	case tray.HostAppeared, tray.HostVanished:
		a.onHost(e.Kind == tray.HostAppeared)
	}
}

// onHost handles that the desktop began or stopped showing tray icons. Without a
// tray icon the window is the only surface.
func (a *Agent) onHost(present bool) {
	defer a.sendApp()
	if present {
		a.trayWait.Stop()
		if a.app.Problem == view.NoTray {
			a.app.Problem = "" // the panel had only restarted
		}
		return
	}
	if !a.noTrayReported {
		a.noTrayReported = true
		a.o.Log.Info("there is no tray icon now; while that is so, closing the window quits the program")
		if a.app.Problem == "" {
			a.app.Problem = view.NoTray
		}
	}
	if a.window == nil {
		a.trayWait.Reset(trayTimeout) // longer than a panel takes to restart
	}
}

// onAction handles a button of a notification.
func (a *Agent) onAction(action notify.Action) {
	switch action.ID {
	case view.ActionRetry:
		a.each(action.RouterID, (*monitor.Monitor).Retry)
	case view.ActionAcknowledge:
		a.silence(action.RouterID, monitor.Silencing{What: monitor.Acknowledge, On: true})
	case view.ActionToken:
		a.openWindow(wire.Show{Router: action.RouterID, Settings: true})
	case view.ActionOpen:
		a.openWindow(wire.Show{Router: action.RouterID})
	}
}

// onWindow handles a command or the end of the window.
func (a *Agent) onWindow(ctx context.Context, e event) {
	if e.from != a.window {
		return // from a window that was replaced
	}
	switch c := e.command; c.Do {
	case "":
		a.windowEnded(e.err)
	case wire.Closed:
		a.closed = true
		a.window.close() // in case it hangs
	case wire.Quit:
		a.quit = true
	case wire.Retry:
		a.each(c.Router, (*monitor.Monitor).Retry)
	case wire.Snooze:
		a.snooze(c.For(monitor.MaxMute))
	case wire.Acknowledge, wire.Mute, wire.Maintenance:
		a.silence(c.Router, monitor.Silencing{What: monitor.SilencingKind(c.Do), On: c.On, For: c.For(monitor.MaxMute)})
	case wire.Save:
		if c.Settings != nil {
			a.answer(c.Seq, a.save(ctx, c))
		}
	case wire.Wall:
		a.wall = c.On
	case wire.Placed:
		if c.Place != nil && c.Place.Known() {
			a.app.Place = *c.Place
			a.remember()
		}
	case wire.StartDemo:
		a.startDemo(ctx)
	case wire.SetFault, wire.SetPaused, wire.PlayDay:
		if a.demo != nil {
			a.demo.Do(c, a.o.Log)
			a.sendApp()
		}
	default:
		a.o.Log.Warn("the window sent an unknown command", "command", string(c.Do))
	}
}

// answer sends the window the result of a numbered command.
func (a *Agent) answer(seq int64, err error) {
	a.app.Answered, a.app.Refused = seq, ""
	if err != nil {
		a.app.Refused = view.ErrorSentence(err)
		a.o.Log.Info("refused", "why", err)
	}
	a.remember()
	a.showTray(time.Now())
	a.sendApp()
}

func (a *Agent) startDemo(ctx context.Context) {
	if a.demo != nil || !a.o.OfferDemo || len(a.routers) > 0 {
		return
	}
	started, err := demo.Start()
	if err != nil {
		a.app.Problem = view.ErrorSentence(err)
	} else {
		a.demo, a.app.Problem = started, ""
		a.watch(ctx, started.Router(), RouterMemory{})
	}
	a.sendApp()
}
