package wire

import (
	"time"

	"routerwatch/monitor"
	"routerwatch/settings"
)

// App is the agent's line with all state that is not about one router. Each line
// replaces the last one completely.
type App struct {
	// Routers are the ids of the routers being watched, in the operator's order.
	Routers []string `json:"routers"`
	// Welcome makes the window ask for the first router.
	Welcome bool `json:"welcome"`
	// Problem is a sentence to show until it is replaced; "" for none.
	Problem string `json:"problem"`
	// SnoozedUntil is the end of the snooze, or null.
	SnoozedUntil *time.Time `json:"snoozed_until"`
	// Tray reports whether the desktop shows tray icons, so that closing the
	// window does not quit the program.
	Tray bool `json:"tray"`
	// Version is the version of the program.
	Version string `json:"version"`
	// Place is the place of the last window, where a new one opens.
	Place Place `json:"place,omitzero"`
	// Log is the path of the agent's log file; "" for none.
	Log string `json:"log"`
	// History is the folder where the history of the routers is kept; "" for none.
	History string `json:"history,omitempty"`
	// Looked is when the operator last closed a window, if that is some time ago: the
	// window says once what happened since.
	Looked *time.Time `json:"looked,omitempty"`
	// Demo is set while the router is the simulated one.
	Demo *Demo `json:"demo"`
	// Settings are the saved settings; null for --demo and --url, which save none.
	Settings *settings.Settings `json:"settings"`
	// TokenMissing are the ids of the routers that are polled without their token,
	// since the keyring has not given it.
	TokenMissing []string `json:"token_missing,omitempty"`
	// AtLogin reports whether the program starts with the desktop session.
	AtLogin bool `json:"at_login,omitempty"`
	// Answered is the Seq of the last answered command. Refused is the sentence
	// why it was refused, or "".
	Answered int64  `json:"answered"`
	Refused  string `json:"refused"`
}

// Demo is the state of the simulated router's controls.
type Demo struct {
	Faults []Fault `json:"faults"`  // all faults, in order
	Fault  string  `json:"fault"`   // the id of the present one
	Paused bool    `json:"paused"`  // the simulated router is paused
	ByHand bool    `json:"by_hand"` // the scripted day is suspended
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
	// Positioned means that X and Y are known.
	Positioned bool `json:"positioned"`
	// Maximized means that the window fills its screen; the other fields are its
	// place before that.
	Maximized bool `json:"maximized"`
}

// maxCoordinate is larger than every desktop, in pixels and in the toolkit's units.
const maxCoordinate = 1 << 15

// Known reports whether p is a plausible place of a window.
func (p Place) Known() bool {
	inside := func(n int) bool { return -maxCoordinate < n && n < maxCoordinate }
	return p.Width > 0 && p.Width < maxCoordinate && p.Height > 0 && p.Height < maxCoordinate && inside(p.X) && inside(p.Y)
}

// History is the last hour of one router. It is sent when a window opens; from
// then on the window adds the snapshots to it.
type History struct {
	ID     string          `json:"id"`
	Points []monitor.Point `json:"points"`
}

// Pairs are the pairs of one router by name, or the zero PairNames if they are not
// known. It is sent when a window opens, and when they have changed.
type Pairs struct {
	ID string `json:"id"`
	monitor.PairNames
}

// Show brings the window to the front.
type Show struct {
	Router   string `json:"router,omitempty"`   // the id of the router to show; "" for no other
	Settings bool   `json:"settings,omitempty"` // opens the settings, of Router at its token
}

// Do is the name of a [Command].
type Do string

// The commands.
const (
	Retry  Do = "retry"  // Router: poll it now; "" for all
	Snooze Do = "snooze" // ForMS: silence notifications; 0 ends the snooze
	// Router: what is meant by [monitor.Silencing], On or no longer; a mute ForMS, or
	// until it is switched off if that is 0.
	Acknowledge = Do(monitor.Acknowledge)
	Mute        = Do(monitor.Mute)
	Maintenance = Do(monitor.Maintenance)

	Closed    Do = "closed"     // the operator closed the window, so it did not crash
	Quit      Do = "quit"       // end the program
	StartDemo Do = "start_demo" // start the simulated router, at the first start
	SetFault  Do = "set_fault"  // Fault: cause it in the simulated router
	SetPaused Do = "set_paused" // Paused: pause or resume the simulated router
	PlayDay   Do = "play_day"   // resume the scripted day
	Save      Do = "save"       // Settings, AtLogin, Tokens: save and apply all or none; answered
	Wall      Do = "wall"       // On: whether this window is a wall display
	Placed    Do = "placed"     // Place: the operator moved or resized the window
)

// Command is a line from the window to the agent.
type Command struct {
	Do     Do     `json:"do"`
	Router string `json:"router,omitempty"`
	ForMS  int64  `json:"for_ms,omitempty"`
	Fault  string `json:"fault,omitempty"`
	Paused bool   `json:"paused,omitempty"`
	On     bool   `json:"on,omitempty"` // of a wall display, or of what is silenced
	Place  *Place `json:"place,omitempty"`

	// Seq numbers the commands that App.Answered answers, from 1.
	Seq      int64              `json:"seq,omitempty"`
	Settings *settings.Settings `json:"settings,omitempty"`
	AtLogin  bool               `json:"at_login,omitempty"`
	// Tokens are the new tokens by router id; "" removes a router's token. They are
	// secrets: such a command is never logged.
	Tokens map[string]string `json:"tokens,omitempty"`
}

// For is ForMS, from 0 to most.
func (c Command) For(most time.Duration) time.Duration {
	return min(max(milliseconds(c.ForMS), 0), most)
}
