//go:build linux

package e2e

import (
	"encoding/binary"
	"errors"
	"fmt"
	"net"
	"os"
	"slices"
	"time"

	"golang.org/x/sys/unix"

	"routerwatch/e2e/virtual"
)

// The objects of a connection to the compositor, in the order in which they are
// made.
const (
	wlDisplay = iota + 1
	wlRegistry
	wlCallback // made again for each sync
	wlSeat
	wlPointerManager
	wlKeyboardManager
	wlPointer
	wlKeyboard
)

// waylandInput is a mouse and a keyboard of a wlroots compositor, by the protocols
// zwlr_virtual_pointer_v1 and zwp_virtual_keyboard_v1. They are there until it is
// closed: an application needs a moment for a new device.
type waylandInput struct {
	connection    *net.UnixConn
	unread        []byte
	width, height int // of all outputs together
}

// newWaylandInput connects to the compositor's socket.
func newWaylandInput(socket string, width, height int) (*waylandInput, error) {
	connection, err := net.DialUnix("unix", nil, &net.UnixAddr{Name: socket, Net: "unix"})
	if err != nil {
		return nil, err
	}
	in := &waylandInput{connection: connection, width: width, height: height}
	if err := in.makeDevices(); err != nil {
		return nil, errors.Join(err, connection.Close())
	}
	return in, nil
}

func (in *waylandInput) makeDevices() error {
	globals := make(map[string]uint32)
	err := in.request(wlDisplay, 1, wlNumber(wlRegistry))
	if err == nil {
		err = in.sync(func(object, event uint32, body []byte) {
			if object == wlRegistry && event == 0 { // global: its number, its interface, its version
				length := binary.NativeEndian.Uint32(body[4:])
				globals[string(body[8:8+length-1])] = binary.NativeEndian.Uint32(body)
			}
		})
	}
	for i, name := range []string{"wl_seat", "zwlr_virtual_pointer_manager_v1", "zwp_virtual_keyboard_manager_v1"} {
		if err == nil { // bind
			err = in.request(wlRegistry, 0, wlNumber(globals[name]), wlString(name), wlNumber(1), wlNumber(uint32(wlSeat+i)))
		}
	}
	return errors.Join(
		err,
		in.request(wlPointerManager, 0, wlNumber(wlSeat), wlNumber(wlPointer)),
		in.request(wlKeyboardManager, 0, wlNumber(wlSeat), wlNumber(wlKeyboard)),
		in.sendKeymap(),
		in.sync(nil),
	)
}

// sendKeymap gives the keyboard the American layout, which the compositor reads from
// its own files.
func (in *waylandInput) sendKeymap() error {
	const (
		keymap = `xkb_keymap {
	xkb_keycodes { include "evdev+aliases(qwerty)" };
	xkb_types { include "complete" };
	xkb_compat { include "complete" };
	xkb_symbols { include "pc+us+inet(evdev)" };
};` + "\x00"
		xkbV1 = 1 // its format
	)
	file, err := os.CreateTemp("", "keymap-")
	if err != nil {
		return err
	}
	defer func() { _ = file.Close() }()
	_, err = file.WriteString(keymap)
	if err = errors.Join(err, os.Remove(file.Name())); err != nil {
		return err
	}
	_, _, err = in.connection.WriteMsgUnix(wlMessage(wlKeyboard, 0, wlNumber(xkbV1), wlNumber(uint32(len(keymap)))),
		unix.UnixRights(int(file.Fd())), nil)
	return err
}

// move moves the mouse in two steps, since applications take the first one for its
// arrival.
func (in *waylandInput) move(x, y int) error {
	var err error
	for _, aside := range []int{1, 0} {
		err = errors.Join(
			err,
			in.request(wlPointer, 1, wlTime(), wlNumber(uint32(x+aside)), wlNumber(uint32(y)),
				wlNumber(uint32(in.width)), wlNumber(uint32(in.height))),
			in.request(wlPointer, 4), // the end of what happens at once
			in.sync(nil),
		)
	}
	return err
}

// click presses a button of the mouse and lets it go.
func (in *waylandInput) click(button uint32) error {
	var err error
	for _, pressed := range []uint32{1, 0} {
		err = errors.Join(
			err,
			in.request(wlPointer, 2, wlTime(), wlNumber(button), wlNumber(pressed)),
			in.request(wlPointer, 4),
			in.sync(nil),
		)
	}
	return err
}

// press presses keys together and lets them go.
func (in *waylandInput) press(keys []linuxKey) error {
	var (
		err  error
		held uint32
	)
	stroke := func(key linuxKey, pressed uint32) {
		err = errors.Join(
			err,
			in.request(wlKeyboard, 1, wlTime(), wlNumber(key.code), wlNumber(pressed)),
			in.request(wlKeyboard, 2, wlNumber(held), wlNumber(0), wlNumber(0), wlNumber(0)),
			in.sync(nil),
		)
	}
	for _, key := range keys {
		held |= key.modifier
		stroke(key, 1)
	}
	for _, key := range slices.Backward(keys) {
		held &^= key.modifier
		stroke(key, 0)
	}
	return err
}

// sync waits until the compositor has done what was requested, and passes on what it
// tells before.
func (in *waylandInput) sync(each func(object, event uint32, body []byte)) error {
	if err := in.request(wlDisplay, 0, wlNumber(wlCallback)); err != nil {
		return err
	}
	for {
		object, event, body, err := in.next()
		switch {
		case err != nil:
			return err
		case object == wlDisplay && event == 0: // error: the object, a number, a sentence
			return fmt.Errorf("the compositor refuses a request of object %d: %q", binary.NativeEndian.Uint32(body), body[12:])
		case object == wlCallback:
			return nil
		case each != nil:
			each(object, event, body)
		}
	}
}

// next reads an event.
func (in *waylandInput) next() (object, event uint32, body []byte, err error) {
	for {
		if len(in.unread) >= 8 {
			head := binary.NativeEndian.Uint32(in.unread[4:])
			if length := int(head >> 16); length >= 8 && len(in.unread) >= length {
				object, event, body = binary.NativeEndian.Uint32(in.unread), head&0xffff, in.unread[8:length]
				in.unread = in.unread[length:]
				return object, event, body, nil
			}
		}
		more := make([]byte, 4096)
		n, err := in.connection.Read(more)
		if err != nil {
			return 0, 0, nil, fmt.Errorf("reading the compositor's answer: %w", err)
		}
		in.unread = append(in.unread, more[:n]...)
	}
}

// request sends a request of an object, which may be answered within a time from now.
func (in *waylandInput) request(object, opcode uint32, arguments ...[]byte) error {
	if err := in.connection.SetDeadline(time.Now().Add(virtual.AnswerLimit)); err != nil {
		return err
	}
	_, err := in.connection.Write(wlMessage(object, opcode, arguments...))
	return err
}

func wlMessage(object, opcode uint32, arguments ...[]byte) []byte {
	body := slices.Concat(arguments...)
	return slices.Concat(wlNumber(object), wlNumber(uint32(8+len(body))<<16|opcode), body)
}

func wlNumber(n uint32) []byte { return binary.NativeEndian.AppendUint32(nil, n) }

// wlString is its length with a zero at its end, and it with zeros to full words.
func wlString(s string) []byte {
	padded := append([]byte(s), 0)
	for len(padded)%4 != 0 {
		padded = append(padded, 0)
	}
	return append(wlNumber(uint32(len(s)+1)), padded...)
}

func wlTime() []byte { return wlNumber(uint32(time.Now().UnixMilli())) }
