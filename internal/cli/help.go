package cli

import (
	"fmt"
	"io"

	"github.com/alecthomas/kong"
)

const helpApp = `Routerwatch shows in the tray whether your StableRoute routers are alive, and
interrupts only when that changes.

Usage:
  routerwatch [options]                   the app: tray icon and window
  routerwatch --demo                      the app on a simulated router
  routerwatch watch [--json] [options]    the same watch in the terminal
  routerwatch check [--json] [options]    one poll of each router, then an exit code
  routerwatch window                      the window alone, showing snapshots from
                                          standard input, as watch --json writes them
  routerwatch COMMAND --help              more about a command

Which router:
  --url URL             watch this router instead of those in the settings file
  --name NAME           what to call it (default: its host)
  --token-file FILE     its bearer token, in a file of one line; the token itself may
                        be in ROUTERWATCH_TOKEN, never on the command line
  --demo                watch a simulated router inside the program

How to watch it (DURATION is such as 250ms, 5s or 1m30s):
  --interval DURATION   from the end of a poll to the next one; 1s to 1h (5s)
  --timeout DURATION    how long a poll may take; 1s to 5m (30s)
  --threshold N         failures in a row that count as down; 1 to 100 (2)
  --policy NAME         how to wait after failures: default, stableroute or rpoms
                        (default); it replaces all of [backoff] in the settings file
  --first-wait DURATION    the wait after the first failure; it doubles from there
  --longest-wait DURATION  up to this
  --settle-after N         after N failures in a row (0 is never) the wait is
  --settled-wait DURATION  this
  --jitter FRACTION        each wait varies at random by this fraction; 0 to 1

More:
  --minimized           start the app without opening the window
  --wall                start it as a wall display: full screen, to be read from afar
  --log-level LEVEL     debug, info, warn or error (info)
  --version             print the version
  --help, -h            print this

An option with a value can be given as a variable of the same name, such as
ROUTERWATCH_FIRST_WAIT for --first-wait; the option goes before the variable, and both
before the settings file. They count for this run and are never saved.

Examples:
  routerwatch --url https://router.example.org
  routerwatch check --url https://router.example.org --token-file ~/.router-token
  routerwatch watch --json --interval 10s --jitter 0.25

Exit codes:
  0  all went well            1  it failed            2  wrong option or variable
  check has its own: 0 live, 1 paused or throttled, 2 down, 3 offline or wrongly set up

Files:
  routerwatch/settings.toml in your configuration folder ($XDG_CONFIG_HOME, or ~/.config)
  holds the routers and how to watch them. The app writes it and you may edit it.
`

const helpJSON = `
With --json each line is one JSON object with
  router, url     its name, and its address without secrets
  status          live, paused, retrying, down, throttled, offline, connecting, stalled
  pairs, paused   null while unknown
  latency_ms, updated_at    of the last good answer; times are RFC 3339, in UTC
  failures        polls that failed in a row
  next_poll_at, wait_ms     when the next poll is due, and how long that wait is
  failure         null, or kind, layer, message, http_status, request_id, retry_after_s
The window takes the same lines.
`

const helpWatch = `Usage: routerwatch watch [--json] [options]

Watches the routers in the terminal, as the app does, until it is interrupted: a line
for each change or, with --json, an object for each settled poll. It never opens a
display.
` + helpJSON + helpOptions

const helpCheck = `Usage: routerwatch check [--json] [options]

Polls each router once, prints how it is, and exits with the worst:
  0  live
  1  paused or throttled
  2  down: one failed poll is enough
  3  offline, or wrongly set up (a wrong option or variable too)
It never opens a display.
` + helpJSON + helpOptions

//nolint:gosec // G101 takes the example for a credential
const helpWindow = `Usage: routerwatch window

Shows the snapshots that come on standard input, one JSON object a line, as
routerwatch watch --json writes them. It polls nothing itself, so what would need the
app (checking now, snoozing, the settings) is greyed out.

  routerwatch watch --json --url https://router.example.org | routerwatch window
`

const helpOptions = `
routerwatch --help lists the options.
`

// printHelp prints the help of the command on the line.
func printHelp(_ kong.HelpOptions, context *kong.Context) error {
	text := helpApp
	if selected := context.Selected(); selected != nil {
		switch command(selected.Name) {
		case commandWatch:
			text = helpWatch
		case commandCheck:
			text = helpCheck
		case commandWindow:
			text = helpWindow
		}
	}
	if _, err := io.WriteString(context.Stdout, text); err != nil {
		return fmt.Errorf("printing the help: %w", err)
	}
	return nil
}
