//go:build linux

package tray_test

import (
	"testing"
	"time"

	"github.com/godbus/dbus/v5"
	"github.com/stretchr/testify/require"
)

// remote is the item as a panel sees it.
type remote struct {
	t    *testing.T
	conn *dbus.Conn
	name string

	names []string // the properties that it asks for; nil for all
}

func (r remote) call(path dbus.ObjectPath, method string, args ...any) {
	r.t.Helper()
	require.NoError(r.t, r.conn.Object(r.name, path).Call(method, 0, args...).Err)
}

func (r remote) variant(property string) dbus.Variant {
	r.t.Helper()
	v, err := r.conn.Object(r.name, itemPath).GetProperty(itemName + "." + property)
	require.NoError(r.t, err)
	return v
}

func (r remote) property(name string) any { return r.variant(name).Value() }

type pixmap struct {
	Width, Height int32
	Pixels        []byte
}

func (r remote) pixmaps() []pixmap {
	r.t.Helper()
	var all []pixmap
	require.NoError(r.t, r.variant("IconPixmap").Store(&all))
	return all
}

func (r remote) tooltip() string {
	r.t.Helper()
	var tip struct {
		Icon        string
		Pixmaps     []pixmap
		Title, Text string
	}
	require.NoError(r.t, r.variant("ToolTip").Store(&tip))
	return tip.Title
}

// layout is a menu, or an item of it.
type layout struct {
	ID         int32
	Properties map[string]dbus.Variant
	Children   []dbus.Variant
}

// event is an event of an item.
type event struct {
	ID   int32
	What string
	Data dbus.Variant
	At   uint32
}

type menu struct {
	revision uint32
	root     layout
}

func (r remote) menu() menu {
	r.t.Helper()
	var m menu
	err := r.conn.Object(r.name, menuPath).Call(menuName+".GetLayout", 0, int32(0), int32(-1), append([]string{}, r.names...)).
		Store(&m.revision, &m.root)
	require.NoError(r.t, err)
	return m
}

func (l layout) children() []layout {
	var items []layout
	for _, child := range l.Children {
		var item layout
		if child.Store(&item) == nil {
			items = append(items, item)
		}
	}
	return items
}

func (l layout) label() string {
	text, _ := l.Properties["label"].Value().(string)
	return text
}

// visible is the top level as an operator sees it: "(text)" cannot be clicked.
func (m menu) visible() []string {
	var shown []string
	for _, item := range m.root.children() {
		switch {
		case item.Properties["type"].Value() == "separator":
			shown = append(shown, "-")
		case item.Properties["visible"].Value() == false:
		case item.Properties["enabled"].Value() == false:
			shown = append(shown, "("+item.label()+")")
		default:
			shown = append(shown, item.label())
		}
	}
	return shown
}

// ids are the items by their texts, those of submenus included.
func (m menu) ids() map[string]int32 {
	ids := map[string]int32{}
	for _, item := range m.root.children() {
		ids[item.label()] = item.ID
		for _, choice := range item.children() {
			ids[choice.label()] = choice.ID
		}
	}
	return ids
}

func (m menu) has(text string) bool {
	_, found := m.ids()[text]
	return found
}

// signals are what the item tells a panel.
type signals struct {
	t        *testing.T
	arriving chan *dbus.Signal
}

func (r remote) listen() signals {
	r.t.Helper()
	s := signals{t: r.t, arriving: make(chan *dbus.Signal, 256)}
	r.conn.Signal(s.arriving)
	for _, path := range []dbus.ObjectPath{itemPath, menuPath} {
		require.NoError(r.t, r.conn.AddMatchSignal(dbus.WithMatchSender(r.name), dbus.WithMatchObjectPath(path)))
	}
	return s
}

// until waits for a signal and returns the names of all up to it.
func (s signals) until(name string) []string {
	s.t.Helper()
	var seen []string
	for {
		select {
		case signal := <-s.arriving:
			seen = append(seen, signal.Name)
			if signal.Name == name {
				return seen
			}
		case <-time.After(patience):
			require.Fail(s.t, "no signal", "waiting for %s", name)
		}
	}
}
