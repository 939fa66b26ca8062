package cli

import (
	"errors"
	"io"
	"log/slog"
	"slices"
	"time"

	"github.com/alecthomas/kong"

	"routerwatch/monitor/stableroute"
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
	context, err := parser.Parse(asked(args))
	if helped {
		return invocation{command: commandHelp}, nil
	}
	if err != nil {
		return invocation{}, &usageError{cause: meant(args, err), code: usageCode(slices.Contains(args, string(commandCheck)))}
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
