package cli

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"github.com/zalando/go-keyring"

	"routerwatch/monitor/stableroute/simulator"
	"routerwatch/settings"
)

// configured has the settings file name the routers. The token of "closed"
// must not travel to where it is, so that it cannot be opened.
func configured(t *testing.T, routers ...string) {
	t.Helper()
	folder := t.TempDir()
	t.Setenv("XDG_CONFIG_HOME", folder)
	t.Setenv("HOME", folder)
	t.Setenv("AppData", folder)
	keyring.MockInit()
	t.Setenv("DBUS_SESSION_BUS_ADDRESS", "unix:path=/nowhere/at/all") // one is there, and the mock asks it nothing
	require.NoError(t, keyring.Set("routerwatch", "closed http://192.0.2.1:80", "secret"))
	var text bytes.Buffer
	for _, address := range routers {
		if address == "closed" {
			text.WriteString("[[router]]\nid = \"closed\"\nname = \"Closed\"\nurl = \"http://192.0.2.1\"\ntoken = true\n\n")
			continue
		}
		fmt.Fprintf(&text, "[[router]]\nid = \"open\"\nname = \"Open\"\nurl = %q\n\n", address)
	}
	path := filepath.Join(folder, "routerwatch", "settings.toml")
	require.NoError(t, os.MkdirAll(filepath.Dir(path), 0o700))
	require.NoError(t, os.WriteFile(path, text.Bytes(), 0o600))
}

func simulated(t *testing.T) string {
	t.Helper()
	router, err := simulator.Start(simulator.Options{Pairs: 4})
	require.NoError(t, err)
	t.Cleanup(router.Close)
	return router.URL()
}

func silent() *slog.Logger { return slog.New(slog.DiscardHandler) }

func TestCheckPollsTheOthersIfOneCannotBeOpened(t *testing.T) {
	configured(t, "closed", simulated(t))
	var out bytes.Buffer
	assert.Equal(t, exitMisconfigured, RunCheck(t.Context(), &Invocation{}, &out))
	assert.Contains(t, out.String(), "Closed")
	assert.Contains(t, out.String(), "Open")
	assert.Contains(t, out.String(), "4 pairs")

	configured(t, simulated(t))
	assert.Equal(t, exitOK, RunCheck(t.Context(), &Invocation{}, &out))
}

// A line is as of its own poll, however long another router's takes.
func TestALineOfCheckIsAsOfItsOwnPoll(t *testing.T) {
	slow := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { time.Sleep(2 * time.Second) }))
	t.Cleanup(slow.Close)
	configured(t, slow.URL)
	path, err := settings.Path()
	require.NoError(t, err)
	text, err := os.ReadFile(path)
	require.NoError(t, err)
	text = append(text, "[[router]]\nid = \"dead\"\nname = \"Dead\"\nurl = \"http://127.0.0.1:1\"\n"...)
	require.NoError(t, os.WriteFile(path, text, 0o600))
	var out bytes.Buffer
	assert.Equal(t, exitDown, RunCheck(t.Context(), &Invocation{}, &out))
	lines := strings.Split(strings.TrimSpace(out.String()), "\n")
	require.Len(t, lines, 2, out.String())
	assert.Contains(t, lines[1], "  Dead  Down. ")
	assert.Less(t, lines[1][:len(time.DateTime)], lines[0][:len(time.DateTime)], "the slow one's is later")
}

// A script's author is woken by 2.
func TestADownRouterIsNeverHidden(t *testing.T) {
	configured(t, "closed", "http://127.0.0.1:1")
	assert.Equal(t, exitDown, RunCheck(t.Context(), &Invocation{}, io.Discard))
	for _, order := range [][]int{{exitOK, exitPaused, exitMisconfigured, exitDown}, {exitDown, exitMisconfigured, exitPaused, exitOK}} {
		worst := exitOK
		for i, code := range order {
			worst = worse(worst, code)
			if i == 2 && order[0] == exitOK {
				assert.Equal(t, exitMisconfigured, worst)
			}
		}
		assert.Equal(t, exitDown, worst)
	}
	assert.Equal(t, exitPaused, worse(exitPaused, exitOK))
}

func TestAMistakeInTheSettingsDoesNotHideADeadRouter(t *testing.T) {
	const dead = "http://127.0.0.1:1"
	for name, tt := range map[string]struct {
		router, more string
		code         int
	}{
		"dead":                          {dead, "", exitDown},
		"dead, a wrong value":           {dead, "[poll]\ninterval = 7\n", exitDown},
		"dead, a wrong policy":          {dead, "[backoff]\nfirst_wait = \"2h\"\n", exitDown},
		"dead, an unknown key":          {dead, "bogus = 1\n", exitDown},
		"dead, a router without a URL":  {dead, "[[router]]\nname = \"B\"\n", exitDown},
		"alive, a wrong value":          {"", "[poll]\ninterval = 7\n", exitMisconfigured},
		"alive, an unknown key":         {"", "bogus = 1\n", exitOK},
		"alive, a router without a URL": {"", "[[router]]\nname = \"B\"\n", exitMisconfigured},
	} {
		t.Run(name, func(t *testing.T) {
			configured(t, cmp.Or(tt.router, simulated(t)))
			path, err := settings.Path()
			require.NoError(t, err)
			text, err := os.ReadFile(path)
			require.NoError(t, err)
			if strings.HasPrefix(tt.more, "[") {
				text = append(text, tt.more...)
			} else {
				text = append([]byte(tt.more), text...)
			}
			require.NoError(t, os.WriteFile(path, text, 0o600))
			assert.Equal(t, tt.code, RunCheck(t.Context(), &Invocation{}, io.Discard))
		})
	}
}

func TestACheckThatIsInterruptedIsNoFindingAboutARouter(t *testing.T) {
	configured(t, simulated(t))
	ctx, interrupt := context.WithCancel(t.Context())
	interrupt()
	assert.Equal(t, exitMisconfigured, RunCheck(ctx, &Invocation{}, &bytes.Buffer{}))
}

// writer passes what is written to a function.
type writer func([]byte) error

func (w writer) Write(text []byte) (int, error) { return len(text), w(text) }

func TestACheckThatCannotTellIsNoFindingAboutARouter(t *testing.T) {
	configured(t, simulated(t))
	full := writer(func([]byte) error { return errors.New("no space left") })
	assert.Equal(t, exitMisconfigured, RunCheck(t.Context(), &Invocation{}, full))
}

func TestWatchContinuesIfOneCannotBeOpened(t *testing.T) {
	configured(t, "closed", simulated(t))
	ctx, leave := context.WithTimeout(t.Context(), 20*time.Second)
	defer leave()
	var said bytes.Buffer
	out := writer(func(text []byte) error {
		said.Write(text)
		if strings.Contains(said.String(), "4 pairs") && strings.Contains(said.String(), "Closed") {
			leave()
		}
		return nil
	})
	require.NoError(t, RunWatch(ctx, &Invocation{}, out))
	assert.Contains(t, said.String(), "4 pairs")
	assert.Contains(t, said.String(), "Closed")
}

func TestTheTokenDoesNotStayInTheEnvironment(t *testing.T) {
	t.Setenv("ROUTERWATCH_TOKEN", "secret")
	_, err := Parse([]string{"--version"}, os.LookupEnv, io.Discard, io.Discard)
	require.NoError(t, err)
	_, there := os.LookupEnv("ROUTERWATCH_TOKEN")
	assert.False(t, there)
}
