package cli

import (
	"bytes"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"routerwatch/internal/secret"
	"routerwatch/settings"
)

// parsed reads a command line in an environment of those variables.
func parsed(t *testing.T, args []string, env map[string]string) (inv *Invocation, stdout string, err error) {
	t.Helper()
	var out, errs bytes.Buffer
	inv, err = Parse(args, func(name string) (string, bool) {
		value, ok := env[name]
		return value, ok
	}, &out, &errs)
	assert.Empty(t, errs.String(), "what is wrong is in the error alone")
	return inv, out.String(), err
}

// forget leaves what the command line itself says.
func forget(inv *Invocation) { inv.Settings, inv.secrets, inv.tokens = nil, nil, secret.Tokens{} }

func TestParseCommand(t *testing.T) {
	at := time.Date(2026, 1, 31, 14, 2, 11, 0, time.UTC)
	given := func(text string) option { return option{"url", "--url", text} }
	for line, want := range map[string]Invocation{
		"":              {Command: App},
		"--demo":        {Command: App, Demo: true},
		"--minimized":   {Command: App, Minimized: true},
		"--wall":        {Command: App, Wall: true},
		"window --wall": {Command: Window, Wall: true},
		"watch":         {Command: Watch},
		"watch --json":  {Command: Watch, WatchCommand: output{JSON: true}},
		"watch --demo":  {Command: Watch, Demo: true},
		"--demo watch":  {Command: Watch, Demo: true},
		"check":         {Command: Check},
		"check --json --log-level ERROR": {
			Command: Check, CheckCommand: output{JSON: true},
			LogLevel: option{"log-level", "--log-level", "ERROR"}, level: slog.LevelError,
		},
		"window":         {Command: Window},
		"window --child": {Command: Window, WindowCommand: windowCommand{Child: true}},
		"window --keep":  {Command: Window, WindowCommand: windowCommand{Keep: true}},
		"window --at 2026-01-31T14:02:11Z": {
			Command: Window, WindowCommand: windowCommand{At: option{"at", "--at", "2026-01-31T14:02:11Z"}}, at: at,
		},
		"--url https://router.example.org/": {Command: App, URL: given("https://router.example.org/")},
		"check --url http://[::1]:8080 --name Mine": {
			Command: Check, URL: given("http://[::1]:8080"), Name: option{"name", "--name", "Mine"},
		},
	} {
		t.Run(line, func(t *testing.T) {
			inv, stdout, err := parsed(t, strings.Fields(line), nil)
			require.NoError(t, err)
			assert.Empty(t, stdout)
			assert.Empty(t, inv.settings())
			forget(inv)
			assert.Equal(t, &want, inv)
		})
	}
}

func TestWhatIsAboutOneRouterIsGivenOnce(t *testing.T) {
	for _, line := range []string{
		"check --url http://first.example --url http://last.example", "check --url http://a.example --name A --name B",
		"check --url http://a.example --token-file a --token-file b",
	} {
		_, _, err := parsed(t, strings.Fields(line), map[string]string{"ROUTERWATCH_URL": "http://c.example"})
		require.ErrorContains(t, err, "only once, as it is about one router")
		usage, _ := errors.AsType[*UsageError](err)
		assert.Equal(t, exitMisconfigured, usage.Code)
	}
	inv, _, err := parsed(t, strings.Fields("check --url http://first.example --interval 6s --interval 7s"), map[string]string{"ROUTERWATCH_URL": "http://c.example"})
	require.NoError(t, err)
	assert.Equal(t, "http://first.example", inv.URL.text)
	assert.Equal(t, "7s", inv.settings()[0].text, "of the others the last one counts")
}

func TestAMisspeltVariableIsPointedOut(t *testing.T) {
	inv, _, err := parsed(t, []string{"check"}, nil)
	require.NoError(t, err)
	assert.Equal(t, []string{
		`"ROUTERWATCH_INTERVALL" has no effect: there is no such variable; did you mean ROUTERWATCH_INTERVAL?`,
		`"ROUTERWATCH_TIMOUT" has no effect: there is no such variable; did you mean ROUTERWATCH_TIMEOUT?`,
		`"routerwatch_url" has no effect: there is no such variable; did you mean ROUTERWATCH_URL?`,
		`"ROUTERWATCH_SOMETHING_ELSE" has no effect: there is no such variable`,
		`"ROUTERWATCH_DEMO" has no effect: there is no such variable`,
	}, inv.unknownVariables([]string{
		"PATH=/bin", "ROUTERWATCH_INTERVALL=5s", "ROUTERWATCH_TIMOUT=x", "routerwatch_url=y", "ROUTERWATCH_SOMETHING_ELSE=", "ROUTERWATCH_DEMO=1",
		"ROUTERWATCH_TOKEN=x", "ROUTERWATCH_TOKEN_FILE=x", "ROUTERWATCH_URL=x", "ROUTERWATCH_NAME=x", "ROUTERWATCH_HISTORY=x",
		"ROUTERWATCH_LOG_LEVEL=x", "ROUTERWATCH_FIRST_WAIT=x", "ROUTERWATCH_SETTLE_AFTER=0", "ROUTERWATCH_ROUTER=x", "ROUTERWATCH_SINCE=x",
	}))
}

func TestParseVersion(t *testing.T) {
	for _, line := range []string{"--version", "version", "check --version", "--version --jitter"} {
		inv, stdout, err := parsed(t, strings.Fields(line), map[string]string{"ROUTERWATCH_JITTER": "lots"})
		require.NoError(t, err, line)
		assert.Nil(t, inv)
		assert.Equal(t, "Routerwatch "+version+"\n", stdout)
	}
}

func TestParseOverrides(t *testing.T) {
	file := settings.Defaults()
	file.Routers = []settings.Router{{ID: "a", Name: "A", URL: "https://a.example"}}
	file.Backoff = settings.Backoff{Policy: "stableroute", FirstWait: settings.Use(20 * time.Second)}
	everything := func(s *settings.Settings) {
		s.Poll = settings.Poll{Interval: 10 * time.Second, Timeout: 8 * time.Second, Threshold: 3, RecoverAfter: 2, LostPairs: 50, Details: true}
		s.Backoff = settings.Backoff{
			Policy: "rpoms", FirstWait: settings.Use(250 * time.Millisecond), LongestWait: settings.Use(2 * time.Minute),
			SettleAfter: settings.Use(5), SettledWait: settings.Use(10 * time.Minute), Jitter: settings.Use(0.5),
		}
	}

	for name, c := range map[string]struct {
		line string
		env  map[string]string
		want func(*settings.Settings)
	}{
		"nothing": {"", nil, func(*settings.Settings) {}},
		"every flag": {
			"--interval 10s --timeout 8s --threshold 3 --policy RPOMS --first-wait 250ms --longest-wait 2m " +
				"--settle-after 5 --settled-wait 10m --jitter 0.5",
			nil,
			everything,
		},
		"every variable": {
			"",
			map[string]string{
				"ROUTERWATCH_INTERVAL": "10s", "ROUTERWATCH_TIMEOUT": "8s", "ROUTERWATCH_THRESHOLD": "3",
				"ROUTERWATCH_POLICY": "rpoms", "ROUTERWATCH_FIRST_WAIT": "250ms", "ROUTERWATCH_LONGEST_WAIT": "2m",
				"ROUTERWATCH_SETTLE_AFTER": "5", "ROUTERWATCH_SETTLED_WAIT": "10m", "ROUTERWATCH_JITTER": "0.5",
			},
			everything,
		},
		"a flag goes before its variable": {
			"--interval 7s",
			map[string]string{"ROUTERWATCH_INTERVAL": "soon", "ROUTERWATCH_TIMEOUT": "9s"},
			func(s *settings.Settings) { s.Poll.Interval, s.Poll.Timeout = 7*time.Second, 9*time.Second },
		},
		"an empty variable is none": {
			"",
			map[string]string{"ROUTERWATCH_INTERVAL": "", "ROUTERWATCH_URL": ""},
			func(*settings.Settings) {},
		},
		"a value goes before the file's, the others stay": {
			"--jitter 0", nil,
			func(s *settings.Settings) { s.Backoff.Jitter = settings.Use(0.0) },
		},
		"a policy takes the place of the file's values": {
			"--settle-after 0 --policy default", nil,
			func(s *settings.Settings) {
				s.Backoff = settings.Backoff{Policy: "default", SettleAfter: settings.Use(0)}
			},
		},
		"a router of its own": {
			"--url https://router.example.org/prefix", nil,
			func(s *settings.Settings) {
				const address = "https://router.example.org/prefix"
				s.Routers = []settings.Router{{ID: settings.IDFor(address), Name: "router.example.org", URL: address}}
			},
		},
		"a router of its own, by variables": {
			"",
			map[string]string{"ROUTERWATCH_URL": "http://127.0.0.1:1", "ROUTERWATCH_NAME": " Mine "},
			func(s *settings.Settings) {
				const address = "http://127.0.0.1:1"
				s.Routers = []settings.Router{{ID: settings.IDFor(address), Name: "Mine", URL: address}}
			},
		},
		"the demo has its own": {
			"--demo",
			map[string]string{"ROUTERWATCH_URL": "http://127.0.0.1:1", "ROUTERWATCH_NAME": "Mine"},
			func(s *settings.Settings) { s.Routers = nil },
		},
	} {
		t.Run(name, func(t *testing.T) {
			inv, _, err := parsed(t, strings.Fields(c.line), c.env)
			require.NoError(t, err)
			before := file.Clone()
			got, err := inv.override(file)
			require.NoError(t, err)
			want := file.Clone()
			c.want(&want)
			assert.Equal(t, want, got)
			assert.Equal(t, before, file, "what came from the file is as it was")
			assert.Equal(t, strings.Contains(name, "own"), inv.ownRouter())
		})
	}
}

func TestParseErrors(t *testing.T) {
	const unit = "--interval: 5 has no unit; write 5s for seconds"
	for name, c := range map[string]struct {
		line string
		env  map[string]string
		want string
		code int
	}{
		"no unit":                 {"--interval 5", nil, unit, 2},
		"no unit, watch":          {"watch --interval 5", nil, unit, 2},
		"no unit, check":          {"check --interval 5", nil, unit, 3},
		"flag before the command": {"--interval 5 check", nil, unit, 3},
		"variable":                {"", map[string]string{"ROUTERWATCH_INTERVAL": "5"}, "ROUTERWATCH_INTERVAL: 5 has no unit; write 5s for seconds", 2},
		"negative":                {"--interval -3s", nil, "--interval: -3s is not allowed; it must be from 1s to 1h", 2},
		"timeout":                 {"--timeout 10m", nil, "--timeout: 10m is not allowed; it must be from 1s to 5m", 2},
		"threshold":               {"--threshold 0", nil, "--threshold: 0 is not allowed; it must be from 1 to 100", 2},
		"threshold in parts":      {"--threshold 1.5", nil, `--threshold: "1.5" is not a whole number from 1 to 100`, 2},
		"policy":                  {"--policy fast", nil, `--policy: there is no policy "fast"; it must be one of default, stableroute, rpoms`, 2},
		"first wait":              {"--first-wait 0s", nil, "--first-wait: 0s is not allowed; it must be from 1ms to 24h", 2},
		"longest wait":            {"--longest-wait 25h", nil, "--longest-wait: 25h is not allowed; it must be from 1ms to 24h", 2},
		"settle after":            {"--settle-after -1", nil, "--settle-after: -1 is not allowed; it must be from 0 to 1000000", 2},
		"settled wait":            {"--settled-wait x", nil, `--settled-wait: "x" is not a duration; write one such as 250ms, 5s or 1m30s`, 2},
		"jitter":                  {"--jitter 25%", nil, `--jitter: "25%" is not a number from 0 to 1, such as 0.25`, 2},
		"jitter variable":         {"check", map[string]string{"ROUTERWATCH_JITTER": "lots"}, `ROUTERWATCH_JITTER: "lots" is not a number from 0 to 1, such as 0.25`, 3},
		"contradiction":           {"--first-wait 2m", nil, "--first-wait: the longest wait is 1m0s; it must be from the first wait (2m0s) to 24h", 2},
		"contradiction of two": {
			"--longest-wait 10s",
			map[string]string{"ROUTERWATCH_FIRST_WAIT": "20s"},
			"ROUTERWATCH_FIRST_WAIT, --longest-wait: the longest wait is 10s; it must be from the first wait (20s) to 24h", 2,
		},
		"an address alone":       {"check https://me:planted@h/?k=planted", nil, "an address needs --url before it; see routerwatch --help", 3},
		"an address, for JSON":   {"watch --json https://h", nil, "an address needs --url before it; see routerwatch --help", 2},
		"an address in capitals": {"check HTTPS://me:planted@h/?k=planted", nil, "unexpected argument HTTPS://[redacted]@h/?[redacted]; see routerwatch --help", 3},
		"log level":              {"--log-level loud", nil, "--log-level: it must be debug, info, warn or error", 2},
		"log level variable":     {"window", map[string]string{"ROUTERWATCH_LOG_LEVEL": "loud"}, "ROUTERWATCH_LOG_LEVEL: it must be debug, info, warn or error", 2},
		"name too long":          {"--url http://h --name " + strings.Repeat("n", 61), nil, "--name: the name has 61 characters; it must have 1 to 60", 2},
		"name alone":             {"--name Mine", nil, "--name: it names the router of --url, and there is no --url", 2},
		"token file alone":       {"check --token-file x", nil, "--token-file: the token is for the router of --url alone, and there is no --url", 3},
		"demo and url":           {"--demo --url http://h", nil, "--demo and --url: use one of them; the demo has a router of its own", 2},
		"wall watch":             {"watch --wall", nil, "--wall is for the app; watch opens no window", 2},
		"wall and minimized":     {"--wall --minimized", nil, "--wall and --minimized: use one of them", 2},
		"minimized watch":        {"watch --minimized", nil, "--minimized is for the app; watch opens no window", 2},
		"minimized window":       {"window --minimized", nil, "--minimized: not for window, which shows the snapshots on its standard input and polls nothing", 2},
		"window with a router":   {"window --url http://h", nil, "--url: not for window, which shows the snapshots on its standard input and polls nothing", 2},
		"window with a wait":     {"window --jitter 0", nil, "--jitter: not for window, which shows the snapshots on its standard input and polls nothing", 2},
		"demo window":            {"window --demo", nil, "--demo: not for window, which shows the snapshots on its standard input and polls nothing", 2},
		"history with a router":  {"history --url http://h", nil, "--url: not for history, which reads what was recorded and polls nothing", 2},
		"history with a wait":    {"history --jitter 0", nil, "--jitter: not for history, which reads what was recorded and polls nothing", 2},
		"history of the demo":    {"history --demo --json", nil, "--demo: not for history, which reads what was recorded and polls nothing", 2},
		"history on a wall":      {"history --wall", nil, "--wall: not for history, which reads what was recorded and polls nothing", 2},
		"history from nowhen":    {"history", map[string]string{"ROUTERWATCH_SINCE": "later", "ROUTERWATCH_INTERVAL": "never"}, `ROUTERWATCH_SINCE: "later" is not a time; write 36h, 7d, 2026-01-31, "2026-01-31 14:02" or 2026-01-31T14:02:11Z`, 2},
		"history in two forms":   {"history --json --csv", nil, "--json and --csv can't be used together; see routerwatch --help", 2},
		"window at no time":      {"window --at noon", nil, `--at: "noon" is not a time; write one such as 2026-01-31T14:02:11Z`, 2},
		"no value":               {"--interval", nil, "--interval: it needs a value", 2},
		"a flag for a value":     {"watch --url --json", nil, "--url: it needs a value", 2},
		"an empty value":         {"--url=", nil, "--url: it needs a value", 2},
		"unknown flag":           {"--frequency 5s", nil, "unknown flag --frequency; see routerwatch --help", 2},
		"unknown flag of check":  {"check --frequency", nil, "unknown flag --frequency; see routerwatch --help", 3},
		"json without a command": {"--json", nil, "--json goes with a command: routerwatch watch --json, or routerwatch check --json", 2},
		"a mistyped command":     {"chek", nil, `unexpected argument chek, did you mean "check"? See routerwatch --help`, 2},
		"a mistyped option":      {"--intervall 5s", nil, `unknown flag --intervall, did you mean "--interval"? See routerwatch --help`, 2},
		"a bare address":         {"check https://user:secret@h", nil, "an address needs --url before it; see routerwatch --help", 3},
		"an option as a word":    {"demo", nil, "demo is an option: write it as --demo", 2},
		"a value that is a word": {"--name demo --frequency", nil, "unknown flag --frequency; see routerwatch --help", 2},
		"unknown command":        {"serve", nil, "unexpected argument serve; see routerwatch --help", 2},
		"an argument too many":   {"check all", nil, "unexpected argument all; see routerwatch --help", 3},
		"a token on the line":    {"--url http://h --token s3cret", nil, `unknown flag --token, did you mean "--token-file"? See routerwatch --help`, 2},
		"two tokens": {
			"--url http://127.0.0.1:1",
			map[string]string{"ROUTERWATCH_TOKEN_FILE": "x", "ROUTERWATCH_TOKEN": "s3cret"},
			"ROUTERWATCH_TOKEN_FILE and ROUTERWATCH_TOKEN: set one of them", 2,
		},
		"token of two lines": {
			"--url http://127.0.0.1:1",
			map[string]string{"ROUTERWATCH_TOKEN": "s3cret\nmore"},
			"ROUTERWATCH_TOKEN: the token must be one line", 2,
		},
		"token of two words": {
			"--url http://127.0.0.1:1",
			map[string]string{"ROUTERWATCH_TOKEN": "Bearer s3cret"},
			"ROUTERWATCH_TOKEN: the token must be one word of printable ASCII", 2,
		},
	} {
		t.Run(name, func(t *testing.T) {
			_, stdout, err := parsed(t, strings.Fields(c.line), c.env)
			require.EqualError(t, err, c.want)
			usage, ok := errors.AsType[*UsageError](err)
			require.True(t, ok)
			assert.Equal(t, c.code, usage.Code)
			assert.Empty(t, stdout)
			assert.NotContains(t, err.Error(), "s3cret")
		})
	}
}

func TestParseRefusesAnAddress(t *testing.T) {
	for _, address := range []string{"router.example.org", "ftp://h", "https://", "http://operator:s3cret@h"} {
		_, _, err := parsed(t, []string{"check", "--url", address}, nil)
		require.ErrorContains(t, err, "--url: the address ")
		assert.NotContains(t, err.Error(), "s3cret")
		_, _, err = parsed(t, []string{"check"}, map[string]string{"ROUTERWATCH_URL": address})
		require.ErrorContains(t, err, "ROUTERWATCH_URL: the address ")
		assert.NotContains(t, err.Error(), "s3cret")
	}
}

// The window's environment is the agent's: nothing in it is for the window.
func TestParseWindowIgnoresTheEnvironment(t *testing.T) {
	inv, _, err := parsed(t, []string{"window", "--child"}, map[string]string{
		"ROUTERWATCH_URL": "nonsense", "ROUTERWATCH_JITTER": "lots", "ROUTERWATCH_TOKEN": "s3cret",
		"ROUTERWATCH_TOKEN_FILE": "/nowhere", "ROUTERWATCH_LOG_LEVEL": "debug",
	})
	require.NoError(t, err)
	assert.Empty(t, inv.settings())
	forget(inv)
	assert.Equal(t, &Invocation{
		Command: Window, WindowCommand: windowCommand{Child: true},
		LogLevel: option{"log-level", "ROUTERWATCH_LOG_LEVEL", "debug"}, level: slog.LevelDebug,
	}, inv)
}

// What does not fit together only with the file shows when both are known.
func TestOverrideContradictsTheFile(t *testing.T) {
	inv, _, err := parsed(t, []string{"check", "--first-wait", "30s"}, nil)
	require.NoError(t, err)
	file := settings.Defaults()
	file.Backoff.LongestWait = settings.Use(15 * time.Second)
	_, err = inv.override(file)
	require.EqualError(t, err, "--first-wait: the longest wait is 15s; it must be from the first wait (30s) to 24h")
	usage, ok := errors.AsType[*UsageError](err)
	require.True(t, ok)
	assert.Equal(t, exitMisconfigured, usage.Code)
}

func TestToken(t *testing.T) {
	folder := t.TempDir()
	write := func(name, content string, mode os.FileMode) string {
		path := filepath.Join(folder, name)
		require.NoError(t, os.WriteFile(path, []byte(content), mode))
		require.NoError(t, os.Chmod(path, mode))
		return path
	}
	line := write("line", "s3cret\n", 0o600)
	open := write("open", "s3cret\n", 0o644)
	warning := fmt.Sprintf("the token in %q can be read by other users of this computer; chmod 600 makes it yours alone", open)
	if runtime.GOOS == "windows" {
		warning = ""
	}
	const router = "http://127.0.0.1:1"
	for name, c := range map[string]struct {
		url, file string
		env       map[string]string
		present   bool
		warning   string
		wrong     string
	}{
		"none":              {url: router},
		"file":              {url: router, file: line, present: true},
		"without a newline": {url: router, file: write("bare", "s3cret", 0o600), present: true},
		"Windows line end":  {url: router, file: write("crlf", "s3cret\r\n", 0o600), present: true},
		"others can read":   {url: router, file: open, present: true, warning: warning},
		"variable":          {url: router, env: map[string]string{"ROUTERWATCH_TOKEN": "s3cret"}, present: true},
		"file by variable":  {url: router, env: map[string]string{"ROUTERWATCH_TOKEN_FILE": line}, present: true},
		"flag before variable": {
			url: router, file: line, env: map[string]string{"ROUTERWATCH_TOKEN": "two words"}, present: true,
		},
		"variable without a router": {
			env:     map[string]string{"ROUTERWATCH_TOKEN": "s3cret"},
			warning: "ROUTERWATCH_TOKEN is not used: it is for the router of --url alone",
		},
		"file by variable without a router": {
			env:     map[string]string{"ROUTERWATCH_TOKEN_FILE": "/nowhere"},
			warning: "ROUTERWATCH_TOKEN_FILE is not used: it is for the router of --url alone",
		},
		"missing":    {url: router, file: "/nowhere/token", wrong: `--token-file: there is no file "/nowhere/token"`},
		"a folder":   {url: router, file: folder, wrong: fmt.Sprintf("--token-file: %q is a folder, not a file", folder)},
		"empty":      {url: router, file: write("empty", "\n", 0o600), wrong: "--token-file: there is no token, only an empty line, in "},
		"two lines":  {url: router, file: write("two", "s3cret\nmore\n", 0o600), wrong: "--token-file: the token must be one line, in "},
		"two words":  {url: router, file: write("words", "Bearer s3cret", 0o600), wrong: "--token-file: the token must be one word of printable ASCII, in "},
		"binary":     {url: router, file: write("binary", "s3cret\x00", 0o600), wrong: "--token-file: the token must be one word of printable ASCII, in "},
		"very large": {url: router, file: write("large", strings.Repeat("s", 20<<10), 0o600), wrong: "is larger than 16 KiB and so no token"},
	} {
		t.Run(name, func(t *testing.T) {
			var args []string
			if c.url != "" {
				args = append(args, "--url", c.url)
			}
			if c.file != "" {
				args = append(args, "--token-file", c.file)
			}
			inv, _, err := parsed(t, args, c.env)
			if c.wrong != "" {
				require.ErrorContains(t, err, c.wrong)
				assert.NotContains(t, err.Error(), "s3cret")
				return
			}
			require.NoError(t, err)
			assert.Equal(t, c.present, inv.tokens.For(inv.router()).Present())
			if c.warning == "" {
				assert.Empty(t, inv.warnings)
			} else {
				assert.Equal(t, []string{c.warning}, inv.warnings)
			}
			assert.NotContains(t, fmt.Sprintf("%v %+v %#v", inv, inv, inv), "s3cret")
		})
	}
}

func TestHelp(t *testing.T) {
	for line, want := range map[string]string{
		"--help":           helpMore,
		"-h":               helpMore,
		"--demo --help":    helpMore,
		"--help --policy=": helpMore,
		"watch --help":     "It prints a line for each change",
		"check -h":         "exits with the worst",
		"window --help":    "greyed out",
		"help":             helpMore,
		"help check":       "exits with the worst",
	} {
		t.Run(line, func(t *testing.T) {
			inv, stdout, err := parsed(t, strings.Fields(line), map[string]string{"ROUTERWATCH_JITTER": "lots"})
			require.NoError(t, err)
			assert.Nil(t, inv)
			assert.Contains(t, stdout, want)
			assert.Equal(t, want == helpMore, strings.Contains(stdout, helpMore), "the help of another command")
			for text := range strings.Lines(stdout) {
				assert.LessOrEqual(t, len([]rune(strings.TrimRight(text, "\n"))), 90, text)
			}
		})
	}
}

// Every key of the settings that has a flag is in the help, with its range
// and its default.
func TestHelpIsComplete(t *testing.T) {
	_, help, err := parsed(t, []string{"--help"}, nil)
	require.NoError(t, err)
	unwrapped := strings.Join(strings.Fields(help), " ")
	for _, key := range settings.Keys() {
		if key.Flag != "" {
			assert.Contains(t, unwrapped, "--"+key.Flag+"="+key.Placeholder()+" "+key.Describe())
		}
	}
	assert.Contains(t, unwrapped, "(1s to 1h; 5s if not set).")
}
