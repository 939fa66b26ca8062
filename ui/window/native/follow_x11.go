//go:build linux || freebsd || openbsd || netbsd

package native

import (
	"fmt"

	"github.com/jezek/xgb/xproto"
)

// The events that any number of programs may ask for. The press of a button is
// not among them: the X server tells one program alone, which is the toolkit.
const (
	ofWindow = xproto.EventMaskKeyPress | xproto.EventMaskPointerMotion | xproto.EventMaskFocusChange |
		xproto.EventMaskExposure | xproto.EventMaskStructureNotify | xproto.EventMaskVisibilityChange |
		xproto.EventMaskPropertyChange
	ofFrame = xproto.EventMaskEnterWindow | xproto.EventMaskLeaveWindow | xproto.EventMaskStructureNotify
)

// Follow tells what happens to a shown window, on the caller's goroutine,
// until Close or until the X server is gone. Of the frame that a window
// manager put around it, it tells the pointer's coming and going.
func (w *Window) Follow(happened func(Event)) error {
	if err := w.listen(w.id, ofWindow); err != nil {
		return err
	}
	frame, err := w.frame()
	if err != nil {
		return err
	}
	if frame == w.id {
		err = w.listen(frame, ofWindow|ofFrame)
	} else {
		err = w.listen(frame, ofFrame)
	}
	if err != nil {
		return err
	}
	if pointer, err := xproto.QueryPointer(w.server, frame).Reply(); err == nil && w.within(frame, pointer) {
		happened(Entered)
	}
	for {
		event, err := w.server.WaitForEvent()
		if event == nil && err == nil {
			return nil
		}
		switch e := event.(type) {
		case xproto.EnterNotifyEvent:
			happened(Entered)
		case xproto.LeaveNotifyEvent:
			if e.Detail != xproto.NotifyDetailInferior { // it went from the frame to what the frame is around
				happened(Left)
			}
		case xproto.ReparentNotifyEvent:
			if e.Window != w.id {
				break
			}
			if frame, err := w.frame(); err == nil && frame != w.id {
				_ = w.listen(frame, ofFrame) // a window manager that started again has made another one
			}
		case xproto.PropertyNotifyEvent:
			if e.Atom == w.state { // a window manager may set it after the size; the rest, such as the title, is ours
				happened(Changed)
			}
		case xproto.ConfigureNotifyEvent, xproto.ExposeEvent, xproto.VisibilityNotifyEvent, xproto.MapNotifyEvent, xproto.UnmapNotifyEvent:
			happened(Changed)
		case nil: // an error of an earlier request: the window may be gone
		default:
			happened(Input)
		}
	}
}

// listen asks for events of a window.
func (w *Window) listen(window xproto.Window, events uint32) error {
	err := xproto.ChangeWindowAttributesChecked(w.server, window, xproto.CwEventMask, []uint32{events}).Check()
	if err != nil {
		return fmt.Errorf("the events of a window: %w", err)
	}
	return nil
}

// frame is the outermost window around the window: the window manager's, or
// itself.
func (w *Window) frame() (xproto.Window, error) {
	const deepest = 16
	at := w.id
	for range deepest {
		tree, err := xproto.QueryTree(w.server, at).Reply()
		if err != nil {
			return 0, fmt.Errorf("the frame of a window: %w", err)
		}
		if tree.Parent == w.root || tree.Parent == 0 {
			break
		}
		at = tree.Parent
	}
	return at, nil
}

// within reports whether the pointer is over a window.
func (w *Window) within(window xproto.Window, p *xproto.QueryPointerReply) bool {
	box, err := xproto.GetGeometry(w.server, xproto.Drawable(window)).Reply()
	return err == nil && p.SameScreen && p.WinX >= 0 && p.WinY >= 0 && int(p.WinX) < int(box.Width) && int(p.WinY) < int(box.Height)
}
