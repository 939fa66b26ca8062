// Package tray is the program's icon in the desktop's notification area: it
// shows a [view.Tray] and reports the operator's actions. It is the only package
// that imports the tray library, which Windows and macOS need; elsewhere the icon
// is on the session bus.
//
// Invariants: [Tray.Apply] never waits for the desktop; only changes are sent to
// it; and the menu is built once and its items are changed in place, so that an
// open menu neither flickers nor closes nor loses a click.
package tray

import (
	"context"
	"log/slog"
	"sync/atomic"
	"time"

	"routerwatch/internal/latest"
	"routerwatch/internal/platform/sessionbus"
	"routerwatch/monitor"
	"routerwatch/ui/view"
)

// An Event is something the operator or the desktop did.
type Event struct {
	Kind      Kind
	For       time.Duration     // how long to snooze; 0 ends the snooze
	Router    string            // the id of the router to show, or to silence; "" for none
	Silencing monitor.Silencing // how
}

// Kind is what happened.
type Kind string

// The kinds of event.
const (
	Activated  Kind = "activated"   // a click on the icon: show or hide the window
	MenuOpened Kind = "menu opened" // not reported by every desktop
	Retry      Kind = "retry"
	Open       Kind = "open" // the window, and in it the router
	Settings   Kind = "settings"
	Snooze     Kind = "snooze"
	Silence    Kind = "silence"
	Quit       Kind = "quit"

	// HostAppeared and HostVanished say whether the desktop shows tray icons.
	// One of the two is sent soon after Run starts.
	HostAppeared Kind = "host appeared"
	HostVanished Kind = "host vanished"
	// SessionEnded says that the system ends the session (Windows and macOS).
	SessionEnded Kind = "session ended"
	// BusLost says that the session bus is gone and did not come back in time, and
	// the icon with it.
	BusLost Kind = "bus lost"
)

// A Tray is the icon and its menu. The tray library keeps its state in package
// variables, so a process makes one Tray and runs it once.
type Tray struct {
	log      *slog.Logger
	events   chan Event
	host     atomic.Value                     // whether there is a host, a bool; nil until it is known
	next     *latest.Box[struct{}, view.Tray] // what to show
	patience time.Duration                    // how long a lost bus may take to come back
}

// New makes a tray. Nothing is shown before [Tray.Run].
func New(log *slog.Logger) *Tray {
	t := &Tray{
		log:      log,
		events:   make(chan Event, 16),
		next:     latest.New[struct{}, view.Tray](),
		patience: sessionbus.Patience,
	}
	t.Apply(view.Tray{Icon: view.Icon{Shape: monitor.Connecting}})
	return t
}

// Apply shows v. It may be called from any goroutine, also before and after Run,
// and returns at once; of several values the newest wins. The slices of v must
// not be changed afterwards.
func (t *Tray) Apply(v view.Tray) { t.next.Put(struct{}{}, v) }

// Events are the actions of the operator and the desktop. The channel is never
// closed. If it is not read, 16 events are kept and later ones are dropped.
func (t *Tray) Events() <-chan Event { return t.events }

// HostPresent reports whether the desktop shows tray icons; false before the
// first [HostAppeared].
func (t *Tray) HostPresent() bool { return t.host.Load() == true }

// Run shows the icon until ctx is done, then removes it and returns. It ends its
// goroutines, but for one that waits for a bus that does not answer.
//
// On macOS and Windows Run must be called on the main goroutine, which the
// library locks to the main thread. On Linux any goroutine will do; each wake-up
// of the main one costs a thread switch.
func (t *Tray) Run(ctx context.Context) { t.run(ctx) }

// refresh updates the menu to the newest value.
func (t *Tray) refresh(m *menu) {
	if _, v, ok := t.next.Pop(); ok {
		m.show(v)
	}
}

// setHost stores whether there is a host, and reports a change.
func (t *Tray) setHost(present bool) {
	switch {
	case t.host.Swap(present) == present:
	case present:
		t.send(Event{Kind: HostAppeared})
	default:
		t.send(Event{Kind: HostVanished})
	}
}

// send reports an event without waiting for its reader.
func (t *Tray) send(e Event) {
	select {
	case t.events <- e:
	default:
		t.log.Warn("a tray event was dropped because events are not read", "event", e.Kind)
	}
}
