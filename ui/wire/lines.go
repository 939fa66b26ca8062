package wire

import (
	"time"

	"routerwatch/monitor"
	"routerwatch/settings"
)

// App is the agent's line about everything that is not one router. Each
// replaces the one before, whole.
type App struct {
	// Routers are the ids of the routers being watched, in the operator's order.
	Routers []string `json:"routers"`
	// Welcome asks the window for the first router: there is none yet.
	Welcome bool `json:"welcome"`
	// Problem is a sentence to show until it is replaced; "" for none.
	Problem string `json:"problem"`
	// SnoozedUntil is when notifications speak again; null while they do.
	SnoozedUntil *time.Time `json:"snoozed_until"`
	// Tray tells whether closing the window leaves the watch in the tray.
	Tray bool `json:"tray"`
	// Version is the program's.
	Version string `json:"version"`
	// Place is where the last window was; a window that opens goes there.
	Place Place `json:"place,omitzero"`
	// Log is the path of the agent's log file; "" where there is none.
	Log string `json:"log"`
	// Demo is set while the router is the simulated one.
	Demo *Demo `json:"demo"`
	// Settings are as they are saved; null where this start keeps none: the
	// demo, and a router given by --url.
	Settings *settings.Settings `json:"settings"`
	// AtLogin tells whether the program starts with the desktop session.
	AtLogin bool `json:"at_login,omitempty"`
	// Answered is the Seq of the last command that was answered, and Refused
	// the sentence why it was not done, "" where it was.
	Answered int64  `json:"answered"`
	Refused  string `json:"refused"`
}

// Demo is the state of the simulated router's controls.
type Demo struct {
	Faults []Fault `json:"faults"`  // those that can be caused, in order
	Fault  string  `json:"fault"`   // the id of the present one
	Paused bool    `json:"paused"`  // the simulated router is paused
	ByHand bool    `json:"by_hand"` // the scripted day waits while the operator plays
}

// Fault is a fault that the simulated router can have.
type Fault struct {
	ID    string `json:"id"`
	Label string `json:"label"`
}

// Place is where a window is on the desktop. It is a comparable value; the zero
// value is not known.
type Place struct {
	Width  float32 `json:"width"` // of the content, in the toolkit's units
	Height float32 `json:"height"`
	X      int     `json:"x"` // of the content's corner, in pixels of the desktop
	Y      int     `json:"y"`
	// Positioned tells that X and Y are known.
	Positioned bool `json:"positioned"`
	// Maximized windows fill their screen; the rest is as it was before.
	Maximized bool `json:"maximized"`
}

// furthest is beyond every desktop, in pixels and in the toolkit's units.
const furthest = 1 << 15

// Known reports whether p is a place that a window can have.
func (p Place) Known() bool {
	inside := func(n int) bool { return -furthest < n && n < furthest }
	return p.Width > 0 && p.Width < furthest && p.Height > 0 && p.Height < furthest && inside(p.X) && inside(p.Y)
}

// History is the last hour of one router. It is sent when a window opens; from
// then on the window adds the snapshots to it.
type History struct {
	ID     string          `json:"id"`
	Points []monitor.Point `json:"points"`
}

// Show asks the window to come to the front.
type Show struct{}

// Do is what a [Command] asks of the agent.
type Do string

// The commands.
const (
	Retry     Do = "retry"      // Router, or all of them where it is ""
	Snooze    Do = "snooze"     // ForMS; 0 ends the snooze
	Closed    Do = "closed"     // the operator closed the window: no crash
	Quit      Do = "quit"       // end the program
	StartDemo Do = "start_demo" // from the first start: show the simulated router
	SetFault  Do = "set_fault"  // Fault: cause it in the simulated router
	SetPaused Do = "set_paused" // Paused: pause or resume the simulated router
	PlayDay   Do = "play_day"   // let the scripted day go on
	Save      Do = "save"       // Settings, AtLogin, Tokens: keep and apply them, all or none; answered
	Wall      Do = "wall"       // On: this window is a wall display, or no longer one
	Placed    Do = "placed"     // Place: the operator moved or resized the window
)

// Command is a line from the window to the agent.
type Command struct {
	Do     Do     `json:"do"`
	Router string `json:"router,omitempty"`
	ForMS  int64  `json:"for_ms,omitempty"`
	Fault  string `json:"fault,omitempty"`
	Paused bool   `json:"paused,omitempty"`
	On     bool   `json:"on,omitempty"`
	Place  *Place `json:"place,omitempty"`

	// Seq numbers the commands that App.Answered answers, from 1.
	Seq      int64              `json:"seq,omitempty"`
	Settings *settings.Settings `json:"settings,omitempty"`
	AtLogin  bool               `json:"at_login,omitempty"`
	// Tokens are the new ones by router id; "" takes a router's token away. They
	// are secrets: a command that holds any is never logged.
	Tokens map[string]string `json:"tokens,omitempty"`
}
