package main

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"runtime"
	"strings"
	"time"

	"routerwatch/assets"
	"routerwatch/settings"
	"routerwatch/ui"
	"routerwatch/ui/notify"
	"routerwatch/ui/tray"
	"routerwatch/ui/window"
)

// notifyFarewell is how long the notifications may take to be taken back.
const notifyFarewell = 500 * time.Millisecond

// runApp is the agent: tray icon, notifications, and the window's process. It
// returns when the operator quits, ctx ends or the session is over.
func runApp(ctx context.Context, inv *invocation, log *slog.Logger) error {
	if !displayed() {
		fmt.Fprintln(os.Stderr, "routerwatch: there is no display here; watching in the terminal instead")
		return watchInTerminal(ctx, inv, os.Stdout, log)
	}
	c, err := configure(inv)
	if err != nil {
		return err
	}
	for _, problem := range c.problems {
		log.Warn(problem)
	}
	windows, err := ui.WindowCommand([]string{"ROUTERWATCH_TOKEN"}, string(commandWindow), "--child")
	if err != nil {
		return err
	}
	icon := tray.New(tray.Options{Log: log})
	actions := make(chan ui.Action, 8)
	notifier := notify.New(notify.Options{
		AppName: title, DesktopEntry: window.AppID, IconPNG: assets.AppIcon(48), Log: log,
		OnAction: func(routerID, actionID string) {
			select {
			case actions <- ui.Action{RouterID: routerID, ID: actionID}:
			default: // eight presses are waiting already
			}
		},
	})
	defer func() {
		farewell, done := context.WithTimeout(context.Background(), notifyFarewell)
		defer done()
		_ = notifier.Close(farewell) // it is over either way
	}()
	options := ui.Options{
		Settings: c.settings, Open: opener(inv.token),
		Tray: icon, Notifier: notifier, Actions: actions, SessionGone: notifier.BusGone(),
		Window: windows, Version: version, Problem: strings.Join(c.problems, " "),
		Minimized: inv.minimized, Log: log,
	}
	closeDemo, err := demoFor(inv, &c, &options)
	if err != nil {
		return err
	}
	defer closeDemo()
	agent, err := ui.New(options)
	if err != nil {
		return err
	}
	return runBoth(ctx, agent, icon)
}

// demoFor puts the demo, or what a first start can begin with, into the
// options. The function it returns ends the simulated router, if there is one.
func demoFor(inv *invocation, c *configuration, options *ui.Options) (func(), error) {
	var running *demo
	start := func() (ui.Demo, error) {
		d, err := startDemo()
		if err != nil {
			return nil, err
		}
		running = d
		return d, nil
	}
	end := func() {
		if running != nil {
			running.close()
		}
	}
	switch {
	case inv.demo:
		d, err := start()
		if err != nil {
			return nil, err
		}
		options.Demo = d
	case inv.url == "":
		options.Watch = func(url, name string) (settings.Router, error) { return c.add(url, name) }
		options.StartDemo = start
	}
	return end, nil
}

// runBoth runs the agent, and the tray on the main goroutine, where some
// systems want it. The agent's end is the program's.
func runBoth(ctx context.Context, agent *ui.Agent, icon *tray.Tray) error {
	ctx, leave := context.WithCancel(ctx)
	result := make(chan error, 1)
	go func() {
		defer leave()
		result <- agent.Run(ctx)
	}()
	icon.Run(ctx)
	if err := <-result; !errors.Is(err, ui.ErrSessionOver) {
		return err
	}
	return nil
}

// displayed reports whether there is a display to show anything on.
func displayed() bool {
	return runtime.GOOS == "windows" || runtime.GOOS == "darwin" ||
		os.Getenv("DISPLAY") != "" || os.Getenv("WAYLAND_DISPLAY") != ""
}
