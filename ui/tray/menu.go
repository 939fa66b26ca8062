package tray

import (
	"log/slog"
	"sync/atomic"
	"time"

	"routerwatch/ui/view"
)

const (
	maxLines   = 20 // lines of information in the menu; more would not help
	maxSnoozes = 6
)

// A surface is the tray library as this package uses it. Methods may panic
// where the desktop has gone away.
type surface interface {
	setIcon(view.Icon)
	setTitle(text string)
	setTooltip(text string)
	addItem(clicked func()) item
	addSubItem(parent item, clicked func()) item
	addSeparator()
}

// An item is one entry of the menu. It begins hidden, without a text.
type item interface {
	SetTitle(text string)
	Show()
	Hide()
	Enable()
	Disable()
}

// menu is the icon and its menu as they are on the surface. One goroutine
// uses it. It remembers what is shown and sends only what differs.
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

	durations [maxSnoozes]atomic.Int64 // of the choices, for the goroutines of their clicks
	logged    bool                     // that the surface refused a change
}

// newMenu builds the menu, all of it hidden. Each click is handed to send, on
// a goroutine of the surface.
func newMenu(on surface, log *slog.Logger, send func(Event)) *menu {
	m := &menu{on: on, log: log}
	m.guard("build the menu", func() {
		for range maxLines {
			m.lines = append(m.lines, newEntry(on.addItem(nil)))
		}
		on.addSeparator()
		m.open = newEntry(on.addItem(func() { send(Event{Kind: Open}) }))
		m.retry = newEntry(on.addItem(func() { send(Event{Kind: Retry}) }))
		m.snooze = newEntry(on.addItem(nil))
		for i := range m.durations {
			m.choices = append(m.choices, newEntry(on.addSubItem(m.snooze.item, func() {
				send(Event{Kind: Snooze, For: time.Duration(m.durations[i].Load())})
			})))
		}
		on.addSeparator()
		m.quit = newEntry(on.addItem(func() { send(Event{Kind: Quit}) }))
	})
	return m
}

// show brings the surface to v.
func (m *menu) show(v view.Tray) {
	m.guard("change the icon", func() { m.showIcon(v) })
	m.guard("change the menu", func() { m.showMenu(v) })
}

func (m *menu) showIcon(v view.Tray) {
	if v.Icon != m.icon {
		m.icon = v.Icon
		m.on.setIcon(v.Icon)
	}
	if v.Title != m.title {
		m.title = v.Title
		m.on.setTitle(v.Title)
	}
	if v.Tooltip != m.tooltip {
		m.tooltip = v.Tooltip
		m.on.setTooltip(v.Tooltip)
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

// guard runs a change of the surface. Some calls of the library panic when
// the session's bus is gone; that is said once and costs the change alone.
func (m *menu) guard(what string, change func()) {
	defer func() {
		if cause := recover(); cause != nil && !m.logged {
			m.logged = true
			m.log.Warn("the tray did not take a change", "change", what, "cause", cause)
		}
	}()
	change()
}

// entry is an item and what it shows now.
type entry struct {
	item    item
	text    string // "" while it is hidden
	enabled bool
}

func newEntry(i item) *entry { return &entry{item: i, enabled: true} }

// set gives the item a text and says whether it can be clicked; an empty text
// hides it. A hidden item is given its text before it is shown and is not
// touched otherwise: to change one means to show it on Windows.
func (e *entry) set(text string, enabled bool) {
	if text == "" {
		if e.text != "" {
			e.text = ""
			e.item.Hide()
		}
		return
	}
	hidden := e.text == ""
	if e.text != text {
		e.text = text
		e.item.SetTitle(text)
	}
	if e.enabled != enabled {
		e.enabled = enabled
		if enabled {
			e.item.Enable()
		} else {
			e.item.Disable()
		}
	}
	if hidden {
		e.item.Show()
	}
}
