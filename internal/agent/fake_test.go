package agent

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"go.uber.org/goleak"

	"routerwatch/internal/secret"
	"routerwatch/monitor"
	"routerwatch/settings"
	"routerwatch/ui/notify"
	"routerwatch/ui/tray"
	"routerwatch/ui/view"
	"routerwatch/ui/wire"
)

// TestMain runs the tests, or one of the window processes that they start.
func TestMain(m *testing.M) {
	if behaviour := os.Getenv("TEST_WINDOW"); behaviour != "" {
		os.Exit(behave(behaviour))
	}
	goleak.VerifyTestMain(m)
}

// behave is a window process that does one thing.
func behave(behaviour string) int {
	say := func(c wire.Command) {
		line, err := wire.Marshal(c)
		if err != nil {
			panic(err)
		}
		_, _ = os.Stdout.Write(line)
	}
	switch behaviour {
	case "record": // write what is read to a file, and stay until the end of it
		file, err := os.Create(os.Getenv("TEST_RECORD"))
		if err != nil {
			return 2
		}
		_, _ = io.Copy(file, os.Stdin)
		return 0
	case "discard":
		_, _ = io.Copy(io.Discard, os.Stdin)
	case "close": // as an operator's click does
		_, _ = bufio.NewReader(os.Stdin).ReadString('\n')
		say(wire.Command{Do: wire.Closed})
		return 0
	case "crash":
		fmt.Fprintln(os.Stderr, "panic: the display is gone")
		return 1
	case "deaf": // never reads, never ends
		time.Sleep(time.Hour)
	case "junk":
		fmt.Println("this is no JSON")
		fmt.Println(strings.Repeat("x", 1<<20))
		fmt.Println(`{"do":"dance"}`)
		say(wire.Command{Do: wire.Snooze, ForMS: time.Hour.Milliseconds()})
		say(wire.Command{Do: wire.Retry})
		_, _ = io.Copy(io.Discard, os.Stdin)
	case "say": // a command, then as "record"
		_, _ = os.Stdout.WriteString(os.Getenv("TEST_SAY") + "\n")
		return behave("record")
	}
	return 0
}

// surfaces are the agent's surfaces, recorded.
type surfaces struct {
	events      chan tray.Event
	actions     chan notify.Action
	sessionGone chan struct{}

	mu    sync.Mutex
	host  bool
	shown []view.Tray
	notes []view.Notification

	withdrawn []string
}

func (f *surfaces) Apply(t view.Tray) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.shown = append(f.shown, t)
}

func (f *surfaces) Events() <-chan tray.Event { return f.events }

func (f *surfaces) HostPresent() bool {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.host
}

func (f *surfaces) Send(n view.Notification) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.notes = append(f.notes, n)
}

func (f *surfaces) Withdraw(key string) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.withdrawn = append(f.withdrawn, key)
}

func (f *surfaces) Actions() <-chan notify.Action { return f.actions }

func (f *surfaces) BusGone() <-chan struct{} { return f.sessionGone }

func (f *surfaces) tray() view.Tray {
	f.mu.Lock()
	defer f.mu.Unlock()
	if len(f.shown) == 0 {
		return view.Tray{}
	}
	return f.shown[len(f.shown)-1]
}

// trays is all that the tray has shown.
func (f *surfaces) trays() []view.Tray {
	f.mu.Lock()
	defer f.mu.Unlock()
	return slices.Clone(f.shown)
}

func (f *surfaces) titles() []string {
	f.mu.Lock()
	defer f.mu.Unlock()
	var titles []string
	for _, n := range f.notes {
		titles = append(titles, n.Title)
	}
	return titles
}

// fixture is a running agent, whose one router answers what the test says.
type fixture struct {
	*surfaces
	t       *testing.T
	agent   *Agent
	options Options
	leave   context.CancelFunc
	result  chan error
	polled  chan struct{} // a token for every poll
	dir     string

	mu      sync.Mutex
	answer  error
	opened  int    // windows
	walls   []bool // which of them were wall displays
	started []*exec.Cmd
	windows []string     // what each window in turn does; the last one repeats
	command wire.Command // what a window says that is to "say",
	then    wire.Command // and what it says next, if anything
}

func prepare(t *testing.T, windows ...string) *fixture {
	t.Helper()
	f := &fixture{
		surfaces: &surfaces{
			events: make(chan tray.Event, 8), actions: make(chan notify.Action), sessionGone: make(chan struct{}), host: true,
		},
		t: t, result: make(chan error, 1), polled: make(chan struct{}, 1000),
		dir: t.TempDir(), windows: windows,
	}
	s := settings.Defaults()
	s.Routers = []settings.Router{{ID: "r1", Name: "router", URL: "http://127.0.0.1:1"}}
	s.Poll.Interval = 20 * time.Millisecond
	s.Backoff.FirstWait = settings.Use(20 * time.Millisecond)
	s.Backoff.LongestWait = settings.Use(20 * time.Millisecond)
	s.Backoff.SettleAfter = settings.Use(0) // a test fails more than ten polls in no time
	f.options = Options{
		Settings: s, Open: plainly(f.open), Tray: f, Notifier: f, Window: f.window,
		Version: "test", Minimized: len(windows) == 0, Log: slog.New(slog.DiscardHandler),
	}
	return f
}

func (f *fixture) run() {
	f.t.Helper()
	agent, err := New(f.options)
	require.NoError(f.t, err)
	f.agent = agent
	ctx, leave := context.WithCancel(context.Background())
	f.leave = leave
	go func() { f.result <- agent.Run(ctx) }()
	f.t.Cleanup(leave)
}

// end has the agent leave, and gives what Run returned.
func (f *fixture) end() error {
	f.t.Helper()
	f.leave()
	return f.ended()
}

// ended waits for the agent to have left by itself.
func (f *fixture) ended() error {
	f.t.Helper()
	select {
	case err := <-f.result:
		return err
	case <-time.After(20 * time.Second):
		f.t.Fatal("the agent did not leave")
		return nil
	}
}

// eventually waits for a condition that must come true.
func (f *fixture) eventually(condition func() bool, message string) {
	f.t.Helper()
	require.Eventually(f.t, condition, 20*time.Second, time.Millisecond, message)
}

func (f *fixture) set(answer error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.answer = answer
}

func (f *fixture) Poll(context.Context) (monitor.Reading, error) {
	select {
	case f.polled <- struct{}{}:
	default:
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	return monitor.Reading{Pairs: 4}, f.answer
}

// plainly is an opener that no token and no network matters to.
func plainly(open Opener) func(secret.Tokens, settings.Network) Opener {
	return func(secret.Tokens, settings.Network) Opener { return open }
}

func (f *fixture) open(settings.Router) (monitor.Config, error) {
	return monitor.Config{Source: f, Router: monitor.Router{URL: "http://127.0.0.1:1"}}, nil
}

// pairSource is a router whose pairs a test sets. It answers after a while.
type pairSource struct {
	latency time.Duration
	pairs   atomic.Int64
}

func (s *pairSource) Poll(ctx context.Context) (monitor.Reading, error) {
	time.Sleep(s.latency)
	return monitor.Reading{Pairs: s.pairs.Load(), Latency: s.latency}, ctx.Err()
}

func (s *pairSource) open(r settings.Router) (monitor.Config, error) {
	return monitor.Config{Source: s, Router: monitor.Router{ID: r.ID, Name: r.Name, URL: r.URL}}, nil
}

func (f *fixture) window(wall bool) *exec.Cmd {
	f.mu.Lock()
	defer f.mu.Unlock()
	behaviour := f.windows[min(f.opened, len(f.windows)-1)]
	f.opened++
	f.walls = append(f.walls, wall)
	process := exec.Command(os.Args[0])
	f.started = append(f.started, process)
	lines, err := wire.Marshal(f.command)
	require.NoError(f.t, err)
	if f.then.Do != "" {
		next, err := wire.Marshal(f.then)
		require.NoError(f.t, err)
		lines = append(lines, next...)
	}
	process.Env = append(os.Environ(), "TEST_WINDOW="+behaviour, "TEST_SAY="+strings.TrimSpace(string(lines)), "GORACE=atexit_sleep_ms=0",
		fmt.Sprintf("TEST_RECORD=%s", f.record(f.opened)))
	return process
}

func (f *fixture) record(window int) string {
	return filepath.Join(f.dir, fmt.Sprintf("window-%d", window))
}

func (f *fixture) windowsOpened() int {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.opened
}

// lines are what a window has read so far, each decoded.
func (f *fixture) lines(window int) []map[string]any {
	f.t.Helper()
	text, err := os.ReadFile(f.record(window))
	if errors.Is(err, os.ErrNotExist) {
		return nil
	}
	require.NoError(f.t, err)
	var lines []map[string]any
	for line := range strings.Lines(string(text)) {
		var v map[string]any
		if json.Unmarshal([]byte(line), &v) == nil { // the last one may be half written
			lines = append(lines, v)
		}
	}
	return lines
}

func failure() error {
	return &monitor.Failure{Kind: monitor.Refused, Layer: monitor.LayerTCP, Host: "127.0.0.1:1"}
}
