//go:build linux

package soak

import (
	"bufio"
	"context"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/godbus/dbus/v5"
	"github.com/stretchr/testify/require"
)

const (
	// patience bounds every wait for what must come.
	patience = 90 * time.Second
	// glance is the pause between two looks.
	glance = 50 * time.Millisecond
	// answerTime bounds each question to the bus or the display.
	answerTime = 10 * time.Second

	watcherName = "org.kde.StatusNotifierWatcher"
	watcherPath = dbus.ObjectPath("/StatusNotifierWatcher")
	itemName    = "org.kde.StatusNotifierItem"
)

// desktop is one of the test's own, from scripts/desktop, without a
// notification service.
type desktop struct {
	t         *testing.T
	variables map[string]string
	bus       *dbus.Conn
	panel     *os.Process
}

func startDesktop(t *testing.T) *desktop {
	t.Helper()
	script := exec.Command("../scripts/desktop", "--no-notifier", "--serve")
	script.Env, script.Stderr = plainEnvironment(), os.Stderr
	input, err := script.StdinPipe()
	require.NoError(t, err)
	output, err := script.StdoutPipe()
	require.NoError(t, err)
	require.NoError(t, script.Start())
	t.Cleanup(func() {
		_ = input.Close()
		_ = script.Wait()
	})
	d := &desktop{t: t, variables: map[string]string{}}
	lines := bufio.NewScanner(output)
	for lines.Scan() && lines.Text() != "" {
		name, value, _ := strings.Cut(lines.Text(), "=")
		d.variables[name] = value
	}
	d.bus, err = dbus.Connect(d.variables["DBUS_SESSION_BUS_ADDRESS"])
	require.NoError(t, err, "the desktop did not start")
	t.Cleanup(func() { _ = d.bus.Close() })
	text, err := os.ReadFile(filepath.Join(d.variables["TEST_DESKTOP"], "panel.pid"))
	require.NoError(t, err)
	pid, err := strconv.Atoi(strings.TrimSpace(string(text)))
	require.NoError(t, err)
	d.panel, err = os.FindProcess(pid)
	require.NoError(t, err)
	return d
}

// plainEnvironment is the test's without what says where a desktop is, and
// without the program's own variables.
func plainEnvironment() []string {
	return slices.DeleteFunc(os.Environ(), func(variable string) bool {
		name, _, _ := strings.Cut(variable, "=")
		foreign := func(prefix string) bool { return strings.HasPrefix(name, prefix) }
		return slices.ContainsFunc([]string{"ROUTERWATCH_", "XDG_", "LC_", "LANG", "GO"}, foreign) ||
			slices.Contains([]string{"DISPLAY", "WAYLAND_DISPLAY", "DBUS_SESSION_BUS_ADDRESS", "GDK_SCALE", "FYNE_SCALE"}, name)
	})
}

// environment is that of a program on this desktop.
func (d *desktop) environment() []string {
	environment := plainEnvironment()
	for name, value := range maps.All(d.variables) {
		environment = append(environment, name+"="+value)
	}
	return environment
}

// do runs a command on this desktop; whether it succeeds is its own affair.
func (d *desktop) do(ctx context.Context, name string, arguments ...string) string {
	ctx, cancel := context.WithTimeout(ctx, answerTime)
	defer cancel()
	command := exec.CommandContext(ctx, name, arguments...)
	command.Env = d.environment()
	said, _ := command.Output()
	return strings.TrimSpace(string(said))
}

// closeWindow closes the window as an operator does, by the window manager.
func (d *desktop) closeWindow(ctx context.Context) {
	windows := strings.Fields(d.do(ctx, "xdotool", "search", "--onlyvisible", "--class", "^Routerwatch$"))
	if len(windows) > 0 {
		d.do(ctx, "xdotool", "windowactivate", "--sync", windows[0], "key", "alt+F4")
	}
}

// activateIcon clicks the tray icon as the panel does. It reports whether
// there was one.
func (d *desktop) activateIcon() bool {
	var value dbus.Variant
	err := d.call(watcherName, watcherPath, "org.freedesktop.DBus.Properties.Get",
		watcherName, "RegisteredStatusNotifierItems").Store(&value)
	items, _ := value.Value().([]string)
	if err != nil || len(items) == 0 {
		return false
	}
	name, path, _ := strings.Cut(items[0], "/")
	return d.call(name, dbus.ObjectPath("/"+path), itemName+".Activate", int32(0), int32(0)).Err == nil
}

func (d *desktop) call(service string, path dbus.ObjectPath, method string, arguments ...any) *dbus.Call {
	ctx, cancel := context.WithTimeout(context.Background(), answerTime)
	defer cancel()
	return d.bus.Object(service, path).CallWithContext(ctx, method, dbus.FlagNoAutoStart, arguments...)
}

// restartPanel ends the panel the hard way and starts another after a while.
func (d *desktop) restartPanel(ctx context.Context, after time.Duration) {
	_ = d.panel.Kill()
	_, _ = d.panel.Wait() // the first one is the script's child
	pause(ctx, after)
	panel := exec.Command("xfce4-panel", "--disable-wm-check")
	panel.Env = d.environment()
	panel.SysProcAttr = &syscall.SysProcAttr{Pdeathsig: syscall.SIGTERM}
	if err := panel.Start(); err != nil {
		d.t.Errorf("the panel does not start again: %v", err)
		return
	}
	d.panel = panel.Process
}

// pause waits; it reports false where ctx ended first.
func pause(ctx context.Context, d time.Duration) bool {
	select {
	case <-ctx.Done():
		return false
	case <-time.After(d):
		return true
	}
}

// await looks until it holds.
func await(t *testing.T, what string, limit time.Duration, holds func() bool) {
	t.Helper()
	for end := time.Now().Add(limit); !holds(); time.Sleep(glance) {
		if time.Now().After(end) {
			require.FailNow(t, "waited in vain", "%s: not within %s", what, limit)
		}
	}
}
