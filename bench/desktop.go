//go:build linux

package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/godbus/dbus/v5"

	"routerwatch/e2e/virtual"
)

// patience bounds every wait for what must come.
const patience = 30 * time.Second

var errInVain = errors.New("waited in vain")

// desktop is a virtual desktop that tells when icons and windows appear on it.
type desktop struct {
	*virtual.Desktop
	icons   chan *dbus.Signal // one for each icon that appears in the tray
	windows chan appearance
	spy     *exec.Cmd // the xprop that writes a line whenever the windows change
	started int       // how many programs were
}

// appearance is windows that were mapped at a moment.
type appearance struct {
	ids []string
	at  time.Time
}

// startDesktop starts one. The caller calls end.
func startDesktop(ctx context.Context) (*desktop, error) {
	started, err := virtual.Start()
	if err != nil {
		return nil, err
	}
	d := &desktop{Desktop: started, icons: make(chan *dbus.Signal, 64), windows: make(chan appearance, 64)}
	err = d.Bus.AddMatchSignalContext(ctx,
		dbus.WithMatchInterface(virtual.WatcherName), dbus.WithMatchMember("StatusNotifierItemRegistered"))
	if err == nil {
		d.Bus.Signal(d.icons)
		_, err = d.Output("xdotool", "mousemove", "2", "2") // where no window is
	}
	if err == nil {
		err = d.watchWindows(ctx)
	}
	if err != nil {
		return nil, errors.Join(err, d.Stop())
	}
	return d, nil
}

func (d *desktop) end() {
	_ = d.spy.Process.Kill()
	_ = d.spy.Wait()
	if err := d.Stop(); err != nil {
		say("%v", err)
	}
}

// watchWindows has xprop tell of windows: it waits for events, so that it costs
// nothing and is late by a millisecond.
func (d *desktop) watchWindows(ctx context.Context) error {
	d.spy = d.Command(ctx, "xprop", "-spy", "-root", "_NET_CLIENT_LIST")
	output, err := d.spy.StdoutPipe()
	if err != nil {
		return err
	}
	if err := d.spy.Start(); err != nil {
		return err
	}
	go func() { // until the end of xprop
		var before []string
		for lines := bufio.NewScanner(output); lines.Scan(); {
			at, now := time.Now(), windowIDs(lines.Text())
			added := slices.DeleteFunc(slices.Clone(now), func(id string) bool { return slices.Contains(before, id) })
			before = now
			select {
			case d.windows <- appearance{ids: added, at: at}:
			default: // nobody waits for windows
			}
		}
	}()
	return nil
}

// windowIDs reads a line of xprop: "_NET_CLIENT_LIST(WINDOW): window id # 0x800003, 0xa00004".
func windowIDs(line string) []string {
	_, list, _ := strings.Cut(line, "#")
	return strings.FieldsFunc(list, func(r rune) bool { return r == ',' || r == ' ' })
}

// program is one that is being measured.
type program struct {
	command *exec.Cmd
	begun   time.Time
	stop    func() // ends it and waits for its end
}

func (p program) pid() int { return p.command.Process.Pid }

// start starts a program as a new user, with files of its own. The caller stops it.
func (d *desktop) start(ctx context.Context, binary string, arguments ...string) (program, error) {
	ctx, cancel := context.WithCancel(ctx)
	command := d.Command(ctx, binary, arguments...)
	d.started++
	for _, variable := range []string{"XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_STATE_HOME", "XDG_RUNTIME_DIR"} {
		folder := filepath.Join(d.Variables["TEST_DESKTOP"], strconv.Itoa(d.started), variable)
		if err := os.MkdirAll(folder, 0o700); err != nil {
			cancel()
			return program{}, err
		}
		command.Env = append(command.Env, variable+"="+folder)
	}
	for len(d.windows) > 0 { // those of programs before
		<-d.windows
	}
	p := program{command: command, begun: time.Now(), stop: func() {
		cancel()
		_ = command.Wait() // it was ended by a signal
	}}
	if err := command.Start(); err != nil {
		cancel()
		return program{}, err
	}
	return p, nil
}

// awaitIcon waits until the program has an icon in the tray; at is when the
// tray's watcher said so.
func (d *desktop) awaitIcon(ctx context.Context, p program) (icon virtual.TrayItem, at time.Time, err error) {
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	for {
		select {
		case <-ctx.Done():
			return icon, at, fmt.Errorf("%w for the tray icon of %s", errInVain, p.command.Path)
		case signal, open := <-d.icons:
			at = time.Now()
			if !open {
				return icon, at, errors.New("the session bus has gone")
			}
			registered, _ := signal.Body[0].(string)
			icon = d.Item(registered)
			var pid uint32
			err := d.Bus.BusObject().CallWithContext(ctx, "org.freedesktop.DBus.GetConnectionUnixProcessID", 0, icon.Name).Store(&pid)
			if err == nil && int(pid) == p.pid() {
				return icon, at, nil
			}
		}
	}
}

// awaitWindow waits for a window of the program; at is when it was mapped.
func (d *desktop) awaitWindow(ctx context.Context, p program) (id string, at time.Time, err error) {
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	for {
		select {
		case <-ctx.Done():
			return "", at, fmt.Errorf("%w for a window of %s", errInVain, p.command.Path)
		case appeared := <-d.windows:
			family := familyOf(p.pid())
			for _, id := range appeared.ids {
				text, _ := d.Output("xprop", "-id", id, "_NET_WM_PID") // "_NET_WM_PID(CARDINAL) = 123"
				_, number, _ := strings.Cut(text, "= ")
				if pid, err := strconv.Atoi(number); err == nil && slices.Contains(family, pid) {
					return id, appeared.at, nil
				}
			}
		}
	}
}

// fills reports whether the window comes to fill the screen.
func (d *desktop) fills(ctx context.Context, id string) bool {
	return await(ctx, "the window to fill the screen", func() bool {
		screen, _ := d.Output("xwininfo", "-root")
		window, _ := d.Output("xwininfo", "-id", id)
		return sizeIn(screen) != "" && sizeIn(screen) == sizeIn(window)
	}) == nil
}

// sizeIn reads the size from what xwininfo says.
func sizeIn(text string) string {
	numbers := fields(text)
	width, height := numbers["Width"], numbers["Height"]
	if width == 0 || height == 0 {
		return ""
	}
	return fmt.Sprintf("%dx%d", width, height)
}

// await looks now and then until it holds.
func await(ctx context.Context, what string, holds func() bool) error {
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	for !holds() {
		if pause(ctx, 50*time.Millisecond) != nil {
			return fmt.Errorf("%w for %s", errInVain, what)
		}
	}
	return nil
}

// pause waits, or returns the error of ctx when that ends first.
func pause(ctx context.Context, d time.Duration) error {
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-time.After(d):
		return nil
	}
}
