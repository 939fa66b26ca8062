//go:build linux

// Package virtual starts a virtual desktop (scripts/desktop) for tests and
// benchmarks, and talks to its bus and its tray.
package virtual

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"time"

	"github.com/godbus/dbus/v5"
)

const (
	// startLimit is how long the desktop may take to start, and to end.
	startLimit = 60 * time.Second
	// AnswerLimit bounds each call to the bus or the display.
	AnswerLimit = 10 * time.Second
)

// Desktop is a running virtual desktop. A copy shares its processes.
type Desktop struct {
	Variables map[string]string // DISPLAY, XDG_CONFIG_HOME, …: see scripts/desktop --help
	Bus       *dbus.Conn        // our connection to its session bus
	script    *exec.Cmd
	input     io.Closer // the desktop ends when it is closed
}

// Start starts a desktop with options of scripts/desktop. The caller calls Stop;
// if the caller is killed, the desktop ends too.
func Start(options ...string) (*Desktop, error) {
	script, err := findScript()
	if err != nil {
		return nil, err
	}
	d := &Desktop{Variables: map[string]string{}, script: exec.Command(script, append(options, "--serve")...)} //nolint:noctx // Stop ends it
	d.script.Env, d.script.Stderr = PlainEnvironment(), os.Stderr
	if d.input, err = d.script.StdinPipe(); err != nil {
		return nil, err
	}
	output, err := d.script.StdoutPipe()
	if err != nil {
		return nil, err
	}
	if err := d.script.Start(); err != nil {
		return nil, err
	}
	ready := false
	for lines := bufio.NewScanner(output); !ready && lines.Scan(); {
		name, value, found := strings.Cut(lines.Text(), "=")
		if ready = lines.Text() == ""; found {
			d.Variables[name] = value
		}
	}
	if ready {
		err = d.connect()
	} else {
		err = errors.New("the desktop did not start")
	}
	if err != nil {
		return nil, errors.Join(err, d.Stop())
	}
	return d, nil
}

// findScript looks for scripts/desktop in the working directory and above.
func findScript() (string, error) {
	folder, err := os.Getwd()
	for ; err == nil; folder = filepath.Dir(folder) {
		script := filepath.Join(folder, "scripts", "desktop")
		if _, missing := os.Stat(script); missing == nil {
			return script, nil
		}
		if folder == filepath.Dir(folder) {
			err = errors.New("scripts/desktop is not in this folder or above")
		}
	}
	return "", err
}

// Stop ends the desktop and waits for its end.
func (d *Desktop) Stop() error {
	if d.Bus != nil {
		_ = d.Bus.Close()
	}
	_ = d.input.Close()
	overdue := time.AfterFunc(startLimit, func() { _ = d.script.Process.Kill() })
	defer overdue.Stop()
	if err := d.script.Wait(); err != nil {
		return fmt.Errorf("the desktop's end: %w", err)
	}
	return nil
}

// PlainEnvironment is this process's environment without the variables of a
// desktop, a language, a toolkit or the program itself.
func PlainEnvironment() []string {
	foreign := []string{"DISPLAY", "WAYLAND_DISPLAY", "DBUS_", "XDG_", "GDK_", "FYNE_", "LANG", "LC_", "ROUTERWATCH_", "GO"}
	return slices.DeleteFunc(os.Environ(), func(variable string) bool {
		return slices.ContainsFunc(foreign, func(prefix string) bool { return strings.HasPrefix(variable, prefix) })
	})
}

// Environment is the environment of a program on this desktop.
func (d *Desktop) Environment() []string {
	environment := PlainEnvironment()
	for name, value := range d.Variables {
		environment = append(environment, name+"="+value)
	}
	return environment
}

// Command is a command on this desktop. When ctx ends it gets SIGTERM, and three
// seconds later SIGKILL.
func (d *Desktop) Command(ctx context.Context, name string, arguments ...string) *exec.Cmd {
	command := exec.CommandContext(ctx, name, arguments...)
	command.Env = d.Environment()
	command.Cancel = func() error { return command.Process.Signal(syscall.SIGTERM) }
	command.WaitDelay = 3 * time.Second
	return command
}

// Output runs a short command on this desktop and returns its trimmed output.
func (d *Desktop) Output(name string, arguments ...string) (string, error) {
	ctx, cancel := context.WithTimeout(context.Background(), AnswerLimit)
	defer cancel()
	output, err := d.Command(ctx, name, arguments...).Output()
	if exit, ok := errors.AsType[*exec.ExitError](err); ok {
		err = fmt.Errorf("%s: %w: %s", name, err, exit.Stderr)
	}
	return strings.TrimSpace(string(output)), err
}

// Kill kills one of the desktop's own programs and waits for it to end: xserver,
// bus, windows, panel or notifier.
func (d *Desktop) Kill(name string) error {
	text, err := os.ReadFile(d.pidFile(name))
	if err != nil {
		return err
	}
	pid, err := strconv.Atoi(strings.TrimSpace(string(text)))
	if err != nil {
		return err
	}
	if err := syscall.Kill(pid, syscall.SIGKILL); err != nil {
		return err
	}
	for deadline := time.Now().Add(AnswerLimit); Running(pid); time.Sleep(10 * time.Millisecond) {
		if time.Now().After(deadline) {
			return fmt.Errorf("the %s does not end", name)
		}
	}
	return nil
}

// StartBus starts the session bus again after it was killed, and connects to it.
func (d *Desktop) StartBus() error {
	if err := d.StartAgain("bus"); err != nil {
		return err
	}
	for deadline := time.Now().Add(AnswerLimit); ; time.Sleep(10 * time.Millisecond) { // it does not listen at once
		if err := d.connect(); err == nil || time.Now().After(deadline) {
			return err
		}
	}
}

func (d *Desktop) connect() (err error) {
	d.Bus, err = dbus.Connect(d.Variables["DBUS_SESSION_BUS_ADDRESS"], dbus.WithSignalHandler(dbus.NewSequentialSignalHandler()))
	return err
}

// StartAgain starts one of the desktop's own programs after it was killed. It ends
// with the desktop.
func (d *Desktop) StartAgain(name string) error {
	text, err := os.ReadFile(filepath.Join(d.Variables["TEST_DESKTOP"], name+".command"))
	if err != nil {
		return err
	}
	arguments := strings.Split(strings.TrimSuffix(string(text), "\x00"), "\x00")
	program := exec.Command(arguments[0], arguments[1:]...) //nolint:noctx // the desktop ends it
	program.Env = d.Environment()
	if err := program.Start(); err != nil {
		return err
	}
	go func() { _ = program.Wait() }()
	return os.WriteFile(d.pidFile(name), fmt.Append(nil, program.Process.Pid), 0o600)
}

func (d *Desktop) pidFile(name string) string {
	return filepath.Join(d.Variables["TEST_DESKTOP"], name+".pid")
}
