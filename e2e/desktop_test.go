//go:build linux

package e2e

import (
	"bufio"
	"context"
	"io"
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

// answerTime bounds each question to the bus or the display.
const answerTime = 10 * time.Second

// desktop is a desktop of the test's own, which ends with the test.
type desktop struct {
	t         *testing.T
	variables map[string]string // of the desktop: DISPLAY, XDG_CONFIG_HOME, …
	bus       *dbus.Conn        // a connection of the test's own
}

// startDesktop starts one; the options are those of scripts/desktop.
func startDesktop(t *testing.T, options ...string) *desktop {
	t.Helper()
	script := exec.Command("../scripts/desktop", append(options, "--serve")...)
	script.Env = plainEnvironment()
	input, err := script.StdinPipe()
	require.NoError(t, err)
	output, err := script.StdoutPipe()
	require.NoError(t, err)
	complaints := &transcript{}
	script.Stderr = complaints
	require.NoError(t, script.Start())

	variables := make(map[string]string)
	lines := bufio.NewScanner(output)
	ready := false
	for !ready && lines.Scan() {
		name, value, found := strings.Cut(lines.Text(), "=")
		if ready = lines.Text() == ""; found {
			variables[name] = value
		}
	}
	t.Cleanup(func() { stopDesktop(t, script, input) })
	require.True(t, ready, "the desktop did not start: %s", complaints)

	bus, err := dbus.Connect(variables["DBUS_SESSION_BUS_ADDRESS"], dbus.WithSignalHandler(dbus.NewSequentialSignalHandler()))
	require.NoError(t, err)
	t.Cleanup(func() { _ = bus.Close() })
	d := &desktop{t: t, variables: variables, bus: bus}
	t.Cleanup(d.reportLogs)
	return d
}

// stopDesktop ends the script's input, which ends the desktop.
func stopDesktop(t *testing.T, script *exec.Cmd, input io.Closer) {
	t.Helper()
	_ = input.Close()
	overdue := time.AfterFunc(patience, func() { _ = script.Process.Kill() })
	err := script.Wait()
	require.True(t, overdue.Stop(), "the desktop did not end")
	require.NoError(t, err, "the desktop's end")
}

// reportLogs prints the desktop's logs where the test failed.
func (d *desktop) reportLogs() {
	if !d.t.Failed() {
		return
	}
	logs, _ := filepath.Glob(filepath.Join(d.variables["TEST_DESKTOP"], "*.log"))
	for _, name := range logs {
		if text, err := os.ReadFile(name); err == nil && len(text) > 0 {
			d.t.Logf("%s:\n%s", filepath.Base(name), text)
		}
	}
}

// plainEnvironment is the test's environment without what says where a desktop
// is, without a language, and without the program's own variables.
func plainEnvironment() []string {
	return slices.DeleteFunc(os.Environ(), func(variable string) bool {
		name, _, _ := strings.Cut(variable, "=")
		switch name {
		case "DISPLAY", "WAYLAND_DISPLAY", "DBUS_SESSION_BUS_ADDRESS", "GDK_SCALE", "FYNE_SCALE", "LANG", "LANGUAGE":
			return true
		}
		return slices.ContainsFunc([]string{"ROUTERWATCH_", "XDG_", "LC_"}, func(prefix string) bool {
			return strings.HasPrefix(name, prefix)
		})
	})
}

// environment is that of a program on this desktop.
func (d *desktop) environment() []string {
	environment := plainEnvironment()
	for name, value := range d.variables {
		environment = append(environment, name+"="+value)
	}
	return environment
}

// command is a command on this desktop, ended when it takes too long.
func (d *desktop) command(name string, arguments ...string) *exec.Cmd {
	ctx, cancel := context.WithTimeout(context.Background(), answerTime)
	d.t.Cleanup(cancel)
	command := exec.CommandContext(ctx, name, arguments...)
	command.Env = d.environment()
	return command
}

// do runs a command that must succeed.
func (d *desktop) do(name string, arguments ...string) {
	d.t.Helper()
	said, err := d.command(name, arguments...).CombinedOutput()
	require.NoError(d.t, err, "%s %v: %s", name, arguments, said)
}

// kill ends one of the desktop's own programs the hard way: xserver, bus,
// windows, panel or notifier.
func (d *desktop) kill(name string) {
	d.t.Helper()
	text, err := os.ReadFile(filepath.Join(d.variables["TEST_DESKTOP"], name+".pid"))
	require.NoError(d.t, err)
	pid, err := strconv.Atoi(strings.TrimSpace(string(text)))
	require.NoError(d.t, err)
	require.NoError(d.t, syscall.Kill(pid, syscall.SIGKILL))
	awaitTrue(d.t, "the end of the "+name, func() bool { return !running(pid) })
}

// startPanel starts a panel where the desktop's own has ended.
func (d *desktop) startPanel() {
	d.t.Helper()
	panel := exec.Command("xfce4-panel", "--disable-wm-check")
	panel.Env = d.environment()
	require.NoError(d.t, panel.Start())
	d.t.Cleanup(func() {
		_ = panel.Process.Kill()
		_ = panel.Wait()
	})
}

// screenshot keeps a picture of the screen, where artefacts are wanted.
func (d *desktop) screenshot(name string) {
	d.t.Helper()
	folder := os.Getenv(artefactsVariable)
	if folder == "" {
		return
	}
	file := filepath.Join(folder, strings.ReplaceAll(d.t.Name(), "/", "-")+"-"+name+".png")
	said, err := d.command("import", "-silent", "-window", "root", file).CombinedOutput()
	if err != nil && !d.t.Failed() { // of a failed test the display may be gone
		require.NoError(d.t, err, string(said))
	}
}
