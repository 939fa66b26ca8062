//go:build linux

package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"slices"
	"strings"
	"syscall"
	"time"

	"github.com/godbus/dbus/v5"
)

const (
	// patience bounds every wait for what must come.
	patience = 30 * time.Second
	// goodbye is how long a program may take to end before it is made to.
	goodbye = 3 * time.Second
)

// desktop is one of our own, from scripts/desktop.
type desktop struct {
	variables map[string]string
	bus       *dbus.Conn
	signals   chan *dbus.Signal // an item registered with the watcher of the tray
	display   *display
	end       func()
}

// startDesktop starts one, which ends by end, and with this process.
func startDesktop(ctx context.Context) (*desktop, error) {
	script := exec.CommandContext(ctx, "scripts/desktop", "--serve")
	script.Env, script.Stderr = plainEnvironment(), os.Stderr
	script.Cancel = func() error { return script.Process.Signal(syscall.SIGTERM) }
	script.WaitDelay = patience
	input, err := script.StdinPipe()
	if err != nil {
		return nil, err
	}
	output, err := script.StdoutPipe()
	if err != nil {
		return nil, err
	}
	if err := script.Start(); err != nil {
		return nil, err
	}
	d := &desktop{variables: map[string]string{}, signals: make(chan *dbus.Signal, 16)}
	d.end = func() {
		if d.display != nil {
			d.display.end()
		}
		if d.bus != nil {
			_ = d.bus.Close()
		}
		_ = input.Close()
		_ = script.Wait()
	}
	lines := bufio.NewScanner(output)
	for lines.Scan() && lines.Text() != "" {
		name, value, _ := strings.Cut(lines.Text(), "=")
		d.variables[name] = value
	}
	if err := d.join(ctx); err != nil {
		d.end()
		return nil, fmt.Errorf("the desktop: %w", err)
	}
	return d, nil
}

// join connects to the desktop's bus and display.
func (d *desktop) join(ctx context.Context) error {
	var err error
	d.bus, err = dbus.Connect(d.variables["DBUS_SESSION_BUS_ADDRESS"],
		dbus.WithSignalHandler(dbus.NewSequentialSignalHandler()))
	if err != nil {
		return err
	}
	err = d.bus.AddMatchSignalContext(ctx,
		dbus.WithMatchInterface(watcherName), dbus.WithMatchMember("StatusNotifierItemRegistered"))
	if err != nil {
		return err
	}
	d.bus.Signal(d.signals)
	// The pointer rests where no window is.
	if err := d.command(ctx, "xdotool", "mousemove", "2", "2").Run(); err != nil {
		return err
	}
	d.display, err = d.watchWindows(ctx)
	return err
}

// plainEnvironment is ours without what says where a desktop is, without a
// language, and without what changes the programs measured.
func plainEnvironment() []string {
	return slices.DeleteFunc(os.Environ(), func(variable string) bool {
		name, _, _ := strings.Cut(variable, "=")
		return slices.ContainsFunc(
			[]string{"DISPLAY", "WAYLAND_DISPLAY", "DBUS_", "XDG_", "GDK_", "FYNE_", "LANG", "LC_", "ROUTERWATCH_", "GO"},
			func(prefix string) bool { return strings.HasPrefix(name, prefix) },
		)
	})
}

// command is a command on this desktop. The end of ctx ends it.
func (d *desktop) command(ctx context.Context, name string, arguments ...string) *exec.Cmd {
	command := exec.CommandContext(ctx, name, arguments...)
	command.Env = plainEnvironment()
	for name, value := range d.variables {
		command.Env = append(command.Env, name+"="+value)
	}
	command.Cancel = func() error { return command.Process.Signal(syscall.SIGTERM) }
	command.WaitDelay = goodbye
	return command
}

// program is one that is being measured.
type program struct {
	command *exec.Cmd
	stop    func() // ends it and waits for its end
}

func (p program) pid() int { return p.command.Process.Pid }

// start starts a program. The caller stops it.
func (d *desktop) start(ctx context.Context, binary string, arguments ...string) (program, error) {
	ctx, cancel := context.WithCancel(ctx)
	command := d.command(ctx, binary, arguments...)
	if err := command.Start(); err != nil {
		cancel()
		return program{}, err
	}
	return program{command: command, stop: func() {
		cancel()
		_ = command.Wait() // it was ended by a signal
	}}, nil
}

// errInVain says that something did not come about.
var errInVain = errors.New("waited in vain")

// await looks now and then until holds does.
func await(ctx context.Context, what string, holds func() bool) error {
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	for !holds() {
		if err := pause(ctx, 50*time.Millisecond); err != nil {
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
