package tray

import (
	"sync/atomic"

	"routerwatch/ui/view"
)

// maxSilencings is how many items [view.SilenceMenu] has.
const maxSilencings = 7

// silenceMenu is the submenu of one router.
type silenceMenu struct {
	parent *entry
	items  [maxSilencings]*entry
	events [maxSilencings]atomic.Pointer[Event] // read by the goroutines of their clicks
}

// newSilenceMenu adds the items of a router below its own.
func newSilenceMenu(on surface, parent *entry, send func(Event)) *silenceMenu {
	m := &silenceMenu{parent: parent}
	for i := range m.items {
		m.items[i] = newEntry(on, parent, func() { send(*m.events[i].Load()) })
	}
	return m
}

// show shows what can be silenced about a router; nothing for an empty menu.
func (m *silenceMenu) show(v view.SilenceMenu) {
	for i, item := range m.items {
		text := ""
		if i < len(v.Items) {
			text = v.Items[i].Text
			m.events[i].Store(&Event{Kind: Silence, Router: v.Router, Silencing: v.Items[i].Does})
		}
		item.set(text, true)
	}
}

// silenceMenus are the submenus of all routers, below one item. That of a single
// router is directly below it.
type silenceMenus struct {
	parent  *entry
	only    *silenceMenu
	routers []*silenceMenu
}

func newSilenceMenus(on surface, send func(Event)) *silenceMenus {
	m := &silenceMenus{parent: newEntry(on, nil, nil)}
	m.only = newSilenceMenu(on, m.parent, send)
	for range maxLines {
		m.routers = append(m.routers, newSilenceMenu(on, newEntry(on, m.parent, nil), send))
	}
	return m
}

func (m *silenceMenus) show(text string, all []view.SilenceMenu) {
	only := view.SilenceMenu{}
	if len(all) == 1 {
		only, all = all[0], nil
	}
	m.only.show(only)
	for i, router := range m.routers {
		shown := view.SilenceMenu{}
		if i < len(all) {
			shown = all[i]
		}
		router.show(shown)
		router.parent.set(shown.Text, true)
	}
	m.parent.set(text, true)
}
