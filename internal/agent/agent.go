// Package agent is the long-lived process: it turns the snapshots of the
// monitors into the tray icon, the notifications and the lines for the window's
// process, and carries out what the operator does there.
//
// One goroutine, that of [Agent.Run], owns all of the agent's state. Monitors,
// tray, notifications and window only send to a channel or a mailbox; none of
// them can block it.
package agent

import (
	"context"
	"log/slog"
	"os/exec"
	"sync"
	"time"

	"routerwatch/history"
	"routerwatch/internal/demo"
	"routerwatch/internal/latest"
	"routerwatch/internal/platform/instance"
	"routerwatch/internal/platform/sessionbus"
	"routerwatch/internal/secret"
	"routerwatch/monitor"
	"routerwatch/settings"
	"routerwatch/ui/notify"
	"routerwatch/ui/tray"
	"routerwatch/ui/view"
	"routerwatch/ui/wire"
)

// trayTimeout is how long the agent waits for a tray to appear before it opens a
// window instead.
const trayTimeout = 60 * time.Second

// TrayIcon is the part of the tray that the agent uses.
type TrayIcon interface {
	Apply(view.Tray)
	Events() <-chan tray.Event
	HostPresent() bool
}

// Notifier is the part of the notifier that the agent uses.
type Notifier interface {
	Send(view.Notification)
	Withdraw(key string)
	Actions() <-chan notify.Action
	BusGone() <-chan struct{}
}

// Options configure an agent. Those marked optional may be left out.
type Options struct {
	Settings settings.Settings // those in effect: with the flags
	Saved    settings.Settings // those in the file
	// Save checks and saves settings, and returns those then in effect. Optional:
	// nothing is saved for the demo and a router of --url.
	Save func(settings.Settings) (settings.Settings, error)
	// Merge adds to settings that are about to be saved what others changed in the
	// file. Optional.
	Merge  func(settings.Settings) (settings.Settings, settings.Outside)
	Tokens secret.Tokens // of the routers
	// LateTokens are the keyring's answers after the start. Optional.
	LateTokens <-chan secret.Answer
	AtLogin    AtLogin // optional
	Memory     Memory  // of the last run
	// Remember stores the memory for the next run. Optional.
	Remember func(Memory)
	// Open makes connections with these tokens and network settings.
	Open func(secret.Tokens, settings.Network) Opener
	// History keeps what happened. Optional.
	History *history.Store
	// HistoryFolder is where the window reads the history; "" for none.
	HistoryFolder string
	// Demo starts with the simulated router; OfferDemo allows the operator to
	// start it from the window.
	Demo, OfferDemo bool

	Tray     TrayIcon
	Notifier Notifier
	// Resumes has a value when the machine may have been asleep. Optional:
	// without it the monitors check the clocks themselves.
	Resumes <-chan struct{}
	// Shows are requests of second starts to show the window; optional.
	Shows <-chan instance.Request
	// Window makes the command of a window's process, a wall display or not.
	Window func(wall bool) *exec.Cmd

	Version   string
	Problem   string // a sentence about the start, for the window
	Minimized bool   // open no window at the start if there is a tray
	Wall      bool   // open a wall display
	Log       *slog.Logger
	LogPath   string // path of the log file; "" for no file
}

// An Agent watches routers and shows them.
type Agent struct {
	o     Options
	plan  monitor.Plan
	rules monitor.Rules

	mail    *latest.Box[*router, monitor.Snapshot] // from the monitors, which never block on it
	routers []*router                              // in the operator's order
	saved   Memory                                 // as last saved

	demo        *demo.Demo      // nil if there is none
	demoChanged <-chan struct{} // closed when the window has an old state of it
	inbox       chan event
	hours       chan hour       // from the files
	over        <-chan struct{} // closed when the inbox is no longer read
	quit        bool

	app            wire.App // what the window shows; sendApp fills in the rest
	window         *child
	running        sync.WaitGroup   // the monitors, and the windows that have not ended
	wall           bool             // the window is a wall display
	display        instance.Request // the display that the last start asked for
	openedOn       instance.Request // the display of the window
	noTrayReported bool             // the missing tray was reported
	closed         bool             // the operator closed the window
	opened         time.Time        // when the window was opened
	reopenAfter    time.Duration
	looked         time.Time // when a window was last closed; zero for never

	trayShown time.Time // when the tray was last updated

	stillDown stillDown

	redraw, unsnooze, reopen, trayWait, collect *time.Timer
}

// New makes an agent. The settings must be valid.
func New(o Options) (*Agent, error) {
	plan, err := o.Settings.Plan()
	if err != nil {
		return nil, err
	}
	a := &Agent{
		o: o, plan: plan, rules: monitor.Rules{Notifications: o.Settings.Notifications}, mail: latest.New[*router, monitor.Snapshot](),
		app: wire.App{Version: o.Version, Log: o.LogPath, Problem: o.Problem, History: o.HistoryFolder}, wall: o.Wall, display: instance.ThisDisplay(),
		inbox: make(chan event, 16), hours: make(chan hour),
		redraw: idleTimer(), unsnooze: idleTimer(), reopen: idleTimer(), trayWait: idleTimer(), collect: idleTimer(),
	}
	if o.Demo {
		if a.demo, err = demo.Start(); err != nil {
			return nil, err
		}
	}
	return a, nil
}

// idleTimer is a stopped timer.
func idleTimer() *time.Timer {
	t := time.NewTimer(time.Hour)
	t.Stop()
	return t
}

// Run watches until ctx ends, the operator quits, the session ends or its bus is
// lost ([view.ErrBusLost]). It leaves no window and no goroutine. Call it once.
func (a *Agent) Run(ctx context.Context) error {
	ctx, leave := context.WithCancel(ctx)
	defer a.end()
	defer leave()
	a.over = ctx.Done()
	a.begin(ctx)
	for !a.quit {
		select {
		case <-ctx.Done():
			return nil
		case <-a.o.Notifier.BusGone():
			return view.ErrBusLost
		case <-a.mail.Ready():
			a.receive(time.Now())
		case e := <-a.o.Tray.Events():
			if e.Kind == tray.BusLost {
				return view.ErrBusLost
			}
			a.onTray(e)
		case action := <-a.o.Notifier.Actions():
			a.onAction(action)
		case e := <-a.inbox:
			a.onWindow(ctx, e)
		case h := <-a.hours:
			a.takeHour(h)
		case t := <-a.o.LateTokens:
			a.takeLate(t)
		case <-a.o.Resumes:
			a.each("", (*monitor.Monitor).Wake)
			a.expire(time.Now())
		case a.display = <-a.o.Shows:
			if bus := a.display.Bus(); bus != "" {
				sessionbus.SetAddress(bus)
			}
			a.openWindow(wire.Show{})
		case <-a.demoChanged:
			a.sendApp()
		case <-a.redraw.C:
			a.showTray(time.Now())
		case <-a.unsnooze.C:
			a.expire(time.Now())
		case <-a.collect.C:
			a.notifyStillDown(time.Now())
		case <-a.reopen.C:
			a.openWindow(wire.Show{})
		case <-a.trayWait.C:
			if !a.o.Tray.HostPresent() {
				a.openWindow(wire.Show{})
			}
		}
	}
	return nil
}

func (a *Agent) begin(ctx context.Context) {
	a.restore()
	routers := a.o.Settings.Routers
	if a.demo != nil {
		routers = []settings.Router{a.demo.Router()}
	}
	for _, r := range routers {
		a.watch(ctx, r, a.saved.Routers[r.ID])
	}
	a.awaitOutages()
	a.expire(time.Now())
	a.readHours()
	if a.o.Minimized {
		a.trayWait.Reset(trayTimeout)
	} else {
		a.openWindow(wire.Show{})
	}
}

func (a *Agent) end() {
	// The urgent notifications are withdrawn at the end, so the next run shows
	// those of open outages again.
	for _, r := range a.routers {
		r.Notified = r.Notified.Leave()
	}
	if a.window != nil {
		a.looked = time.Now().Round(0).UTC()
	}
	a.remember()
	if a.window != nil {
		a.window.close()
	}
	a.demo.Close()
	a.running.Wait()
}
