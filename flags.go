package main

import (
	"errors"
	"fmt"
	"io"
	"log/slog"
	"slices"
	"strings"
	"time"

	"github.com/alecthomas/kong"

	"routerwatch/monitor/stableroute"
	"routerwatch/settings"
)

// A command is what the program was started for.
type command string

const (
	commandApp     command = "app" // no command was named
	commandWatch   command = "watch"
	commandCheck   command = "check"
	commandWindow  command = "window"
	commandVersion command = "version" // --version
	commandHelp    command = "help"    // --help, already printed
)

// Exit codes. Those of check are an interface: scripts read them.
const (
	exitOK         = 0 // and check: live
	exitFailed     = 1 // and check: paused or throttled
	exitUsage      = 2 // and check: down, so that its own usage errors are exitWrongSetUp
	exitWrongSetUp = 3 // check: offline, or wrongly set up
)

// An invocation is a command line that was read and found right: flags, with
// the variables of the environment behind them. See [invocation.override] for
// those that replace a setting.
type invocation struct {
	command   command
	json      bool              // watch, check: JSON, an object a line
	demo      bool              // on the simulated router
	minimized bool              // app: without opening the window
	wall      bool              // app, window: as a wall display
	url       string            // the only router to watch; empty for those of the settings
	name      string            // what to call it; empty for its host
	token     stableroute.Token // for the router of url alone
	logLevel  slog.Level
	at        time.Time // window: the moment that its clock stands still at; zero for now
	child     bool      // window: it was started by the agent, and ends with it
	warnings  []string  // sentences for standard error

	overrides []override
}

// A usageError is a wrong command line, or a wrong variable: one sentence, and
// the code to exit with.
type usageError struct {
	cause error
	code  int
}

func (e *usageError) Error() string { return e.cause.Error() }

func (e *usageError) Unwrap() error { return e.cause }

// grammar is the command line as kong reads it. Values are texts here: they
// are checked afterwards, together with those of the environment. The help is
// written by hand in help.go.
type grammar struct {
	Version   bool
	Demo      bool
	Minimized bool
	Wall      bool
	LogLevel  *string
	URL       *string `name:"url"`
	Name      *string
	TokenFile *string

	Interval    *string
	Timeout     *string
	Threshold   *string
	Policy      *string
	FirstWait   *string
	LongestWait *string
	SettleAfter *string
	SettledWait *string
	Jitter      *string

	App    struct{} `cmd:"" default:"1" hidden:""`
	Watch  output   `cmd:""`
	Check  output   `cmd:""`
	Window struct {
		At    *string `hidden:""`
		Child bool    `hidden:""`
	} `cmd:""`
}

type output struct {
	JSON bool `name:"json"`
}

// parse reads a command line without the program's name. The environment is
// env; help goes to stdout. The error is a *usageError.
func parse(args []string, env func(string) (string, bool), stdout, stderr io.Writer) (invocation, error) {
	var g grammar
	helped := false
	parser, err := kong.New(&g,
		kong.Name("routerwatch"),
		kong.Writers(stdout, stderr),
		kong.Exit(func(int) { helped = true }),
		kong.Help(printHelp),
		kong.WithHyphenPrefixedParameters(true), // --interval -3s deserves a sentence about its range
	)
	if err != nil {
		panic("routerwatch: the grammar of the command line: " + err.Error())
	}
	context, err := parser.Parse(args)
	if helped {
		return invocation{command: commandHelp}, nil
	}
	if err != nil {
		err = fmt.Errorf("%w; see routerwatch --help", err)
		return invocation{}, &usageError{cause: err, code: usageCode(slices.Contains(args, string(commandCheck)))}
	}
	inv := invocation{
		command:   command(context.Command()),
		json:      g.Watch.JSON || g.Check.JSON,
		demo:      g.Demo,
		minimized: g.Minimized,
		wall:      g.Wall,
		child:     g.Window.Child,
	}
	if g.Version {
		inv.command = commandVersion
		return inv, nil
	}
	if err := inv.read(g, env); err != nil {
		return invocation{}, inv.usage(err)
	}
	return inv, nil
}

// usage is the error of a command line whose command is known.
func (inv *invocation) usage(err error) error {
	if _, ok := errors.AsType[*usageError](err); ok {
		return err
	}
	return &usageError{cause: err, code: usageCode(inv.command == commandCheck)}
}

func usageCode(check bool) int {
	if check {
		return exitWrongSetUp
	}
	return exitUsage
}

// read takes the values of the grammar and the environment, and says what is
// wrong with the first that is.
func (inv *invocation) read(g grammar, env func(string) (string, bool)) error {
	values := options{env: env}
	logLevel := values.option("log-level", g.LogLevel)
	address := values.option("url", g.URL)
	name := values.option("name", g.Name)
	tokenFile := values.option("token-file", g.TokenFile)
	token := values.variable("token")
	inv.overrides = overridesOf(g, &values)
	if values.missing != "" {
		return fmt.Errorf("%s: it needs a value", values.missing)
	}

	if inv.command == commandWindow {
		return inv.readWindow(g, values.given, logLevel)
	}
	if inv.wall && inv.command != commandApp && inv.command != commandWindow {
		return fmt.Errorf("--wall is for the app; %s opens no window", inv.command)
	}
	if inv.wall && inv.minimized {
		return errors.New("--wall and --minimized: use one of them")
	}
	if inv.minimized && inv.command != commandApp {
		return fmt.Errorf("--minimized is for the app; %s opens no window", inv.command)
	}
	if err := inv.readLogLevel(logLevel); err != nil {
		return err
	}
	if err := inv.readRouter(address, name); err != nil {
		return err
	}
	if err := inv.readToken(tokenFile, token); err != nil {
		return err
	}
	for _, o := range inv.overrides {
		if err := o.check(); err != nil {
			return err
		}
	}
	// Contradictions between the values; those with the file show later.
	_, err := inv.override(settings.Defaults())
	return err
}

// readWindow takes what a window needs: it polls nothing itself, and what its
// environment says to the agent is not for it.
func (inv *invocation) readWindow(g grammar, given []string, logLevel option) error {
	inv.overrides = nil
	given = slices.DeleteFunc(given, func(flag string) bool { return flag == "--log-level" })
	if inv.demo {
		given = append(given, "--demo")
	}
	if inv.minimized {
		given = append(given, "--minimized")
	}
	if len(given) > 0 {
		return fmt.Errorf("%s: not for window, which shows the snapshots on its standard input and polls nothing", given[0])
	}
	if g.Window.At != nil {
		at, err := time.Parse(time.RFC3339, *g.Window.At)
		if err != nil {
			return fmt.Errorf("--at: %q is not a time; write one such as 2026-01-31T14:02:11Z", *g.Window.At)
		}
		inv.at = at
	}
	return inv.readLogLevel(logLevel)
}

func (inv *invocation) readLogLevel(o option) error {
	if !o.present {
		return nil
	}
	switch strings.ToLower(strings.TrimSpace(o.text)) {
	case "debug":
		inv.logLevel = slog.LevelDebug
	case "info":
		inv.logLevel = slog.LevelInfo
	case "warn":
		inv.logLevel = slog.LevelWarn
	case "error":
		inv.logLevel = slog.LevelError
	default:
		return o.wrong(errors.New("it must be debug, info, warn or error"))
	}
	return nil
}

// readRouter takes the router to watch instead of those of the settings. A
// flag goes before a variable, also where it is another flag: --demo is the
// demo, whatever ROUTERWATCH_URL says.
func (inv *invocation) readRouter(address, name option) error {
	if inv.demo && address.present {
		if !address.fromEnv {
			return errors.New("--demo and --url: use one of them; the demo has a router of its own")
		}
		address.present = false
	}
	if !address.present {
		if name.present && !name.fromEnv {
			return errors.New("--name: it names the router of --url, and there is no --url")
		}
		return nil
	}
	if _, err := stableroute.ParseURL(address.text); err != nil {
		return address.wrong(err)
	}
	inv.url = strings.TrimSpace(address.text)
	if name.present {
		if err := settings.CheckName(name.text); err != nil {
			return name.wrong(err)
		}
		inv.name = settings.TidyName(name.text)
	}
	return nil
}
