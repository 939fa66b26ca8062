//go:build linux || freebsd || openbsd || netbsd

package native

import (
	"fmt"
	"io"
	"log"
	"sync"

	"github.com/jezek/xgb"
	"github.com/jezek/xgb/xinerama"
	"github.com/jezek/xgb/xproto"
)

// x11Window is a [Window] on an X server.
type x11Window struct {
	server *xgb.Conn
	id     xproto.Window
	root   xproto.Window

	state, horizontal, vertical, fullScreen, hidden xproto.Atom
}

// Open connects to the display that DISPLAY names. The caller closes it.
func Open(handle uintptr) (Window, error) {
	server, err := connect()
	if err != nil {
		return nil, err
	}
	w := &x11Window{server: server, id: xproto.Window(handle), root: xproto.Setup(server).DefaultScreen(server).Root}
	if err := intern(server, map[string]*xproto.Atom{
		"_NET_WM_STATE":                &w.state,
		"_NET_WM_STATE_MAXIMIZED_HORZ": &w.horizontal,
		"_NET_WM_STATE_MAXIMIZED_VERT": &w.vertical,
		"_NET_WM_STATE_FULLSCREEN":     &w.fullScreen,
		"_NET_WM_STATE_HIDDEN":         &w.hidden,
	}); err != nil {
		server.Close()
		return nil, err
	}
	return w, nil
}

// silence discards what the library logs: errors are returned too.
var silence = sync.OnceFunc(func() { xgb.Logger = log.New(io.Discard, "", 0) })

// connect connects to the display that DISPLAY names.
func connect() (*xgb.Conn, error) {
	silence()
	server, err := xgb.NewConn()
	if err != nil {
		return nil, fmt.Errorf("the X server: %w", err)
	}
	return server, nil
}

// intern looks the atoms of these names up.
func intern(server *xgb.Conn, atoms map[string]*xproto.Atom) error {
	for name, atom := range atoms {
		reply, err := xproto.InternAtom(server, false, uint16(len(name)), name).Reply()
		if err != nil {
			return fmt.Errorf("the X server: %w", err)
		}
		*atom = reply.Atom
	}
	return nil
}

// Scale is the scale that the desktop's XSETTINGS ask for, or 0.
func Scale() float32 { return scaleOf(xsettings()) }

// ThemeName is the name of GTK's theme by the desktop's XSETTINGS, or "".
func ThemeName() string {
	_, texts := parse(xsettings())
	return texts["Net/ThemeName"]
}

// xsettings are the desktop's XSETTINGS; nil if there are none.
func xsettings() []byte {
	server, err := connect()
	if err != nil {
		return nil
	}
	defer server.Close()
	var manager, settings xproto.Atom
	if err := intern(server, map[string]*xproto.Atom{
		fmt.Sprint("_XSETTINGS_S", server.DefaultScreen): &manager, "_XSETTINGS_SETTINGS": &settings,
	}); err != nil {
		return nil
	}
	owner, err := xproto.GetSelectionOwner(server, manager).Reply()
	if err != nil || owner.Owner == 0 {
		return nil
	}
	reply, err := xproto.GetProperty(server, false, owner.Owner, settings, settings, 0, 1<<16).Reply()
	if err != nil {
		return nil
	}
	return reply.Value
}

func (w *x11Window) Close() { w.server.Close() }

func (w *x11Window) Place() (Place, error) {
	corner, err := xproto.TranslateCoordinates(w.server, w.id, w.root, 0, 0).Reply()
	if err != nil {
		return Place{}, fmt.Errorf("the place of a window: %w", err)
	}
	attributes, err := xproto.GetWindowAttributes(w.server, w.id).Reply()
	if err != nil {
		return Place{}, fmt.Errorf("the place of a window: %w", err)
	}
	p := Place{X: int(corner.DstX), Y: int(corner.DstY), Covering: attributes.MapState != xproto.MapStateViewable}
	state, err := xproto.GetProperty(w.server, false, w.id, w.state, xproto.AtomAtom, 0, 64).Reply()
	if err != nil {
		return Place{}, fmt.Errorf("the state of a window: %w", err)
	}
	has := make(map[xproto.Atom]bool)
	for value := state.Value; len(value) >= 4; value = value[4:] {
		has[xproto.Atom(xgb.Get32(value))] = true
	}
	p.Maximized = has[w.horizontal] && has[w.vertical]
	p.Covering = p.Covering || has[w.fullScreen] || has[w.hidden]
	return p, nil
}

// The parts of WM_NORMAL_HINTS: see ICCCM, section 4.1.2.3.
const (
	sizeHintsLength = 18 // words of 32 bits; the first holds the flags
	userPosition    = 1 << 0
	programPosition = 1 << 2
)

func (w *x11Window) Put(p Place, width int) error {
	if p.Maximized {
		if err := w.set(w.state, xproto.AtomAtom, words(uint32(w.horizontal), uint32(w.vertical))); err != nil {
			return err
		}
	}
	if !reachable(w.screens(), p.X, p.Y, width) {
		return nil
	}
	hints, err := xproto.GetProperty(w.server, false, w.id, xproto.AtomWmNormalHints, xproto.AtomWmSizeHints, 0, sizeHintsLength).Reply()
	if err != nil {
		return fmt.Errorf("the hints of a window: %w", err)
	}
	value := make([]byte, 4*sizeHintsLength)
	copy(value, hints.Value)
	xgb.Put32(value, xgb.Get32(value)|userPosition|programPosition)
	if err := w.set(xproto.AtomWmNormalHints, xproto.AtomWmSizeHints, value); err != nil {
		return err
	}
	to := []uint32{uint32(int32(p.X)), uint32(int32(p.Y))} // negative numbers in two's complement
	return xproto.ConfigureWindowChecked(w.server, w.id, xproto.ConfigWindowX|xproto.ConfigWindowY, to).Check()
}

// set replaces a property of 32-bit words.
func (w *x11Window) set(property, kind xproto.Atom, value []byte) error {
	return xproto.ChangePropertyChecked(w.server, xproto.PropModeReplace, w.id, property, kind, 32, uint32(len(value)/4), value).Check()
}

// screens lists the screens of the desktop, or the whole desktop as one.
func (w *x11Window) screens() []screen {
	if xinerama.Init(w.server) == nil {
		if reply, err := xinerama.QueryScreens(w.server).Reply(); err == nil && len(reply.ScreenInfo) > 0 {
			all := make([]screen, len(reply.ScreenInfo))
			for i, s := range reply.ScreenInfo {
				all[i] = screen{int(s.XOrg), int(s.YOrg), int(s.Width), int(s.Height)}
			}
			return all
		}
	}
	whole := xproto.Setup(w.server).DefaultScreen(w.server)
	return []screen{{0, 0, int(whole.WidthInPixels), int(whole.HeightInPixels)}}
}

// The events that several clients may select. Button presses are not among them:
// only one client can select those, which is the toolkit.
const (
	ofWindow = xproto.EventMaskKeyPress | xproto.EventMaskPointerMotion | xproto.EventMaskFocusChange |
		xproto.EventMaskExposure | xproto.EventMaskStructureNotify | xproto.EventMaskVisibilityChange |
		xproto.EventMaskPropertyChange
	ofFrame = xproto.EventMaskEnterWindow | xproto.EventMaskLeaveWindow | xproto.EventMaskStructureNotify
)

func (w *x11Window) Follow(happened func(Event)) error {
	if err := w.listen(w.id, ofWindow); err != nil {
		return err
	}
	frame, err := w.frame()
	if err != nil {
		return err
	}
	events := uint32(ofFrame)
	if frame == w.id {
		events |= ofWindow
	}
	if err := w.listen(frame, events); err != nil {
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
			if e.Detail != xproto.NotifyDetailInferior { // not from the frame into the window
				happened(Left)
			}
		case xproto.ReparentNotifyEvent:
			if e.Window != w.id {
				break
			}
			if frame, err := w.frame(); err == nil && frame != w.id {
				_ = w.listen(frame, ofFrame) // the new frame of a restarted window manager
			}
		case xproto.PropertyNotifyEvent:
			if e.Atom == w.state { // set by the window manager, perhaps after the size; the others are set by us
				happened(Changed)
			}
		case xproto.ConfigureNotifyEvent, xproto.ExposeEvent, xproto.VisibilityNotifyEvent, xproto.MapNotifyEvent, xproto.UnmapNotifyEvent:
			happened(Changed)
		case nil: // an error of an earlier request, such as for a closed window
		default:
			happened(Input)
		}
	}
}

// listen asks the X server for events of a window.
func (w *x11Window) listen(window xproto.Window, events uint32) error {
	return xproto.ChangeWindowAttributesChecked(w.server, window, xproto.CwEventMask, []uint32{events}).Check()
}

// frame is the outermost parent of the window: the window manager's frame, or the
// window itself.
func (w *x11Window) frame() (xproto.Window, error) {
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
func (w *x11Window) within(window xproto.Window, p *xproto.QueryPointerReply) bool {
	box, err := xproto.GetGeometry(w.server, xproto.Drawable(window)).Reply()
	return err == nil && p.SameScreen && p.WinX >= 0 && p.WinY >= 0 && int(p.WinX) < int(box.Width) && int(p.WinY) < int(box.Height)
}
