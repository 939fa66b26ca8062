//go:build linux

package e2e

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"syscall"
	"time"

	"github.com/stretchr/testify/require"

	"routerwatch/e2e/virtual"
)

// gnomeSeat is that of GNOME, whose shell makes a mouse and a keyboard.
type gnomeSeat struct{ d *desktop }

func onGnome(d *desktop) seat {
	d.t.Helper()
	s := gnomeSeat{d}
	require.NoError(d.t, s.eval(nil, `mouse, keyboard`)) // an application needs a moment for a new device
	return s
}

// eval evaluates JavaScript in the shell and decodes the last value.
func (s gnomeSeat) eval(result any, script string, arguments ...any) error {
	const start = `const {Clutter, GLib} = imports.gi;
const now = () => GLib.get_monotonic_time();
const device = (name, type) => globalThis[name] ??=
	Clutter.get_default_backend().get_default_seat().create_virtual_device(Clutter.InputDeviceType[type]);
const mouse = device('testMouse', 'POINTER_DEVICE'), keyboard = device('testKeyboard', 'KEYBOARD_DEVICE');
globalThis.testFrames ??= (global.stage.connect('after-paint', () => testFrames++), 0);
`
	var (
		ok    bool
		value string
	)
	err := s.d.Call("org.gnome.Shell", "/org/gnome/Shell", "org.gnome.Shell.Eval", start+fmt.Sprintf(script, arguments...)).Store(&ok, &value)
	switch {
	case err != nil:
		return err
	case !ok:
		return errors.New(value)
	case result == nil:
		return nil
	}
	return json.Unmarshal([]byte(value), result)
}

// await waits until the script's value is true.
func (s gnomeSeat) await(script string, arguments ...any) error {
	for deadline := time.Now().Add(virtual.AnswerLimit); ; time.Sleep(lookInterval) {
		var holds bool
		if err := s.eval(&holds, script, arguments...); err != nil || holds {
			return err
		}
		if time.Now().After(deadline) {
			return fmt.Errorf("the shell does not come to "+script, arguments...)
		}
	}
}

// settle waits until the shell has handled its input: it does so before it draws.
func (s gnomeSeat) settle() error {
	var drawn int
	if err := s.eval(&drawn, `testFrames`); err != nil {
		return err
	}
	return s.await(`global.stage.queue_redraw(); testFrames >= %d`, drawn+2)
}

func (s gnomeSeat) shot(file string) error {
	var (
		ok    bool
		where string
	)
	err := s.d.Call("org.gnome.Shell.Screenshot", "/org/gnome/Shell/Screenshot", "org.gnome.Shell.Screenshot.Screenshot", true, false, file).Store(&ok, &where)
	if err == nil && !ok {
		err = errors.New("no screenshot")
	}
	return err
}

func (s gnomeSeat) move(x, y int) error {
	if err := s.eval(nil, `mouse.notify_absolute_motion(now(), %d, %d)`, x, y); err != nil {
		return err
	}
	if err := s.await(`const [x, y] = global.get_pointer(); x === %d && y === %d`, x, y); err != nil {
		return err
	}
	return s.settle()
}

func (s gnomeSeat) click(button string) error {
	for _, pressed := range []bool{true, false} {
		if err := s.eval(nil, `mouse.notify_button(now(), %s, Number(%t))`, button, pressed); err != nil {
			return err
		}
		const anyButton = 0x700
		if err := s.await(`((global.get_pointer()[2] & %d) !== 0) === %t`, anyButton, pressed); err != nil {
			return err
		}
	}
	return s.settle()
}

func (s gnomeSeat) key(name string) error {
	keys, err := pressedKeys(name)
	if err != nil {
		return err
	}
	var codes []uint32
	for _, key := range keys {
		codes = append(codes, key.code)
	}
	list, err := json.Marshal(codes)
	if err != nil {
		return err
	}
	if err := s.eval(nil, `const keys = %s;
keys.forEach(key => keyboard.notify_key(now(), key, 1));
keys.reverse().forEach(key => keyboard.notify_key(now(), key, 0))`, list); err != nil {
		return err
	}
	return s.settle()
}

func (s gnomeSeat) closeWindow(window) error { return s.key("alt+F4") }

// restartAppIndicator takes the tray away and brings it back: the shell itself cannot
// start again within its session.
func restartAppIndicator(d *desktop) {
	d.t.Helper()
	const extension = "ubuntu-appindicators@ubuntu.com"
	s := gnomeSeat{d}
	require.NoError(d.t, s.eval(nil, `Main.extensionManager.disableExtension('%s')`, extension))
	await(d.t, "the tray's end", func() ([]string, bool) {
		names := d.busNames()
		return names, !slices.Contains(names, virtual.WatcherName)
	})
	require.NoError(d.t, s.eval(nil, `Main.extensionManager.enableExtension('%s')`, extension))
}

// restartGnomeNotifications ends the program that passes notifications on to the
// shell. The bus starts it again.
func restartGnomeNotifications(d *desktop) {
	d.t.Helper()
	const name = "org.gnome.Shell.Notifications"
	var pid uint32
	require.NoError(d.t, d.Call("org.freedesktop.DBus", "/org/freedesktop/DBus", "org.freedesktop.DBus.GetConnectionUnixProcessID", name).Store(&pid))
	require.NoError(d.t, syscall.Kill(int(pid), syscall.SIGKILL))
	awaitTrue(d.t, "its end", func() bool { return !virtual.Running(int(pid)) })
	var started uint32
	require.NoError(d.t, d.Call("org.freedesktop.DBus", "/org/freedesktop/DBus", "org.freedesktop.DBus.StartServiceByName", name, uint32(0)).Store(&started))
}
