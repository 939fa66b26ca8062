// Package tray is the program's icon in the desktop's notification area: it
// shows a [view.Tray] and reports what the operator does with it. It is the
// only package that knows the tray library.
//
// Invariants: [Tray.Apply] never waits for the desktop; only what changed is sent
// to it; and the menu is built once and its items are changed in place, so that
// an open menu neither flickers nor loses a click.
package tray

import (
	"context"
	"log/slog"
	"sync/atomic"
	"time"

	"routerwatch/internal/latest"
	"routerwatch/monitor"
	"routerwatch/ui/view"
)

// An Event is something the operator or the desktop did.
type Event struct {
	Kind Kind
	For  time.Duration // how long to snooze; 0 ends the snooze
}

// Kind is what happened.
type Kind string

// The kinds of event.
const (
	Activated  Kind = "activated"   // a click on the icon: show or hide the window
	MenuOpened Kind = "menu opened" // an operator is about to read; not every desktop reports it
	Retry      Kind = "retry"
	Open       Kind = "open"
	Snooze     Kind = "snooze"
	Quit       Kind = "quit"

	// HostAppeared and HostVanished say whether the desktop shows tray icons.
	// One of the two is sent soon after Run began.
	HostAppeared Kind = "host appeared"
	HostVanished Kind = "host vanished"
	// SessionEnded says that the session's bus is gone, and the tray with it.
	SessionEnded Kind = "session ended"
)

// A Tray is the icon and its menu. The library keeps its state in package
// variables, so a process makes one Tray and runs it once.
type Tray struct {
	log    *slog.Logger
	events chan Event
	host   atomic.Value                     // whether there is one, a bool; nothing before that is known
	next   *latest.Box[struct{}, view.Tray] // what is to be shown
}

// New makes a tray, which logs what the desktop refuses. Nothing is shown before
// [Tray.Run].
func New(log *slog.Logger) *Tray {
	t := &Tray{
		log:    log,
		events: make(chan Event, 16),
		next:   latest.New[struct{}, view.Tray](),
	}
	t.Apply(view.Tray{Icon: view.Icon{Shape: monitor.Connecting}})
	return t
}

// Apply shows v. It may be called from any goroutine, before and after Run
// too, and returns at once: of several values the newest wins. The tray only
// reads v; its slices must not be changed afterwards.
func (t *Tray) Apply(v view.Tray) { t.next.Put(struct{}{}, v) }

// Events is what the operator and the desktop do. The channel is never closed.
// While the reader stays away, 16 events are kept and later ones are dropped.
func (t *Tray) Events() <-chan Event { return t.events }

// HostPresent reports whether the desktop shows tray icons, as far as is known
// now: false before the first [HostAppeared].
func (t *Tray) HostPresent() bool { return t.host.Load() == true }

// Run shows the icon until ctx is done, then takes it away and returns. It
// ends its goroutines; the library may leave one behind that waits for a
// desktop that does not answer.
//
// On macOS and Windows Run must be called on the main goroutine, which the
// library locks to the main thread. On Linux any goroutine will do, and the
// main one should then have little to do, since each of its wake-ups costs a
// switch of threads.
func (t *Tray) Run(ctx context.Context) { t.run(ctx) }

// refresh has the menu show the newest value.
func (t *Tray) refresh(m *menu) {
	if _, v, ok := t.next.Pop(); ok {
		m.show(v)
	}
}

// follow shows the newest value whenever there is one, until ctx is done.
func (t *Tray) follow(ctx context.Context, m *menu) {
	for {
		select {
		case <-ctx.Done():
			return
		case <-t.next.Ready():
			t.refresh(m)
		}
	}
}

// setHost notes whether there is a host and reports it when it is news.
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
		t.log.Warn("tray event dropped: nobody reads them", "event", e.Kind)
	}
}
