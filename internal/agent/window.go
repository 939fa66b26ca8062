package agent

import (
	"log/slog"
	"time"

	"routerwatch/monitor"
	"routerwatch/ui/wire"
)

const (
	// A window that crashes is opened again after firstReopen; the wait doubles
	// up to maxReopen, and starts over once a window has lived for stableWindow.
	firstReopen  = time.Second
	maxReopen    = time.Minute
	stableWindow = time.Minute

	// lookedAway is how long after the last window a new one says what happened since.
	lookedAway = 30 * time.Minute
)

// event is an event of the window's process: a command of the operator, or the
// end of the process.
type event struct {
	from    *child
	command wire.Command // an empty Do means that the process ended
	err     error
}

// post sends e to Run. It is called on the goroutines of a window.
func (a *Agent) post(e event) {
	select {
	case a.inbox <- e:
	case <-a.over:
	}
}

// openWindow opens the window, or brings the open one to the front, and shows what was
// asked for. Its display is that of the last start.
func (a *Agent) openWindow(show wire.Show) {
	a.reopen.Stop()
	a.each("", (*monitor.Monitor).Refresh)
	if a.window != nil && !a.closed && a.openedOn.SameDisplay(a.display) {
		a.window.send("show", show)
		return
	}
	if a.window != nil {
		a.window.close() // it is closing already, or on another display than the operator
		a.looked = time.Now().Round(0).UTC()
	}
	a.closed, a.opened, a.openedOn = false, time.Now(), a.display
	a.app.Answered, a.app.Refused = 0, "" // the new window numbers its commands from 1
	a.app.Looked = nil
	if looked := a.looked; !looked.IsZero() && time.Since(looked) >= lookedAway {
		a.app.Looked = &looked
	}
	process := a.o.Window(a.wall)
	process.Env = append(process.Environ(), a.display...)
	opened, err := openChild(process, a.windowLog())
	if err != nil {
		a.windowLog().Error("no window could be opened", "error", err)
		a.window = nil
		a.scheduleReopen()
		return
	}
	a.window = opened
	a.running.Go(func() {
		err := opened.run(func(c wire.Command) { a.post(event{from: opened, command: c}) })
		a.post(event{from: opened, err: err})
	})
	a.sendApp()
	for _, s := range a.snapshots(time.Now()) {
		a.window.send(s.ID, s)
		a.sendHour(a.router(s.ID))
		a.sendPairs(s)
	}
	if show != (wire.Show{}) {
		a.window.send("show", show)
	}
}

// sendPairs sends the window the pairs of a router by name.
func (a *Agent) sendPairs(s monitor.Snapshot) {
	line := wire.Pairs{ID: s.ID}
	if s.About.Names != nil {
		line.PairNames = *s.About.Names
	}
	a.window.send("pairs/"+s.ID, line)
}

// toggleWindow hides the window, or opens it.
func (a *Agent) toggleWindow() {
	if a.window == nil || a.closed {
		a.openWindow(wire.Show{})
		return
	}
	a.closed = true
	a.window.close()
}

// windowEnded handles the end of the window's process. If the operator closed it,
// the program stays in the tray, or ends if there is no tray. A window that
// crashed is opened again.
func (a *Agent) windowEnded(err error) {
	a.window, a.looked = nil, time.Now().Round(0).UTC()
	a.remember()
	switch {
	case a.closed && !a.o.Tray.HostPresent():
		a.o.Log.Info("the window was closed and there is no tray icon: quitting")
		a.quit = true
	case a.closed:
		a.reopenAfter = 0
	default:
		a.windowLog().Warn("the window ended unexpectedly", "error", err)
		a.scheduleReopen()
	}
}

// windowLog is the log for failures of a window. It discards them once windows
// keep failing, for example without a display.
func (a *Agent) windowLog() *slog.Logger {
	if a.reopenAfter >= maxReopen && time.Since(a.opened) < stableWindow {
		return slog.New(slog.DiscardHandler)
	}
	return a.o.Log
}

func (a *Agent) scheduleReopen() {
	if time.Since(a.opened) > stableWindow {
		a.reopenAfter = 0
	}
	a.reopenAfter = min(max(2*a.reopenAfter, firstReopen), maxReopen)
	a.reopen.Reset(a.reopenAfter)
}

// sendApp sends the window the state that is not about one router.
func (a *Agent) sendApp() {
	a.demoChanged = nil
	if a.window == nil {
		return
	}
	app := a.app
	app.Welcome = len(a.routers) == 0 && a.o.Save != nil && len(a.o.Settings.Routers) == 0
	app.Tray, app.Routers = a.o.Tray.HostPresent(), make([]string, 0, len(a.routers))
	for _, r := range a.routers {
		app.Routers = append(app.Routers, r.id)
	}
	if a.o.Save != nil {
		app.Settings = &a.o.Saved // only ever replaced, not modified
		for _, r := range a.o.Saved.Routers {
			if r.Token && !a.o.Tokens.For(r).Present() {
				app.TokenMissing = append(app.TokenMissing, r.ID)
			}
		}
		app.AtLogin = a.o.AtLogin != nil && a.o.AtLogin.Enabled()
	}
	if !a.rules.Snoozed.IsZero() {
		app.SnoozedUntil = &a.rules.Snoozed
	}
	if a.demo != nil {
		state, changed := a.demo.State()
		app.Demo, a.demoChanged, app.History = &state, changed, a.demo.History()
	}
	a.window.send("app", app)
}
