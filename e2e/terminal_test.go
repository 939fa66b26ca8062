//go:build linux

package e2e

import (
	"bufio"
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"routerwatch/e2e/virtual"
	"routerwatch/monitor/stableroute/simulator"
)

// terminal is the environment of a terminal without a desktop, of a new user.
func terminal(t *testing.T, more ...string) []string {
	t.Helper()
	home := t.TempDir()
	return slices.Concat(virtual.PlainEnvironment(), []string{"HOME=" + home, "XDG_CONFIG_HOME=" + home}, more)
}

// noDisplay names a display that is not there: who opens it fails.
const noDisplay = "DISPLAY=:4711"

func TestWithoutADisplayTheAppWatchesInTheTerminal(t *testing.T) {
	p := startProgram(t, terminal(t), "--demo")
	await(t, "a line", func() (string, bool) {
		said := p.output.String()
		return said, strings.Contains(said, "Demo router (simulated)  Live, ") && strings.HasSuffix(said, "\n")
	})
	p.logs("there is no display here; watching in the terminal instead")
	p.signal(syscall.SIGINT)
	assert.Zero(t, p.exits(patience))
}

func TestWatchPrintsALineForEachChange(t *testing.T) {
	router := startRouter(t, simulator.Options{Pairs: 4})
	p := startProgram(t, terminal(t, noDisplay), append([]string{"watch"}, fastPolling(router)...)...)
	p.says("Frankfurt  Live, 4 pairs, ")
	setFault(t, router, simulator.Refuse)
	p.says("Frankfurt  Retrying, last known 4 pairs, ")
	p.says("Frankfurt  Down for ")
	setFault(t, router, simulator.None)
	awaitPolls(t, router, 3)
	p.signal(syscall.SIGTERM)
	assert.Zero(t, p.exits(patience))
	assert.Equal(t, 5, strings.Count(p.output.String(), "\n"),
		"live, retrying, down, answering, and back; polls that change nothing print nothing:\n%s", p.output)
	assert.Regexp(t, `Live, 4 pairs, .*\. Back after \d+ s\.\n$`, p.output.String())
	assert.Empty(t, p.errors.String())
}

func TestWatchPrintsAnObjectForEachSettledPoll(t *testing.T) {
	router := startRouter(t, simulator.Options{Pairs: 4})
	p := startProgram(t, terminal(t, noDisplay), append([]string{"watch", "--json"}, fastPolling(router)...)...)
	awaitPolls(t, router, 3)
	setFault(t, router, simulator.Error)
	awaitPolls(t, router, 3)
	p.signal(syscall.SIGTERM)
	assert.Zero(t, p.exits(patience))

	polls, statuses := 0, map[string]int{}
	for lines := bufio.NewScanner(strings.NewReader(p.output.String())); lines.Scan(); polls++ {
		var said map[string]any
		require.NoError(t, json.Unmarshal(lines.Bytes(), &said), lines.Text())
		for _, field := range []string{
			"router", "url", "status", "pairs", "paused", "latency_ms", "updated_at", "failures", "next_poll_at", "wait_ms", "failure",
		} {
			assert.Contains(t, said, field)
		}
		assert.Equal(t, "Frankfurt", said["router"])
		assert.EqualValues(t, 4, said["pairs"])
		status, _ := said["status"].(string)
		statuses[status]++
		if status == "live" {
			assert.Nil(t, said["failure"])
			continue
		}
		failure, _ := said["failure"].(map[string]any)
		assert.EqualValues(t, 500, failure["http_status"])
		assert.NotEmpty(t, failure["request_id"])
		assert.NotEmpty(t, failure["message"])
	}
	assert.InDelta(t, router.Total(), polls, 1, "the last poll may have been cancelled")
	assert.GreaterOrEqual(t, statuses["live"], 2)
	assert.Equal(t, 1, statuses["retrying"])
	assert.GreaterOrEqual(t, statuses["down"], 1)
	assert.Empty(t, p.errors.String())
}

func TestCheckTellsByItsExitCode(t *testing.T) {
	type story struct {
		name    string
		router  simulator.Options
		more    []string
		code    int
		output  string
		problem string
	}
	for _, test := range []story{
		{name: "live", router: simulator.Options{Pairs: 4}, code: 0, output: "Frankfurt  Live, 4 pairs, "},
		{name: "no pairs", code: 0, output: "no pairs registered"},
		{name: "paused", router: simulator.Options{Pairs: 4, Paused: true}, code: 1, output: "Frankfurt  Paused, 4 pairs, "},
		{name: "throttled", router: simulator.Options{Fault: simulator.RateLimit}, code: 1, output: "Frankfurt  Throttled"},
		{name: "refused", router: simulator.Options{Fault: simulator.Refuse}, code: 2, output: "refused the connection"},
		{name: "an error", router: simulator.Options{Fault: simulator.Error}, code: 2, output: "HTTP 500"},
		{name: "a web page", router: simulator.Options{Fault: simulator.WebPage}, code: 2, output: "A web page answered"},
		{name: "no answer", router: simulator.Options{Fault: simulator.BlackHole}, more: []string{"--timeout", "1s"}, code: 2, output: "no answer within 1 s"},
		{name: "a wrong option", more: []string{"--jitter", "2"}, code: 3, problem: "--jitter: 2 is not allowed"},
		{name: "an option that is none", more: []string{"--colour"}, code: 3, problem: "--colour"},
		{name: "a second address", more: []string{"--url", "http://127.0.0.1:1"}, code: 3, problem: "--url: only once"},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			router := startRouter(t, test.router)
			arguments := append([]string{"check", "--url", router.URL(), "--name", "Frankfurt"}, test.more...)
			output, problem, code := runProgram(t, terminal(t, noDisplay), arguments...)
			assert.Equal(t, test.code, code)
			assert.Contains(t, output, test.output)
			if test.problem == "" {
				assert.Empty(t, problem)
			}
			assert.Contains(t, problem, test.problem)

			output, _, code = runProgram(t, terminal(t, noDisplay), append(arguments, "--json")...)
			assert.Equal(t, test.code, code, "the same with --json")
			assert.Equal(t, test.output != "", json.Valid([]byte(output)), output)
		})
	}
	t.Run("no router", func(t *testing.T) {
		_, problem, code := runProgram(t, terminal(t, noDisplay), "check")
		assert.Equal(t, 3, code)
		assert.Contains(t, problem, "there is no router to watch yet")
	})
	checkWith := func(t *testing.T, file string, more ...string) (output, problem string, code int) {
		t.Helper()
		folder := filepath.Join(t.TempDir(), "routerwatch")
		require.NoError(t, os.MkdirAll(folder, 0o700))
		require.NoError(t, os.WriteFile(filepath.Join(folder, "settings.toml"), []byte(file), 0o600))
		more = append(more, noDisplay, "XDG_CONFIG_HOME="+filepath.Dir(folder))
		return runProgram(t, terminal(t, more...), "check")
	}
	t.Run("a broken settings file", func(t *testing.T) {
		_, problem, code := checkWith(t, "[[router")
		assert.Equal(t, 3, code)
		assert.NotEmpty(t, problem)
	})
	t.Run("a dead router, and mistakes that cost only a default", func(t *testing.T) {
		router := startRouter(t, simulator.Options{Fault: simulator.Refuse})
		output, problem, code := checkWith(t, routerTable("fra", "Frankfurt", router)+"[poll]\ninterval = \"often\"\n", "ROUTERWATCH_TIMOUT=1s")
		assert.Equal(t, 2, code, "the mistakes do not hide it")
		assert.Contains(t, output, "refused the connection")
		assert.Contains(t, problem, "interval")
		assert.Contains(t, problem, "did you mean ROUTERWATCH_TIMEOUT?")
	})
}
