//go:build linux

package e2e

import (
	"fmt"
	"image"
	"path/filepath"
	"strings"

	"github.com/stretchr/testify/require"
)

// linuxKey is a key as the kernel numbers it.
type linuxKey struct {
	code     uint32
	modifier uint32 // its bit, where it changes other keys
}

// linuxKeys are those of the tests, as xdotool names them.
var linuxKeys = map[string]linuxKey{
	"shift": {42, 1}, "ctrl": {29, 4}, "alt": {56, 8}, "super": {125, 64},
	"Escape": {1, 0}, "q": {16, 0}, "r": {19, 0}, "v": {47, 0}, "F4": {62, 0},
}

// pressedKeys are the keys of "ctrl+q".
func pressedKeys(name string) ([]linuxKey, error) {
	var keys []linuxKey
	for each := range strings.SplitSeq(name, "+") {
		key, known := linuxKeys[each]
		if !known {
			return nil, fmt.Errorf("no key %q", each)
		}
		keys = append(keys, key)
	}
	return keys, nil
}

// waybarTray is where the tray is in the panel of scripts/sessions/sway. mako shows
// its notifications to the left of it while there is no panel.
var waybarTray = image.Rect(1100, 0, 1280, 30)

// swaySeat is that of sway, where a key of sway's closes windows.
type swaySeat struct {
	d     *desktop
	input *waylandInput
}

func onSway(d *desktop) seat {
	d.t.Helper()
	socket := filepath.Join(d.Variables["XDG_RUNTIME_DIR"], d.Variables["WAYLAND_DISPLAY"])
	input, err := newWaylandInput(socket, 1280, 800)
	require.NoError(d.t, err)
	d.t.Cleanup(func() { _ = input.connection.Close() })
	return swaySeat{d, input}
}

func (s swaySeat) shot(file string) error {
	_, err := s.d.Output("grim", file)
	return err
}

func (s swaySeat) move(x, y int) error { return s.input.move(x, y) }

func (s swaySeat) click(button string) error {
	return s.input.click(map[string]uint32{left: 0x110, right: 0x111}[button])
}

func (s swaySeat) key(name string) error {
	keys, err := pressedKeys(name)
	if err != nil {
		return err
	}
	return s.input.press(keys)
}

func (s swaySeat) closeWindow(window) error { return s.key("super+shift+q") }
