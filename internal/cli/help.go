package cli

import (
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/alecthomas/kong"

	"routerwatch/internal/redact"
)

const helpIntroduction = `Routerwatch shows in the tray whether your StableRoute routers are alive, and interrupts only when that changes. Without a command it is the app: tray icon and window.`

const helpSettings = `A DURATION looks like 250ms, 5s or 1m30s. A policy replaces all of [backoff] in the settings file.`

// helpMore follows what kong prints.
const helpMore = `
An option with a value can be given as a variable of the same name, such as
ROUTERWATCH_FIRST_WAIT for --first-wait. The option overrides the variable, and both
override the settings file. They apply to this run and are never saved.

Examples:
  routerwatch --url https://router.example.org
  routerwatch check --url https://router.example.org --token-file ~/.router-token
  routerwatch watch --json --interval 10s --jitter 0.25
  routerwatch history --since 30d

Exit codes:
  0  all went well            1  it failed            2  wrong option or variable
  check has its own: 0 live, 1 paused or throttled, 2 down, 3 offline or misconfigured

Files:
  routerwatch/settings.toml in your configuration folder ($XDG_CONFIG_HOME, or ~/.config)
  holds the routers and how to watch them. The app writes it and you may edit it.
`

const helpJSON = `With --json each line is one JSON object, which routerwatch window can read:

	router, url     its name, and its address without secrets
	status          live, paused, retrying, down, throttled,
	                offline, connecting, stalled
	pairs, paused   null while unknown
	latency_ms, updated_at    of the last good answer;
	                times are RFC 3339, in UTC
	failures        polls that failed in a row
	next_poll_at, wait_ms     when the next poll is due,
	                and how long that wait is
	failure         null, or kind, layer, message,
	                http_status, request_id, retry_after_s
`

const helpWatch = `It prints a line for each change or, with --json, an object for each settled poll or change of status. It never opens a display.

` + helpJSON

const helpCheck = `It prints how each router is, and exits with the worst (2, then 3, 1, 0):

	0  live
	1  paused or throttled
	2  down: one failed poll is enough
	3  offline or misconfigured (also a wrong option or variable)

It never opens a display.

` + helpJSON

const helpWindow = `The snapshots are one JSON object a line, as routerwatch watch --json writes them. It polls nothing itself, so what needs the app (checking now, snoozing, the settings) is greyed out.

	routerwatch watch --json --url https://router.example.org | routerwatch window
`

const helpHistory = `It prints what is kept of the past of each router, while the program runs or not. Of two or more routers an overview comes first, the least uptime at its top. On a terminal lines are cut at 80 columns, in a pipe or a file not.

A day is one character of the bar: █ up all day, ▆ at least 99 %, ▄ at least 90 %, ▂ less, ░ less than 90 % of it was watched, and a blank if none was. Uptime is up time divided by up and down time; a percentage is rounded down. The minute that is going on is not in it yet. Of the other options, only --history goes with it.
`

// printHelp prints the help of the selected command, or of the program.
func printHelp(options kong.HelpOptions, context *kong.Context) error {
	if context.Selected() != nil {
		return kong.DefaultHelpPrinter(options, context)
	}
	options.NoAppSummary = true // kong's usage line shows the command as required
	if _, err := io.WriteString(context.Stdout, "Usage: routerwatch [<command>] [flags]\n"); err != nil {
		return err
	}
	if err := kong.DefaultHelpPrinter(options, context); err != nil {
		return err
	}
	_, err := io.WriteString(context.Stdout, helpMore)
	return err
}

// expandAliases replaces help, help COMMAND and version, which are commands in
// other programs, by their flags.
func expandAliases(args []string) []string {
	if len(args) == 0 {
		return args
	}
	switch rest := args[1:]; {
	case args[0] == "help":
		return append(slices.Clone(rest), "--help")
	case args[0] == "version" && len(rest) == 0:
		return []string{"--version"}
	}
	return args
}

// explainParse is the error for a command line that kong could not parse: one
// sentence with what was probably meant. It looks at the command line, not at
// the text of the error, and falls back to kong's message.
func explainParse(args []string, err error) error {
	for i, arg := range args {
		if i > 0 && strings.HasPrefix(args[i-1], "--") && args[i-1] != "--json" {
			continue // it may be that option's value
		}
		switch {
		case arg == "--json" && !slices.Contains(args, Watch) && !slices.Contains(args, Check) && !slices.Contains(args, History):
			return errors.New("--json goes with a command: routerwatch watch --json, or routerwatch check --json")
		case strings.HasPrefix(arg, "https://"), strings.HasPrefix(arg, "http://"):
			return errors.New("an address needs --url before it; see routerwatch --help")
		case slices.Contains([]string{"demo", "wall", "minimized", "version", "help"}, arg):
			return fmt.Errorf("%s is an option: write it as --%s", arg, arg)
		}
	}
	text := redact.Text(err.Error())  // it quotes what was typed, such as a password in an address
	if strings.HasSuffix(text, "?") { // kong suggests something
		return errors.New(text + " See routerwatch --help")
	}
	return errors.New(text + "; see routerwatch --help")
}
