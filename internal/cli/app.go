package cli

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"routerwatch/assets"
	"routerwatch/internal/agent"
	"routerwatch/internal/platform/display"
	"routerwatch/internal/platform/sleep"
	"routerwatch/monitor/stableroute"
	"routerwatch/settings"
	"routerwatch/ui/notify"
	"routerwatch/ui/tray"
	"routerwatch/ui/window"
)

// notifyFarewell is how long the notifications may take to be taken back.
const notifyFarewell = 500 * time.Millisecond

// runApp is the agent: tray icon, notifications, and the window's process. It
// returns when the operator quits, ctx ends or the session is over.
func runApp(ctx context.Context, inv *invocation) error {
	if !display.Answers(os.Getenv) {
		complain(errors.New("there is no display here; watching in the terminal instead"))
		return watchInTerminal(ctx, inv, os.Stdout, newLog(inv.logLevel))
	}
	path, err := settings.Path()
	if err != nil {
		return err
	}
	shows, release, err := claim(ctx, placeOf(inv, path), newLog(inv.logLevel))
	if err != nil || shows == nil {
		return err
	}
	defer release()
	log, closeLog := newFileLog(inv.logLevel, logPath(inv, path))
	defer closeLog()
	hush(log)
	log.Info("routerwatch starts", "version", version)
	defer log.Info("routerwatch leaves")
	beFrugal()
	c, err := configure(inv)
	if err != nil {
		return err
	}
	for _, problem := range c.problems {
		log.Warn(problem)
	}
	options := agent.Options{
		Settings: c.settings, Saved: c.saved,
		Shows:   shows,
		Version: version, Problem: strings.Join(c.problems, "\n"),
		Minimized: inv.minimized, Wall: inv.wall, Log: log, LogPath: logPath(inv, path),
	}
	options.Window, err = agent.WindowCommand([]string{"ROUTERWATCH_TOKEN"}, func(wall bool) []string {
		arguments := []string{string(commandWindow), "--child"}
		if wall {
			arguments = append(arguments, "--wall")
		}
		return arguments
	})
	if err != nil {
		return err
	}
	closeKept := keep(ctx, inv, &c, &options)
	defer closeKept()
	wakes, closeWakes := sleep.Resumes(log)
	defer closeWakes()
	options.Wakes = wakes
	closeDemo, err := demoFor(inv, &options)
	if err != nil {
		return err
	}
	defer closeDemo()
	return runFaces(ctx, options)
}

// keep puts into the options what is kept: settings, tokens and memory. The
// function it returns ends the keeping.
func keep(ctx context.Context, inv *invocation, c *configuration, options *agent.Options) func() {
	if inv.ownRouter() {
		options.Open = opener(func(settings.Router) stableroute.Token { return inv.token }, c.settings.Network)
		return func() {}
	}
	var t tokens
	tokensLate := make(chan agent.Token, len(c.settings.Routers))
	late := func(token agent.Token) { tokensLate <- token } // it never blocks: there is one for each router
	lacking := t.read(c.settings.Routers, options.Log, late)
	problems := slices.Clone(c.problems)
	for _, m := range lacking {
		problems = append(problems, m.sentence)
	}
	options.Problem = strings.Join(problems, "\n")
	ctx, leave := context.WithCancel(ctx)
	go awaitKeyring(ctx, lacking, late)
	network := c.settings.Network
	options.Open = func(r settings.Router) (agent.Connection, error) { return opener(t.of, network)(r) }
	options.SetToken, options.LateTokens = t.set, tokensLate
	options.Save = func(next settings.Settings) (settings.Settings, error) {
		running, err := c.save(inv, next, options.Log)
		if err == nil {
			network = running.Network
		}
		return running, err
	}
	options.AtLogin = loginEntry()
	memory := agent.NewMemoryFile(filepath.Join(stateFolder(c.file.Path()), "memory.json"), options.Log)
	options.Keeper = memory
	return func() {
		leave()
		memory.Close()
	}
}

// demoFor puts the demo into the options, or what starts it. The function it
// returns ends the simulated router, if there is one.
func demoFor(inv *invocation, options *agent.Options) (func(), error) {
	var running *demo
	start := func() (agent.Demo, error) {
		d, err := startDemo()
		if err != nil {
			return nil, err
		}
		running = d
		return d, nil
	}
	end := func() {
		if running != nil {
			running.Close()
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
		options.StartDemo = start
	}
	return end, nil
}

// runFaces runs the agent, and the tray on the main goroutine, where some
// systems want it. The agent's end is the program's.
func runFaces(ctx context.Context, options agent.Options) error {
	actions := make(chan agent.Action, 8)
	notifier := notify.New(notify.Options{
		AppName: title, DesktopEntry: window.AppID, IconPNG: assets.AppIcon(48), Log: options.Log,
		OnAction: func(routerID, actionID string) {
			select {
			case actions <- agent.Action{RouterID: routerID, ID: actionID}:
			default: // eight presses are waiting already
			}
		},
	})
	defer func() {
		farewell, done := context.WithTimeout(context.Background(), notifyFarewell)
		defer done()
		_ = notifier.Close(farewell) // it is over either way
	}()
	icon := tray.New(tray.Options{Log: options.Log})
	options.Tray, options.Notifier = icon, notifier
	options.Actions, options.SessionGone = actions, notifier.BusGone()
	running, err := agent.New(options)
	if err != nil {
		return err
	}
	ctx, leave := context.WithCancel(ctx)
	result := make(chan error, 1)
	go func() {
		defer leave()
		result <- running.Run(ctx)
	}()
	icon.Run(ctx)
	if err := <-result; !errors.Is(err, agent.ErrSessionOver) {
		return err
	}
	return nil
}
