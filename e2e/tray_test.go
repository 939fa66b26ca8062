//go:build linux

package e2e

import (
	"strings"

	"github.com/godbus/dbus/v5"
	"github.com/stretchr/testify/require"

	"routerwatch/e2e/virtual"
)

const menuName = "com.canonical.dbusmenu"

// trayItem is the program's icon as a panel sees it.
type trayItem struct {
	virtual.TrayItem
	d *desktop
}

// trayItem waits until the panel knows exactly one icon and returns it.
func (d *desktop) trayItem() trayItem {
	d.t.Helper()
	items := await(d.t, "a tray icon", func() ([]virtual.TrayItem, bool) {
		items := d.TrayItems()
		return items, len(items) == 1
	})
	return trayItem{TrayItem: items[0], d: d}
}

// tooltip is the text of it.
func (i trayItem) tooltip() string {
	parts, _ := i.Property("ToolTip").([]any)
	if len(parts) < 3 {
		return ""
	}
	text, _ := parts[2].(string)
	return text
}

// icon is the pixels of it.
func (i trayItem) icon() string {
	pictures, _ := i.Property("IconPixmap").([][]any)
	if len(pictures) != 1 || len(pictures[0]) != 3 {
		return ""
	}
	pixels, _ := pictures[0][2].([]byte)
	return string(pixels)
}

// shows waits until title and tooltip begin so, and returns the icon of then.
func (i trayItem) shows(status string) (icon string) {
	i.d.t.Helper()
	await(i.d.t, "a tray icon “"+status+"…”", func() ([2]string, bool) {
		title, _ := i.Property("Title").(string)
		tooltip := i.tooltip()
		icon = i.icon()
		return [2]string{title, tooltip}, strings.HasPrefix(title, status) && strings.HasPrefix(tooltip, status) && icon != ""
	})
	return icon
}

// entry is an entry of the menu that is shown.
type entry struct {
	id      int32
	label   string
	enabled bool
}

type layout struct {
	ID         int32
	Properties map[string]dbus.Variant
	Children   []dbus.Variant
}

func (i trayItem) menuPath() dbus.ObjectPath {
	path, _ := i.Property("Menu").(dbus.ObjectPath)
	return path
}

// menu is what the menu shows, without its submenus.
func (i trayItem) menu() []entry {
	i.d.t.Helper()
	return i.entries(i.root(), false)
}

// root is the menu, whole.
func (i trayItem) root() layout {
	i.d.t.Helper()
	var revision uint32
	var root layout
	err := i.d.Call(i.Name, i.menuPath(), menuName+".GetLayout", int32(0), int32(-1), []string{}).Store(&revision, &root)
	require.NoError(i.d.t, err)
	return root
}

// entries are those of a menu that are shown, with the ones of its submenus
// where it is to be deep.
func (i trayItem) entries(of layout, deep bool) []entry {
	i.d.t.Helper()
	var all []entry
	for _, child := range of.Children {
		var item layout
		require.NoError(i.d.t, dbus.Store([]any{child.Value()}, &item))
		e := entry{id: item.ID, enabled: true}
		visible := true
		for name, value := range item.Properties {
			switch v := value.Value(); name {
			case "label":
				e.label, _ = v.(string)
			case "enabled":
				e.enabled, _ = v.(bool)
			case "visible":
				visible, _ = v.(bool)
			}
		}
		if !visible || e.label == "" {
			continue
		}
		all = append(all, e)
		if deep {
			all = append(all, i.entries(item, true)...)
		}
	}
	return all
}

// labels are the words of the menu.
func (i trayItem) labels() []string {
	i.d.t.Helper()
	var labels []string
	for _, e := range i.menu() {
		labels = append(labels, e.label)
	}
	return labels
}

// choose waits for an entry of that name that can be clicked, also in a
// submenu, and clicks it.
func (i trayItem) choose(label string) {
	i.d.t.Helper()
	var chosen entry
	await(i.d.t, "an entry “"+label+"”", func() ([]entry, bool) {
		all := i.entries(i.root(), true)
		for _, e := range all {
			if e.label == label && e.enabled {
				chosen = e
				return all, true
			}
		}
		return all, false
	})
	i.event(chosen.id, "clicked")
}

// event is what a panel tells of an entry, or of the menu itself, which is 0.
func (i trayItem) event(id int32, what string) {
	i.d.t.Helper()
	err := i.d.Call(i.Name, i.menuPath(), menuName+".Event", id, what, dbus.MakeVariant(""), uint32(0)).Err
	require.NoError(i.d.t, err)
}
