package tray

import (
	"log/slog"
	"sync/atomic"
	"time"

	"routerwatch/ui/view"
)

const (
	maxLines   = 20 // lines of information in the menu; more are not readable
	maxSnoozes = 6
)

// A surface is the part of the tray library that this package uses. Methods may
// panic after the desktop has ended.
type surface interface {
	setIcon(view.Icon)
	setTitle(text string)
	setTooltip(text string)
	addItem(parent item, clicked func()) item // nil is the menu itself
	addSeparator()
}

// An item is one entry of the menu. A new item is hidden and has no text.
type item interface {
	SetTitle(text string)
	Show()
	Hide()
	Enable()
	Disable()
}

// menu is the icon and its menu as shown on the surface, to which it sends only
// changes. Only one goroutine uses it.
type menu struct {
	on  surface
	log *slog.Logger

	icon           view.Icon
	title, tooltip string

	lines   []*entry
	open    *entry
	retry   *entry
	snooze  *entry
	choices []*entry
	quit    *entry

	durations [maxSnoozes]atomic.Int64 // of the choices, read by the goroutines of their clicks
	logged    bool                     // a failed change was logged
}

// newMenu builds the menu, with all items hidden. Each click is passed to send,
// on a goroutine of the surface.
func newMenu(on surface, log *slog.Logger, send func(Event)) *menu {
	m := &menu{on: on, log: log}
	m.guard("build the menu", func() {
		for range maxLines {
			m.lines = append(m.lines, newEntry(on.addItem(nil, nil)))
		}
		on.addSeparator()
		m.open = newEntry(on.addItem(nil, func() { send(Event{Kind: Open}) }))
		m.retry = newEntry(on.addItem(nil, func() { send(Event{Kind: Retry}) }))
		m.snooze = newEntry(on.addItem(nil, nil))
		for i := range m.durations {
			m.choices = append(m.choices, newEntry(on.addItem(m.snooze.item, func() {
				send(Event{Kind: Snooze, For: time.Duration(m.durations[i].Load())})
			})))
		}
		on.addSeparator()
		m.quit = newEntry(on.addItem(nil, func() { send(Event{Kind: Quit}) }))
	})
	return m
}

// show updates the surface to v.
func (m *menu) show(v view.Tray) {
	m.guard("change the icon", func() { m.showIcon(v) })
	m.guard("change the menu", func() { m.showMenu(v) })
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
		text := ""
		switch {
		case i == maxLines-1 && len(v.Lines) > maxLines:
			text = "…"
		case i < len(v.Lines):
			text = v.Lines[i]
		}
		line.set(text, false)
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
	m.quit.set(v.QuitText, true)
}

// guard runs a change of the surface. Some calls of the library panic when the
// session bus is gone; the first panic is logged, and only the change is lost.
func (m *menu) guard(what string, change func()) {
	defer func() {
		if cause := recover(); cause != nil && !m.logged {
			m.logged = true
			m.log.Warn("the tray could not be changed", "change", what, "cause", cause)
		}
	}()
	change()
}

// entry is an item and what it shows.
type entry struct {
	item    item
	text    string // "" while it is hidden
	enabled bool
}

func newEntry(i item) *entry { return &entry{item: i, enabled: true} }

// set sets the item's text and whether it can be clicked; an empty text hides it.
// A hidden item is changed only just before it is shown, since on Windows any
// change shows it.
func (e *entry) set(text string, enabled bool) {
	if text == "" {
		if e.text != "" {
			e.text = ""
			e.item.Hide()
		}
		return
	}
	hidden := e.text == ""
	update(&e.text, text, e.item.SetTitle)
	update(&e.enabled, enabled, func(enabled bool) {
		if enabled {
			e.item.Enable()
		} else {
			e.item.Disable()
		}
	})
	if hidden {
		e.item.Show()
	}
}
