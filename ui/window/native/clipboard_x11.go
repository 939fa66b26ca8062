//go:build linux || freebsd || openbsd || netbsd

package native

import (
	"errors"
	"fmt"

	"github.com/jezek/xgb"
	"github.com/jezek/xgb/xproto"
)

// propertyPart is how much of a text is written to a property at once. With its
// header it fits into the smallest request that every X server accepts, 16 KiB.
const propertyPart = 15 << 10

// clipboard is a text that this process offers as the X selection CLIPBOARD: see
// ICCCM, section 2.
type clipboard struct {
	server *xgb.Conn
	window xproto.Window
	text   []byte
	since  xproto.Timestamp

	selection, targets, timestamp, multiple, pairs, utf8, plain xproto.Atom
}

// ServeClipboard puts text on the clipboard and serves it to other programs. It
// returns nil once something else was copied or the display is gone.
func ServeClipboard(text string) error {
	server, err := connect()
	if err != nil {
		return err
	}
	defer server.Close()
	c := &clipboard{server: server, text: []byte(text)}
	if err := c.own(); err != nil {
		return fmt.Errorf("the clipboard: %w", err)
	}
	for {
		event, err := server.WaitForEvent()
		switch e := event.(type) {
		case xproto.SelectionRequestEvent:
			c.answer(e)
		case xproto.SelectionClearEvent:
			return nil
		case nil:
			if err == nil { // the connection has ended; an error is about a reader that has gone
				return nil
			}
		}
	}
}

// own makes this process the owner of the clipboard.
func (c *clipboard) own() error {
	if err := intern(c.server, map[string]*xproto.Atom{
		"CLIPBOARD": &c.selection, "TARGETS": &c.targets, "TIMESTAMP": &c.timestamp, "MULTIPLE": &c.multiple,
		"ATOM_PAIR": &c.pairs, "UTF8_STRING": &c.utf8, "text/plain;charset=utf-8": &c.plain,
	}); err != nil {
		return err
	}
	var err error
	if c.window, err = xproto.NewWindowId(c.server); err != nil {
		return err
	}
	root := xproto.Setup(c.server).DefaultScreen(c.server).Root
	if err := xproto.CreateWindowChecked(c.server, 0, c.window, root, 0, 0, 1, 1, 0, xproto.WindowClassInputOnly, 0,
		xproto.CwEventMask, []uint32{xproto.EventMaskPropertyChange}).Check(); err != nil {
		return err
	}
	// The time of the server, which the ownership needs, comes with any change of a property.
	if err := c.put(c.window, xproto.AtomWmName, xproto.AtomString, 8, nil); err != nil {
		return err
	}
	for c.since == 0 {
		event, err := c.server.WaitForEvent()
		if event == nil && err == nil {
			return errors.New("the display is gone")
		}
		if changed, ok := event.(xproto.PropertyNotifyEvent); ok {
			c.since = changed.Time
		}
	}
	xproto.SetSelectionOwner(c.server, c.window, c.selection, c.since)
	owner, err := xproto.GetSelectionOwner(c.server, c.selection).Reply()
	if err == nil && owner.Owner != c.window {
		err = errors.New("another program has just taken it")
	}
	return err
}

// answer gives a program the text, or what else it asks for.
func (c *clipboard) answer(e xproto.SelectionRequestEvent) {
	if e.Property == xproto.AtomNone { // of a client older than ICCCM
		e.Property = e.Target
	}
	if !c.convert(e.Requestor, e.Target, e.Property) {
		e.Property = xproto.AtomNone // refused
	}
	notify := xproto.SelectionNotifyEvent{Time: e.Time, Requestor: e.Requestor, Selection: e.Selection, Target: e.Target, Property: e.Property}
	xproto.SendEvent(c.server, false, e.Requestor, xproto.EventMaskNoEvent, string(notify.Bytes()))
}

// convert writes the clipboard as target to a property of a window.
func (c *clipboard) convert(to xproto.Window, target, property xproto.Atom) bool {
	var err error
	switch target {
	case c.utf8, c.plain:
		err = c.put(to, property, target, 8, c.text)
	case c.timestamp:
		err = c.put(to, property, xproto.AtomInteger, 32, words(uint32(c.since)))
	case c.targets:
		err = c.put(to, property, xproto.AtomAtom, 32, words(
			uint32(c.targets), uint32(c.timestamp), uint32(c.multiple), uint32(c.utf8), uint32(c.plain)))
	case c.multiple: // the property holds pairs of a target and a property
		var pairs *xproto.GetPropertyReply
		if pairs, err = xproto.GetProperty(c.server, false, to, property, c.pairs, 0, 64).Reply(); err != nil {
			return false
		}
		for pair := pairs.Value; len(pair) >= 8; pair = pair[8:] {
			target, property := xproto.Atom(xgb.Get32(pair)), xproto.Atom(xgb.Get32(pair[4:]))
			if target == c.multiple || !c.convert(to, target, property) {
				xgb.Put32(pair[4:], xproto.AtomNone)
			}
		}
		err = c.put(to, property, c.pairs, 32, pairs.Value)
	default:
		return false
	}
	return err == nil
}

// put replaces a property, whatever the length of its value. The reader is notified
// when all of it is there.
func (c *clipboard) put(of xproto.Window, property, kind xproto.Atom, bits byte, value []byte) error {
	mode := byte(xproto.PropModeReplace)
	for {
		part := value[:min(len(value), propertyPart)]
		count := uint32(len(part)) * 8 / uint32(bits)
		if err := xproto.ChangePropertyChecked(c.server, mode, of, property, kind, bits, count, part).Check(); err != nil {
			return err
		}
		if value = value[len(part):]; len(value) == 0 {
			return nil
		}
		mode = xproto.PropModeAppend
	}
}

// words is the value of a property of 32-bit words.
func words(values ...uint32) []byte {
	value := make([]byte, 4*len(values))
	for i, v := range values {
		xgb.Put32(value[4*i:], v)
	}
	return value
}
