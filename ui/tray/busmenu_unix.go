//go:build linux || freebsd || openbsd || netbsd

package tray

import (
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/godbus/dbus/v5"

	"routerwatch/assets"
	"routerwatch/ui/view"
)

const (
	menuName = "com.canonical.dbusmenu" // of the interface
	menuPath = "/StatusNotifierItem/menu"

	// submenuDelay is how long after a GTK host has read the menu's first level it
	// is sent for the submenus.
	submenuDelay = 300 * time.Millisecond
)

// busItem is an item of the menu on the bus. A change is announced as that of one
// property, never as a new layout.
type busItem struct {
	icon     *busIcon
	id       int32
	shown    map[string]dbus.Variant // its properties; guarded by the icon's mu
	children []*busItem
	clicked  func()
}

// layout is an item and those below it, in the menu's format.
type layout struct {
	ID         int32
	Properties map[string]dbus.Variant
	Children   []dbus.Variant
}

// itemProperties are properties of an item, in the menu's format.
type itemProperties struct {
	ID         int32
	Properties map[string]dbus.Variant
}

// itemEvent is an event of an item, in the menu's format.
type itemEvent struct {
	ID   int32
	What string
	Data dbus.Variant
	At   uint32
}

// addItem adds a hidden item.
func (i *busIcon) addItem(parent item, clicked func()) item {
	above := i.items[0]
	if parent != nil {
		above = parent.(*busItem)
		above.shown["children-display"] = dbus.MakeVariant("submenu")
	}
	added := i.add(above, map[string]any{"visible": false})
	added.clicked = clicked
	return added
}

func (i *busIcon) addSeparator() { i.add(i.items[0], map[string]any{"type": "separator"}) }

// add adds an item. All are added before the icon is on the bus.
func (i *busIcon) add(above *busItem, properties map[string]any) *busItem {
	added := &busItem{icon: i, id: int32(len(i.items)), shown: map[string]dbus.Variant{}}
	for name, value := range properties {
		added.shown[name] = dbus.MakeVariant(value)
	}
	i.items = append(i.items, added)
	if above != nil {
		above.children = append(above.children, added)
	}
	return added
}

// setTitle escapes the character that marks an access key, by doubling it.
func (b *busItem) setTitle(text string)  { b.set("label", strings.ReplaceAll(text, "_", "__")) }
func (b *busItem) setVisible(shown bool) { b.set("visible", shown) }
func (b *busItem) setEnabled(on bool)    { b.set("enabled", on) }

func (b *busItem) setIcon(icon view.Icon) {
	picture := []byte{}
	if icon != (view.Icon{}) {
		picture = assets.PNG(icon, panelIconSize())
	}
	b.set("icon-data", picture)
}

func (b *busItem) set(name string, value any) {
	b.icon.mu.Lock()
	defer b.icon.mu.Unlock()
	b.shown[name] = dbus.MakeVariant(value)
	b.icon.emit(menuPath, menuName+".ItemsPropertiesUpdated",
		[]itemProperties{{b.id, map[string]dbus.Variant{name: b.shown[name]}}}, []struct {
			ID    int32
			Names []string
		}{})
}

func (b *busItem) layout(depth int32) layout {
	l := layout{b.id, maps.Clone(b.shown), []dbus.Variant{}}
	if depth == 0 { // a negative depth has no end
		return l
	}
	for _, child := range b.children {
		l.Children = append(l.Children, dbus.MakeVariant(child.layout(depth-1)))
	}
	return l
}

// menuMethods are what a host calls.
func (i *busIcon) menuMethods() map[string]any {
	return map[string]any{
		"GetLayout":          i.getLayout,
		"GetGroupProperties": i.getGroupProperties,
		"Event": func(id int32, what string, data dbus.Variant, at uint32) *dbus.Error {
			i.handle(itemEvent{id, what, data, at})
			return nil
		},
		"EventGroup": func(events []itemEvent) ([]int32, *dbus.Error) {
			for _, e := range events {
				i.handle(e)
			}
			return []int32{}, nil
		},
		"AboutToShow":      func(int32) (bool, *dbus.Error) { return false, nil },
		"AboutToShowGroup": func([]int32) ([]int32, []int32, *dbus.Error) { return []int32{}, []int32{}, nil },
	}
}

func (i *busIcon) handle(e itemEvent) {
	if i.item(e.ID) == nil {
		return
	}
	switch clicked := i.items[e.ID].clicked; {
	case e.What == "clicked" && clicked != nil:
		clicked()
	case e.What == "opened" && e.ID == 0:
		i.send(Event{Kind: MenuOpened})
	}
}

// item is the item with that id, or nil.
func (i *busIcon) item(id int32) *busItem {
	if id < 0 || int(id) >= len(i.items) {
		return nil
	}
	return i.items[id]
}

// getLayout returns the menu. The library of GTK hosts, recognized by the properties
// that it asks for, drops the items of a submenu that it learns of before the submenu
// itself: it gets the first level first, and all of it a moment later.
func (i *busIcon) getLayout(by dbus.Sender, parent, depth int32, names []string) (uint32, layout, *dbus.Error) {
	i.mu.Lock()
	defer i.mu.Unlock()
	above := i.item(parent)
	if above == nil {
		return 0, layout{Children: []dbus.Variant{}}, dbus.NewError("org.freedesktop.DBus.Error.InvalidArgs", []any{"no such item"})
	}
	if depth < 0 && slices.Contains(names, "children-display") && !i.readers[by] {
		i.readers[by], depth = true, 1
		time.AfterFunc(submenuDelay, i.announceLayout)
	}
	return i.revision, above.layout(depth), nil
}

// announceLayout makes the hosts read the layout again.
func (i *busIcon) announceLayout() {
	i.mu.Lock()
	defer i.mu.Unlock()
	i.revision++
	i.emit(menuPath, menuName+".LayoutUpdated", i.revision, int32(0))
}

func (i *busIcon) getGroupProperties(ids []int32, _ []string) ([]itemProperties, *dbus.Error) {
	i.mu.Lock()
	defer i.mu.Unlock()
	all := []itemProperties{}
	for _, b := range i.items {
		if len(ids) == 0 || slices.Contains(ids, b.id) {
			all = append(all, itemProperties{b.id, maps.Clone(b.shown)})
		}
	}
	return all, nil
}
