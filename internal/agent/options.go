package agent

import (
	"log/slog"
	"os/exec"

	"routerwatch/internal/platform/instance"
	"routerwatch/internal/secret"
	"routerwatch/settings"
	"routerwatch/ui/notify"
	"routerwatch/ui/tray"
	"routerwatch/ui/view"
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
	Actions() <-chan notify.Action
	BusGone() <-chan struct{}
}

// AtLogin is the entry that starts the program with the desktop session.
type AtLogin interface {
	Enabled() bool
	Enable() error
	Disable() error
}

// Options configure an agent. Those marked optional may be left out.
type Options struct {
	Settings settings.Settings // as they are used: flags included
	Saved    settings.Settings // as they are in the file
	// Save checks and keeps settings, and gives them back as they are to be
	// used. Optional: nothing is kept for the demo and a router of --url.
	Save   func(settings.Settings) (settings.Settings, error)
	Tokens secret.Tokens // of the routers, as they are used
	// LateTokens is what the keyring answered after the start. Optional.
	LateTokens <-chan secret.Answer
	AtLogin    AtLogin // optional
	Keeper     Keeper  // optional: what outlives a restart
	// Open returns the [Fleet.Open] for these tokens and network settings.
	Open func(secret.Tokens, settings.Network) func(settings.Router) (Connection, error)
	// Demo starts with the simulated router; OfferDemo starts it when the
	// operator asks for it.
	Demo, OfferDemo bool

	Tray     TrayIcon
	Notifier Notifier
	// Resumes has a value when the machine may have been asleep. Optional:
	// without it the monitors check that themselves.
	Resumes <-chan struct{}
	// Shows are the second starts, which ask for the window; optional.
	Shows <-chan instance.Request
	// Window makes the command of a window's process, a wall display or not.
	Window func(wall bool) *exec.Cmd

	Version   string
	Problem   string // a sentence about the start, for the window
	Minimized bool   // open no window at the start where there is a tray
	Wall      bool   // open a wall display
	Log       *slog.Logger
	LogPath   string // where it is written to; "" for no file
}
