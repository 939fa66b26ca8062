//go:build linux

package e2e

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"routerwatch/e2e/virtual"
)

// desktop is a virtual desktop of one test.
type desktop struct {
	virtual.Desktop
	t *testing.T
}

// startDesktop starts one, which ends with the test; the options are those of
// scripts/desktop.
func startDesktop(t *testing.T, options ...string) *desktop {
	t.Helper()
	started, err := virtual.Start(options...)
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, started.Stop()) })
	d := &desktop{Desktop: *started, t: t}
	t.Cleanup(d.reportLogs)
	d.logClicks()
	return d
}

// logClicks keeps what the desktop calls on tray icons and their menus, for
// reportLogs.
func (d *desktop) logClicks() {
	d.t.Helper()
	file, err := os.Create(filepath.Join(d.Variables["TEST_DESKTOP"], "clicks.log"))
	require.NoError(d.t, err)
	monitor := d.Command(d.t.Context(), "dbus-monitor", "--session", // until the test's end
		"type=method_call,interface="+virtual.ItemName, "type=method_call,interface="+menuName+",member=Event")
	monitor.Stdout = file
	require.NoError(d.t, monitor.Start())
	require.NoError(d.t, file.Close())
	d.t.Cleanup(func() { _ = monitor.Wait() })
}

// reportLogs prints the desktop's logs where the test failed.
func (d *desktop) reportLogs() {
	if !d.t.Failed() {
		return
	}
	logs, _ := filepath.Glob(filepath.Join(d.Variables["TEST_DESKTOP"], "*.log"))
	for _, name := range logs {
		if text, err := os.ReadFile(name); err == nil && len(text) > 0 {
			d.t.Logf("%s:\n%s", filepath.Base(name), text)
		}
	}
}

// do runs a command that must succeed.
func (d *desktop) do(name string, arguments ...string) {
	d.t.Helper()
	said, err := d.Output(name, arguments...)
	require.NoError(d.t, err, "%s %v: %s", name, arguments, said)
}

// kill ends one of the desktop's own programs the hard way: xserver, bus,
// windows, panel or notifier.
func (d *desktop) kill(name string) {
	d.t.Helper()
	require.NoError(d.t, d.Kill(name))
}

// startPanel starts a panel where the desktop's own has ended.
func (d *desktop) startPanel() {
	d.t.Helper()
	require.NoError(d.t, d.StartAgain("panel"))
}

// noIcon waits until no icon is in the tray.
func (d *desktop) noIcon() {
	d.t.Helper()
	await(d.t, "the icon's end", func() ([]virtual.TrayItem, bool) { items := d.TrayItems(); return items, len(items) == 0 })
}

// screenshot keeps a picture of the screen, where artefacts are wanted.
func (d *desktop) screenshot(name string) {
	d.t.Helper()
	folder := os.Getenv(artefactsVariable)
	if folder == "" {
		return
	}
	file := filepath.Join(folder, strings.ReplaceAll(d.t.Name(), "/", "-")+"-"+name+".png")
	said, err := d.Output("import", "-silent", "-window", "root", file)
	if err != nil && !d.t.Failed() { // of a failed test the display may be gone
		require.NoError(d.t, err, said)
	}
}
