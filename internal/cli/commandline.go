package cli

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os"
	"slices"
	"strings"
	"time"

	"github.com/alecthomas/kong"

	"routerwatch/internal/redact"
	"routerwatch/internal/secret"
	"routerwatch/monitor"
	"routerwatch/settings"
	"routerwatch/ui/view"
)

// The values of [Invocation.Command].
const (
	App     = "app" // no command was named
	Watch   = "watch"
	Check   = "check"
	Window  = "window"
	History = "history"
)

// Exit codes. Those of check are a stable interface for scripts.
const (
	exitOK            = 0 // and check: live
	exitFailed        = 1
	exitPaused        = 1 // check: paused or throttled
	exitDown          = 2 // check: down
	exitUsage         = 2 // for check it is exitMisconfigured
	exitMisconfigured = 3 // check: offline or misconfigured
)

// An Invocation is a parsed and checked command line, together with the
// environment variables of its flags. Its tags are kong's grammar.
type Invocation struct {
	Command string `kong:"-"`

	Version kong.VersionFlag `help:"Print the version."`

	URL       option `name:"url" placeholder:"URL" group:"Which router:" help:"Watch this router instead of those in the settings file. May be given once."`
	Name      option `placeholder:"NAME" group:"Which router:" help:"What to call it; its host by default."`
	TokenFile option `placeholder:"FILE" group:"Which router:" help:"Its bearer token, in a file of one line; the token itself may be in ROUTERWATCH_TOKEN, never on the command line."`
	Demo      bool   `group:"Which router:" help:"Watch a simulated router inside the program."`

	Settings any `embed:"" group:"How to watch it:"` // an option for each key with a flag

	Folder option `name:"history" placeholder:"FOLDER" group:"More:" help:"Where the history is kept, instead of the state folder. With --url nothing is kept without it."`

	Minimized bool   `group:"More:" help:"Start the app without opening the window."`
	Wall      bool   `group:"More:" help:"Start it as a wall display: full screen, to be read from across a room."`
	LogLevel  option `placeholder:"LEVEL" group:"More:" help:"debug, info, warn or error; info by default."`

	AppCommand     struct{}       `cmd:"" name:"app" default:"1" hidden:""`
	WatchCommand   output         `cmd:"" name:"watch" help:"The same watch in the terminal, until it is interrupted."`
	CheckCommand   output         `cmd:"" name:"check" help:"One poll of each router, then an exit code."`
	HistoryCommand historyCommand `cmd:"" name:"history" help:"What happened: uptime, outages and changes."`
	WindowCommand  windowCommand  `cmd:"" name:"window" help:"The window alone, showing the snapshots on standard input."`

	level    slog.Level    // of the log
	at       time.Time     // a fixed time for the window's clock; zero for none
	tokens   secret.Tokens // the token of the router of --url, if hasToken
	hasToken bool
	secrets  *redact.Secrets // removed from the log; nil for none
	warnings []string        // sentences for standard error
	printed  bool            // the help or the version was printed, and nothing else is to be done
}

type output struct {
	JSON bool `name:"json" group:"More:" help:"Of watch and check: JSON, one object a line."`
}

type windowCommand struct {
	At    option `hidden:""` // see [Invocation.at]
	Child bool   `hidden:""` // started by the agent, and ends with it
	Keep  bool   `hidden:""` // open no window, but keep standard input on the clipboard
}

// A UsageError reports an invalid option or variable: one sentence, and the exit
// code.
type UsageError struct {
	cause error
	Code  int
}

func (e *UsageError) Error() string { return view.Problem(e.cause) }

func usageError(check bool, cause error) error {
	if check {
		return &UsageError{cause, exitMisconfigured}
	}
	return &UsageError{cause, exitUsage}
}

// Parse reads the arguments after the program's name, and the environment
// variables of the flags. The invocation is nil if help or version was printed
// to stdout. The error is a *[UsageError]. The token is removed from the
// environment, so that no child process inherits it.
func Parse(args []string, env func(string) (string, bool), stdout, stderr io.Writer) (*Invocation, error) {
	defer os.Unsetenv(tokenVariable) //nolint:errcheck // it fails only for an invalid name
	inv := &Invocation{Settings: settingsFlags(), secrets: &redact.Secrets{}}
	inv.tokens = secret.NewTokens(inv.secrets)
	for _, name := range []string{"http_proxy", "https_proxy", "all_proxy"} {
		for _, name := range []string{name, strings.ToUpper(name)} {
			proxy, _ := env(name)
			inv.secrets.AddURL(proxy)
		}
	}
	context, err := inv.parser(env, stdout, stderr).Parse(expandAliases(args))
	if inv.printed {
		return nil, nil
	}
	if err != nil {
		return nil, usageError(slices.Contains(args, Check), explainParse(args, err))
	}
	inv.Command = context.Command()
	if err := inv.check(context.Path, env); err != nil {
		return nil, usageError(inv.Command == Check, err)
	}
	return inv, nil
}

// parser builds kong's parser, which fills this invocation.
func (inv *Invocation) parser(env func(string) (string, bool), stdout, stderr io.Writer) *kong.Kong {
	parser, err := kong.New(inv,
		kong.Name("routerwatch"),
		kong.Description(helpIntroduction),
		kong.Vars{"version": title + " " + version},
		kong.Writers(stdout, stderr),
		kong.Exit(func(int) { inv.printed = true }),
		kong.Help(printHelp),
		kong.ConfigureHelp(kong.HelpOptions{Compact: true, WrapUpperBound: 90}),
		kong.ExplicitGroups([]kong.Group{{Key: "How to watch it:", Title: "How to watch it:", Description: helpSettings}}),
		kong.WithHyphenPrefixedParameters(true), // so that --interval -3s gets the error about its range
		kong.Resolvers(variables(env)),
		kong.PostBuild(func(k *kong.Kong) error {
			k.Model.HelpFlag.Help = "Print the help of the program, or of a command."
			for _, command := range k.Model.Children {
				command.Detail = map[string]string{Watch: helpWatch, Check: helpCheck, Window: helpWindow, History: helpHistory}[command.Name]
			}
			return nil
		}),
	)
	if err != nil {
		panic("routerwatch: the grammar of the command line: " + err.Error())
	}
	return parser
}

// check returns the first problem with a value or a combination of values.
func (inv *Invocation) check(path []*kong.Path, env func(string) (string, bool)) error {
	window := inv.Command == Window
	times := map[string]int{}
	for _, given := range path {
		if flag := given.Flag; flag != nil && !given.Resolved && slices.Contains([]string{"url", "name", "token-file"}, flag.Name) {
			if times[flag.Name]++; times[flag.Name] > 1 {
				return fmt.Errorf("--%s: only once, as it is about one router; several are watched from the settings file", flag.Name)
			}
		}
		if flag := given.Flag; flag != nil && !takes(inv.Command, flag.Name) {
			return fmt.Errorf("--%s: not for %s, which %s and polls nothing", flag.Name, inv.Command,
				map[string]string{Window: "shows the snapshots on its standard input", History: "reads what was recorded"}[inv.Command])
		}
	}
	switch {
	case window:
	case inv.Wall && inv.Command != App:
		return fmt.Errorf("--wall is for the app; %s opens no window", inv.Command)
	case inv.Minimized && inv.Command != App:
		return fmt.Errorf("--minimized is for the app; %s opens no window", inv.Command)
	case inv.Wall && inv.Minimized:
		return errors.New("--wall and --minimized: use one of them")
	}
	// A flag takes precedence over the variable of another flag.
	switch {
	case inv.Demo && inv.URL.byFlag():
		return errors.New("--demo and --url: use one of them; the demo has a router of its own")
	case inv.Demo:
		inv.URL = option{}
	}
	if !inv.URL.given() && !inv.Name.byFlag() {
		inv.Name = option{}
	}
	if first := cmp.Or(
		inv.LogLevel.read(inv.readLevel), inv.URL.read(checkAddress), inv.Name.read(settings.CheckName),
		inv.WindowCommand.At.read(inv.readMoment),
	); first != nil {
		return first
	}
	if inv.Name.given() && !inv.URL.given() {
		return errors.New("--name: it names the router of --url, and there is no --url")
	}
	if window {
		return nil
	}
	if inv.Command == History {
		return inv.HistoryCommand.read(time.Now())
	}
	if err := inv.readToken(env); err != nil {
		return err
	}
	// The settings, and conflicts between them; conflicts with the file are found later.
	_, err := inv.override(settings.Defaults())
	return err
}

// takes reports whether a command takes a flag.
func takes(command, flag string) bool {
	switch command {
	case Window:
		return slices.Contains([]string{"at", "child", "keep", "wall", "log-level", "history"}, flag)
	case History:
		return slices.Contains([]string{"history", "router", "since", "until", "json", "csv", "openmetrics"}, flag)
	}
	return true
}

func (inv *Invocation) readLevel(text string) error {
	if inv.level.UnmarshalText([]byte(strings.TrimSpace(text))) != nil {
		return errors.New("it must be debug, info, warn or error")
	}
	return nil
}

func (inv *Invocation) readMoment(text string) (err error) {
	if inv.at, err = time.Parse(time.RFC3339, text); err != nil {
		return fmt.Errorf("%q is not a time; write one such as 2026-01-31T14:02:11Z", text)
	}
	return nil
}

func checkAddress(text string) error {
	_, err := monitor.ParseAddress(text)
	return err
}
