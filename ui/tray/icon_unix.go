//go:build linux || freebsd || openbsd || netbsd

package tray

import (
	"image"
	"maps"
	"os"
	"strconv"
	"sync"

	"github.com/godbus/dbus/v5"

	"routerwatch/assets"
	"routerwatch/ui/view"
)

const (
	// stableID is the item's Id on the bus, by which desktops store the operator's
	// preferences for it.
	stableID = "routerwatch"

	itemName = "org.kde.StatusNotifierItem" // of the interface
	itemPath = "/StatusNotifierItem"

	propertiesName = "org.freedesktop.DBus.Properties"
)

// busIcon is the icon on the session bus: a StatusNotifierItem and its menu. The
// tray library is not used here: it announces a new layout of the menu at each
// change, at which LXQt and GNOME close an open menu, and it cannot change its
// connection.
//
// What it shows outlives the connection, so that it can be put on the next one.
type busIcon struct {
	send func(Event)

	mu       sync.Mutex              // guards the rest; the bus asks on other goroutines
	conn     *dbus.Conn              // nil until it is on a bus
	shown    map[string]dbus.Variant // the properties of the item
	items    []*busItem              // by id; the first is the menu itself
	revision uint32                  // of the menu's layout
	readers  map[dbus.Sender]bool    // hosts that were given the menu's first level only
}

// pixmap is a picture in the item's format: rows of pixels, alpha, red, green and
// blue.
type pixmap struct {
	Width, Height int32
	Pixels        []byte
}

// tooltip is the format of the item's tooltip. Hosts show the title.
type tooltip struct {
	Icon        string
	Pictures    []pixmap
	Title, Text string
}

func newBusIcon(send func(Event)) *busIcon {
	i := &busIcon{send: send, revision: 1, shown: map[string]dbus.Variant{}, readers: map[dbus.Sender]bool{}}
	for name, value := range map[string]any{
		"Id": stableID, "Category": "ApplicationStatus", "Status": "Active", "Title": "", "ItemIsMenu": false,
		"IconName": "", "IconThemePath": "", "IconPixmap": []pixmap{}, "ToolTip": tooltip{},
		"Menu": dbus.ObjectPath(menuPath),
	} {
		i.shown[name] = dbus.MakeVariant(value)
	}
	i.add(nil, map[string]any{"children-display": "submenu"})
	return i
}

// export puts the icon on a connection.
func (i *busIcon) export(conn *dbus.Conn) {
	i.mu.Lock()
	i.conn = conn
	i.mu.Unlock()
	menuShown := map[string]dbus.Variant{
		"Version": dbus.MakeVariant(uint32(3)), "Status": dbus.MakeVariant("normal"),
		"TextDirection": dbus.MakeVariant("ltr"), "IconThemePath": dbus.MakeVariant([]string{}),
	}
	// They fail for an invalid path only.
	_ = conn.ExportMethodTable(map[string]any{"Activate": i.activate}, itemPath, itemName)
	_ = conn.ExportMethodTable(i.properties(i.shown), itemPath, propertiesName)
	_ = conn.ExportMethodTable(i.menuMethods(), menuPath, menuName)
	_ = conn.ExportMethodTable(i.properties(menuShown), menuPath, propertiesName)
}

// forgetReaders has every GTK host read the menu in two steps again.
func (i *busIcon) forgetReaders() {
	i.mu.Lock()
	defer i.mu.Unlock()
	clear(i.readers)
}

// properties are the methods that read these properties.
func (i *busIcon) properties(of map[string]dbus.Variant) map[string]any {
	return map[string]any{
		"Get": func(_, name string) (dbus.Variant, *dbus.Error) {
			i.mu.Lock()
			defer i.mu.Unlock()
			value, known := of[name]
			if !known {
				return value, dbus.NewError("org.freedesktop.DBus.Error.UnknownProperty", []any{name})
			}
			return value, nil
		},
		"GetAll": func(string) (map[string]dbus.Variant, *dbus.Error) {
			i.mu.Lock()
			defer i.mu.Unlock()
			return maps.Clone(of), nil
		},
	}
}

// activate is a click on the icon.
func (i *busIcon) activate(_, _ int32) *dbus.Error {
	i.send(Event{Kind: Activated})
	return nil
}

func (i *busIcon) setTitle(text string)   { i.set("Title", text, "NewTitle") }
func (i *busIcon) setTooltip(text string) { i.set("ToolTip", tooltip{Title: text}, "NewToolTip") }

func (i *busIcon) setIcon(icon view.Icon) {
	i.set("IconPixmap", []pixmap{pixels(assets.Image(icon, panelIconSize()))}, "NewIcon")
}

// set changes a property of the item and sends both signals for it: each host
// follows one of them.
func (i *busIcon) set(name string, value any, signal string) {
	i.mu.Lock()
	defer i.mu.Unlock()
	i.shown[name] = dbus.MakeVariant(value)
	i.emit(itemPath, propertiesName+".PropertiesChanged",
		itemName, map[string]dbus.Variant{name: i.shown[name]}, []string{})
	i.emit(itemPath, itemName+"."+signal)
}

// emit sends a signal, with mu held; a lost connection is noticed elsewhere.
func (i *busIcon) emit(path dbus.ObjectPath, name string, values ...any) {
	if i.conn != nil {
		_ = i.conn.Emit(path, name, values...)
	}
}

func pixels(picture *image.NRGBA) pixmap {
	size := picture.Rect.Size()
	p := pixmap{int32(size.X), int32(size.Y), make([]byte, 0, len(picture.Pix))}
	for at := 0; at < len(picture.Pix); at += 4 {
		rgba := picture.Pix[at : at+4]
		p.Pixels = append(p.Pixels, rgba[3], rgba[0], rgba[1], rgba[2])
	}
	return p
}

// panelIconSize is what panels ask for, in pixels; hosts scale it.
func panelIconSize() int {
	for _, name := range []string{"GDK_SCALE", "QT_SCALE_FACTOR"} {
		if scale, err := strconv.ParseFloat(os.Getenv(name), 64); err == nil && scale >= 1.5 {
			return 48
		}
	}
	return 22
}
