package tray

import (
	"sync/atomic"
	"time"

	"routerwatch/ui/view"
)

const (
	maxLines   = 20 // about routers; what is shown has no more
	maxSnoozes = 6
)

// A surface is what shows the icon and its menu.
type surface interface {
	setIcon(view.Icon)
	setTitle(text string)
	setTooltip(text string)
	addItem(parent item, clicked func()) item // nil is the menu itself
	addSeparator()
}

// An item is one entry of the menu. A new item is hidden and has no text.
type item interface {
	setTitle(text string)
	setVisible(shown bool)
	setEnabled(on bool)
	setIcon(view.Icon) // the zero value removes it
}

// menu is the icon and its menu as shown on the surface, to which it sends only
// changes. Only one goroutine uses it.
type menu struct {
	on surface

	icon           view.Icon
	title, tooltip string

	lines    []*entry
	open     *entry
	retry    *entry
	snooze   *entry
	choices  []*entry
	silence  *silenceMenus
	settings *entry
	quit     *entry

	// Of the lines and the choices, read by the goroutines of their clicks.
	routers   [maxLines]atomic.Pointer[string]
	durations [maxSnoozes]atomic.Int64
}

// newMenu builds the menu, with all items hidden. Each click is passed to send,
// on a goroutine of the surface.
func newMenu(on surface, send func(Event)) *menu {
	m := &menu{on: on}
	for i := range m.routers {
		m.lines = append(m.lines, newEntry(on, nil, func() {
			send(Event{Kind: Open, Router: *m.routers[i].Load()})
		}))
	}
	on.addSeparator()
	m.open = newEntry(on, nil, func() { send(Event{Kind: Open}) })
	m.retry = newEntry(on, nil, func() { send(Event{Kind: Retry}) })
	m.snooze = newEntry(on, nil, nil)
	for i := range m.durations {
		m.choices = append(m.choices, newEntry(on, m.snooze, func() {
			send(Event{Kind: Snooze, For: time.Duration(m.durations[i].Load())})
		}))
	}
	m.silence = newSilenceMenus(on, send)
	on.addSeparator()
	m.settings = newEntry(on, nil, func() { send(Event{Kind: Settings}) })
	m.quit = newEntry(on, nil, func() { send(Event{Kind: Quit}) })
	return m
}

// show updates the surface to v.
func (m *menu) show(v view.Tray) {
	m.showIcon(v)
	m.showMenu(v)
}

func (m *menu) showIcon(v view.Tray) {
	update(&m.icon, v.Icon, m.on.setIcon)
	update(&m.title, v.Title, m.on.setTitle)
	update(&m.tooltip, v.Tooltip, m.on.setTooltip)
}

// update sets what is shown to next, if it differs.
func update[T comparable](shown *T, next T, set func(T)) {
	if *shown != next {
		*shown = next
		set(next)
	}
}

func (m *menu) showMenu(v view.Tray) {
	for i, line := range m.lines {
		var shown view.TrayLine
		if i < len(v.Lines) {
			shown = v.Lines[i]
			m.routers[i].Store(&shown.Router)
		}
		if shown.Text != "" {
			update(&line.icon, shown.Icon, line.item.setIcon)
		}
		line.set(shown.Text, shown.Opens)
	}
	m.open.set(v.OpenText, true)
	m.retry.set(v.RetryText, v.CanRetry)
	m.snooze.set(v.Snooze.Text, true)
	for i, choice := range m.choices {
		text := ""
		if i < len(v.Snooze.Choices) {
			text = v.Snooze.Choices[i].Text
			m.durations[i].Store(int64(v.Snooze.Choices[i].For))
		}
		choice.set(text, true)
	}
	m.silence.show(v.SilenceText, v.Silence)
	m.settings.set(v.SettingsText, true)
	m.quit.set(v.QuitText, true)
}

// entry is an item and what it shows.
type entry struct {
	item    item
	text    string // "" while it is hidden
	enabled bool
	icon    view.Icon
	shown   atomic.Bool // read by the goroutine of its clicks
}

// newEntry adds an item, hidden, to the menu or to a submenu. Anyone on the bus can
// click a hidden item: that does nothing.
func newEntry(on surface, parent *entry, clicked func()) *entry {
	e, above, click := &entry{enabled: true}, item(nil), clicked
	if parent != nil {
		above = parent.item
	}
	if clicked != nil {
		click = func() {
			if e.shown.Load() {
				clicked()
			}
		}
	}
	e.item = on.addItem(above, click)
	return e
}

// set sets the item's text and whether it can be clicked; an empty text hides it.
// A hidden item is changed only just before it is shown, since on Windows any
// change shows it.
func (e *entry) set(text string, enabled bool) {
	e.shown.Store(text != "")
	hidden := e.text == ""
	if text == "" {
		if !hidden {
			e.text = ""
			e.item.setVisible(false)
		}
		return
	}
	update(&e.text, text, e.item.setTitle)
	update(&e.enabled, enabled, e.item.setEnabled)
	if hidden {
		e.item.setVisible(true)
	}
}
