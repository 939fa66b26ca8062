package tray

import "time"

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
	MenuOpened Kind = "menu opened" // it is being opened: time for fresh lines; not every desktop tells
	Retry      Kind = "retry"
	Open       Kind = "open"
	Snooze     Kind = "snooze"
	Quit       Kind = "quit"

	// HostAppeared and HostVanished tell whether the desktop shows tray icons.
	// One of the two is sent soon after Run began.
	HostAppeared Kind = "host appeared"
	HostVanished Kind = "host vanished"
	// SessionEnded tells that the session's bus is gone, and the tray with it.
	SessionEnded Kind = "session ended"
)
