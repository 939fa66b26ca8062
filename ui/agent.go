// Package ui is the agent's face: it turns the snapshots of the monitors into
// the tray icon, the notifications and the lines of the window's process, and
// the operator's wishes into calls.
//
// One goroutine, that of [Agent.Run], owns all of the agent's state. Monitors,
// tray, notifications and window only put something into a channel or a
// mailbox; none of them can hold it up.
package ui

import (
	"context"
	"errors"
	"log/slog"
	"os/exec"
	"time"

	"routerwatch/monitor"
	"routerwatch/settings"
	"routerwatch/ui/tray"
	"routerwatch/ui/view"
	"routerwatch/ui/wire"
)

// TrayIcon is what the agent needs of the tray.
type TrayIcon interface {
	Apply(view.Tray)
	Events() <-chan tray.Event
	HostPresent() bool
}

// Notifier is what the agent needs of the notification service.
type Notifier interface {
	Send(view.Notification)
	Withdraw(key string)
}

// AtLogin is the entry that starts the program with the desktop session.
type AtLogin interface {
	Enabled() bool
	Enable() error
	Disable() error
}

// Demo is the simulated router and its controls.
type Demo interface {
	Router() settings.Router
	State() wire.Demo
	// Changed has a token whenever State may have changed by itself.
	Changed() <-chan struct{}
	SetFault(id string) error
	SetPaused(bool)
	PlayDay()
}

// Options is what an agent is made of. Those marked so may be left out.
type Options struct {
	Settings settings.Settings // as they are used: flags included
	Saved    settings.Settings // as they are in the file
	// Save checks and keeps settings, and gives them back as they are to be
	// used. Optional: nothing is kept for the demo and a router of --url.
	Save func(settings.Settings) (settings.Settings, error)
	// SetToken has Open use another token for a router; "" for none. Optional.
	SetToken func(routerID, token string)
	// LateTokens are those that the keyring gave after the start. Optional.
	LateTokens <-chan Token
	AtLogin    AtLogin // optional
	Keeper     Keeper  // optional: what outlives a restart
	Open       func(settings.Router) (Connection, error)
	// StartDemo starts the simulated router when the operator asks for it.
	// Optional.
	StartDemo func() (Demo, error)
	Demo      Demo // of an agent that was started with it; optional

	Tray     TrayIcon
	Notifier Notifier
	// Actions are the buttons that the operator presses in notifications.
	Actions <-chan Action
	// SessionGone is closed when the desktop session has ended.
	SessionGone <-chan struct{}
	// Shows are the second starts, which ask for the window; optional.
	Shows <-chan Display
	// Window makes the command of a window's process, a wall display or not.
	Window func(wall bool) *exec.Cmd

	Version   string
	Problem   string // a sentence about the start, for the window
	Minimized bool   // open no window at the start where there is a tray
	Wall      bool   // open a wall display
	Log       *slog.Logger
	LogPath   string // where it is written to; "" for no file
}

// A Token is a router's bearer token.
type Token struct{ RouterID, Text string }

// A Display is environment variables, NAME=value each, that tell a window
// where to open: those of a second start.
type Display []string

// Action is a button of a notification that was pressed.
type Action struct{ RouterID, ID string }

const (
	// freshening is how often the tooltip's age is renewed while failing; on a
	// healthy router each poll renews it.
	freshening = 15 * time.Second
	// hostPatience is how long a minimized start waits for a tray to appear
	// before it opens a window instead.
	hostPatience = 60 * time.Second
)

// ErrSessionOver is why Run returns when the desktop session has ended.
var ErrSessionOver = errors.New("the desktop session is over")

// Agent is the program that lives for weeks.
type Agent struct {
	o     Options
	plan  monitor.Plan
	rules monitor.Rules

	fleet *Fleet
	mail  *mailbox
	order []string // the routers' ids
	known map[string]monitor.Snapshot
	told  map[string]monitor.Told

	histories map[string]*monitor.History
	kept      Memory // as it was last kept

	demo    Demo
	problem string
	menu    menu
	inbox   chan event
	over    chan struct{} // closed when nobody reads the inbox any more
	quit    bool

	answered int64  // the last numbered command that was answered
	refused  string // and why it was not done

	window      *child
	wall        bool      // the window is a wall display
	display     Display   // where a second start wants it
	explained   bool      // it was said that there is no tray
	closed      bool      // the operator closed the present window
	opened      time.Time // when it was opened
	reopenAfter time.Duration

	freshen, unsnooze, reopen, hostWait *time.Timer
}

// event is what reaches the agent from its window: a command of the operator,
// or the end of the process.
type event struct {
	from    *child
	command wire.Command // without Do: the process ended
	err     error
}

// New makes an agent. Its settings must be valid.
func New(o Options) (*Agent, error) {
	plan, err := Plan(o.Settings)
	if err != nil {
		return nil, err
	}
	a := &Agent{
		o: o, plan: plan, rules: rules(o.Settings), mail: newMailbox(),
		known: make(map[string]monitor.Snapshot), told: make(map[string]monitor.Told),
		histories: make(map[string]*monitor.History),
		demo:      o.Demo, problem: o.Problem, wall: o.Wall,
		inbox: make(chan event, 16), over: make(chan struct{}),
		freshen: idleTimer(), unsnooze: idleTimer(), reopen: idleTimer(), hostWait: idleTimer(),
	}
	a.fleet = &Fleet{Open: o.Open, Publish: a.mail.put, Simulated: o.Demo != nil, Log: o.Log}
	return a, nil
}

// idleTimer is a timer that does not run.
func idleTimer() *time.Timer {
	t := time.NewTimer(time.Hour)
	t.Stop()
	return t
}

// Run watches until ctx ends, the operator quits or the session is over
// ([ErrSessionOver]). It leaves no window and no goroutine. It runs once.
func (a *Agent) Run(ctx context.Context) error {
	ctx, leave := context.WithCancel(ctx)
	defer a.end()
	defer leave()
	a.begin(ctx)
	for !a.quit {
		select {
		case <-ctx.Done():
			return nil
		case <-a.o.SessionGone:
			return ErrSessionOver
		case <-a.mail.arrived:
			a.learn(time.Now())
		case e := <-a.o.Tray.Events():
			if e.Kind == tray.SessionEnded {
				return ErrSessionOver
			}
			a.onTray(e)
		case action := <-a.o.Actions:
			a.onAction(action)
		case e := <-a.inbox:
			a.onWindow(ctx, e)
		case t := <-a.o.LateTokens:
			a.setToken(t.RouterID, t.Text)
		case a.display = <-a.o.Shows:
			a.openWindow()
		case <-a.demoChanged():
			a.tellApp()
		case <-a.freshen.C:
			a.showTray(time.Now())
		case <-a.unsnooze.C:
			a.snooze(0)
		case <-a.reopen.C:
			a.openWindow()
		case <-a.hostWait.C:
			if !a.o.Tray.HostPresent() {
				a.openWindow()
			}
		}
	}
	return nil
}

func (a *Agent) begin(ctx context.Context) {
	a.recall(time.Now())
	routers := a.o.Settings.Routers
	if a.demo != nil {
		routers = []settings.Router{a.demo.Router()}
	}
	for _, r := range routers {
		a.watch(ctx, r)
	}
	a.showTray(time.Now())
	if a.o.Minimized {
		a.hostWait.Reset(hostPatience)
	} else {
		a.openWindow()
	}
}

// watch starts the watch of one more router.
func (a *Agent) watch(ctx context.Context, r settings.Router) {
	if err := a.fleet.Start(ctx, r, a.plan, a.kept.Routers[r.ID].Resume); err != nil {
		a.problem = sentence(err)
		a.o.Log.Error("a router cannot be watched", "router", r.Name, "error", err)
		return
	}
	a.order = append(a.order, r.ID)
}

// post hands e to Run, on the goroutines of a window.
func (a *Agent) post(e event) {
	select {
	case a.inbox <- e:
	case <-a.over:
	}
}

func (a *Agent) end() {
	close(a.over)
	if a.window != nil {
		a.window.close()
	}
	a.fleet.Close()
	if a.window != nil {
		a.window.wait()
	}
}

func (a *Agent) demoChanged() <-chan struct{} {
	if a.demo == nil {
		return nil
	}
	return a.demo.Changed()
}

// learn takes what the monitors published: tell the operator what is news,
// and show it.
func (a *Agent) learn(now time.Time) {
	for id, s := range a.mail.take() {
		a.known[id] = s
		a.trace(s)
		a.notice(s, now)
		if a.window != nil {
			a.window.tell(id, wire.FromSnapshot(s))
		}
	}
	a.remember()
	a.showTray(now)
}

// notice notifies of what is news in s.
func (a *Agent) notice(s monitor.Snapshot, now time.Time) {
	told, notices := monitor.Decide(a.told[s.ID], s, a.rules, now)
	a.told[s.ID] = told
	for _, n := range notices {
		a.o.Notifier.Send(view.RenderNotice(n, now))
	}
}

// snapshots are the newest of all routers, in the operator's order, as a
// watchdog sees them: a monitor that is stuck publishes nothing.
func (a *Agent) snapshots(now time.Time) []monitor.Snapshot {
	all := make([]monitor.Snapshot, 0, len(a.order))
	for _, id := range a.order {
		if s, known := a.known[id]; known {
			all = append(all, s.Watched(now))
		}
	}
	return all
}

// showTray shows what is known, and sees to it that it is shown again when it
// ages: soon while a router fails, else when a monitor would be overdue.
func (a *Agent) showTray(now time.Time) {
	all := a.snapshots(now)
	t := view.RenderTray(all, a.rules.Snoozed, now)
	t.Icon.HasCount = t.Icon.HasCount && a.o.Settings.Tray.Count
	a.o.Tray.Apply(a.menu.hold(t, all))
	again := time.Duration(0)
	for _, s := range all {
		due := freshening
		if overdue := s.Overdue(); !s.Failing() && s.Status != monitor.Stalled && !overdue.IsZero() {
			due = max(overdue.Sub(now), 0) + time.Second
		}
		if again == 0 || due < again {
			again = due
		}
	}
	a.freshen.Stop()
	if again > 0 {
		a.freshen.Reset(again)
	}
}

// snooze silences notifications for d, or ends a snooze where d is zero.
func (a *Agent) snooze(d time.Duration) {
	now := time.Now()
	a.unsnooze.Stop()
	a.rules.Snoozed = time.Time{}
	if d > 0 {
		a.rules.Snoozed = now.Add(d)
		a.unsnooze.Reset(d)
	}
	for _, s := range a.snapshots(now) {
		a.notice(s, now)
	}
	a.remember()
	a.menu.renew()
	a.showTray(now)
	a.tellApp()
}
