//go:build linux

package bench

import (
	"bufio"
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/godbus/dbus/v5"
	"github.com/stretchr/testify/require"

	"routerwatch/e2e/virtual"
)

// waitLimit bounds every wait for an icon, a window or a status.
const waitLimit = 30 * time.Second

// desktop is a virtual desktop that reports when icons and windows appear on it.
type desktop struct {
	*virtual.Desktop
	t       *testing.T
	icons   chan *dbus.Signal // one for each icon that appears in the tray
	windows chan windowList
	started int // how many programs were started
}

// windowList is the list of window ids on the desktop, as of a time.
type windowList struct {
	ids []string
	at  time.Time
}

// startDesktop starts a desktop, subscribes to the tray's watcher for icons, and
// runs xprop for windows. Both wait for events, so that they cost no CPU time and
// are about 1 ms late.
func startDesktop(t *testing.T) *desktop {
	t.Helper()
	started, err := virtual.Start()
	require.NoError(t, err)
	t.Cleanup(func() { _ = started.Stop() })
	d := &desktop{Desktop: started, t: t, icons: make(chan *dbus.Signal, 64), windows: make(chan windowList, 64)}
	d.Bus.Signal(d.icons)
	require.NoError(d.t, d.Bus.AddMatchSignal(dbus.WithMatchInterface(virtual.WatcherName), dbus.WithMatchMember("StatusNotifierItemRegistered")))
	_, err = d.Output("xdotool", "mousemove", "1278", "760") // away from any window, above the panel
	require.NoError(d.t, err)
	spy := d.Command(context.Background(), "xprop", "-spy", "-root", "_NET_CLIENT_LIST")
	output, err := spy.StdoutPipe()
	require.NoError(d.t, err)
	require.NoError(d.t, spy.Start())
	go func() { // ends with the desktop
		for lines := bufio.NewScanner(output); lines.Scan(); {
			d.windows <- windowList{ids: windowIDs(lines.Text()), at: time.Now()}
		}
	}()
	return d
}

// windowIDs reads a line of xprop: "_NET_CLIENT_LIST(WINDOW): window id # 0x800003, 0xa00004".
func windowIDs(line string) []string {
	_, list, _ := strings.Cut(line, "#")
	return strings.FieldsFunc(list, func(r rune) bool { return r == ',' || r == ' ' })
}

// install copies a binary into the desktop's folder. How much of a file the
// kernel maps depends on how it was written, so all builds are written alike.
func (d *desktop) install(name, binary string) build {
	content, err := os.ReadFile(binary)
	require.NoError(d.t, err)
	installed := filepath.Join(d.Variables["TEST_DESKTOP"], strings.ReplaceAll(name, " ", "-"))
	require.NoError(d.t, os.WriteFile(installed, content, 0o755))
	return build{name: name, binary: installed}
}

// program is a running program that is being measured.
type program struct {
	*exec.Cmd
	name  string
	begun time.Time
	stop  func() // ends the program and waits for it
	state string // that it is measured in, if it is not that of the others
}

// start starts a program with user folders of its own, empty but for the settings. The
// caller stops it.
func (d *desktop) start(of build, arguments ...string) program {
	ctx, cancel := context.WithCancel(context.Background())
	command := d.Command(ctx, of.binary, arguments...)
	d.started++
	for _, variable := range []string{"XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_STATE_HOME", "XDG_RUNTIME_DIR"} {
		folder := filepath.Join(d.Variables["TEST_DESKTOP"], strconv.Itoa(d.started), variable)
		require.NoError(d.t, os.MkdirAll(filepath.Join(folder, "routerwatch"), 0o700))
		command.Env = append(command.Env, variable+"="+folder)
		if variable == "XDG_CONFIG_HOME" && of.settings != "" {
			require.NoError(d.t, os.WriteFile(filepath.Join(folder, "routerwatch", "settings.toml"), []byte(of.settings), 0o600))
		}
	}
	p := program{Cmd: command, name: of.name, begun: time.Now(), stop: func() {
		cancel()
		_ = command.Wait() // it was ended by a signal
	}}
	require.NoError(d.t, command.Start())
	return p
}

// awaitIcon waits until the program has an icon in the tray; at is when the
// tray's watcher reported it.
func (d *desktop) awaitIcon(p program) (icon virtual.TrayItem, at time.Time) {
	for late := time.After(waitLimit); ; {
		select {
		case <-late:
			require.FailNow(d.t, "no tray icon", p.name)
		case signal := <-d.icons:
			at = time.Now()
			registered, _ := signal.Body[0].(string)
			icon = d.Item(registered)
			var pid uint32
			err := d.Call("org.freedesktop.DBus", "/", "org.freedesktop.DBus.GetConnectionUnixProcessID", icon.Name).Store(&pid)
			if err == nil && int(pid) == p.Process.Pid {
				return icon, at
			}
		}
	}
}

// awaitWindow waits for a window of the program; at is when it was mapped.
func (d *desktop) awaitWindow(p program) (id string, at time.Time) {
	for late := time.After(waitLimit); ; {
		select {
		case <-late:
			require.FailNow(d.t, "no window", p.name)
		case list := <-d.windows:
			family := familyOf(p.Process.Pid)
			for _, id := range list.ids {
				text, _ := d.Output("xprop", "-id", id, "_NET_WM_PID") // "_NET_WM_PID(CARDINAL) = 123"
				_, number, _ := strings.Cut(text, "= ")
				if pid, err := strconv.Atoi(number); err == nil && slices.Contains(family, pid) {
					return id, list.at
				}
			}
		}
	}
}

// await polls holds every 50 ms until it is true.
func (d *desktop) await(what string, holds func() bool) {
	for end := time.Now().Add(waitLimit); !holds(); time.Sleep(50 * time.Millisecond) {
		require.True(d.t, time.Now().Before(end), "timed out waiting for %s", what)
	}
}
