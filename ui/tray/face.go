package tray

import (
	"log/slog"

	"routerwatch/assets"
	"routerwatch/ui/view"
)

const (
	maxLines   = 20 // lines of information in the menu; more would not help
	maxSnoozes = 6
)

// A surface is the tray library as this package uses it. Methods may panic
// where the desktop has gone away.
type surface interface {
	setIcon(m assets.Mark)
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

// face is the icon and the menu as they are on the surface. One goroutine
// uses it. It remembers what is shown and sends only what differs.
type face struct {
	on  surface
	log *slog.Logger

	mark           assets.Mark
	title, tooltip string

	lines   []*entry
	open    *entry
	retry   *entry
	snooze  *entry
	choices []*entry
	quit    *entry

	complained bool
}

// newFace builds the menu, all of it hidden. Each click is handed to send, on
// a goroutine of the surface; choice is the event of the i-th snooze choice.
func newFace(on surface, log *slog.Logger, send func(Event), choice func(int) (Event, bool)) *face {
	f := &face{on: on, log: log}
	f.guard("build the menu", func() {
		for range maxLines {
			f.lines = append(f.lines, newEntry(on.addItem(nil)))
		}
		on.addSeparator()
		f.open = newEntry(on.addItem(func() { send(Event{Kind: Open}) }))
		f.retry = newEntry(on.addItem(func() { send(Event{Kind: Retry}) }))
		f.snooze = newEntry(on.addItem(nil))
		for i := range maxSnoozes {
			f.choices = append(f.choices, newEntry(on.addSubItem(f.snooze.item, func() {
				if e, ok := choice(i); ok {
					send(e)
				}
			})))
		}
		on.addSeparator()
		f.quit = newEntry(on.addItem(func() { send(Event{Kind: Quit}) }))
	})
	return f
}

// show brings the surface to v.
func (f *face) show(v view.Tray) {
	f.guard("change the icon", func() { f.showIcon(v) })
	f.guard("change the menu", func() { f.showMenu(v) })
}

func (f *face) showIcon(v view.Tray) {
	mark := assets.Mark{
		Shape:    string(v.Icon.Shape),
		Dot:      v.Icon.Dot,
		Count:    v.Icon.Count,
		HasCount: v.Icon.HasCount,
	}
	if mark != f.mark {
		f.mark = mark
		f.on.setIcon(mark)
	}
	if v.Title != f.title {
		f.title = v.Title
		f.on.setTitle(v.Title)
	}
	if v.Tooltip != f.tooltip {
		f.tooltip = v.Tooltip
		f.on.setTooltip(v.Tooltip)
	}
}

func (f *face) showMenu(v view.Tray) {
	for i, line := range f.lines {
		text := ""
		switch {
		case i == maxLines-1 && len(v.Lines) > maxLines:
			text = "…"
		case i < len(v.Lines):
			text = v.Lines[i]
		}
		line.set(text, false)
	}
	f.open.set(v.OpenText, true)
	f.retry.set(v.RetryText, v.CanRetry)
	f.snooze.set(v.Snooze.Text, true)
	for i, choice := range f.choices {
		text := ""
		if i < len(v.Snooze.Choices) {
			text = v.Snooze.Choices[i].Text
		}
		choice.set(text, true)
	}
	f.quit.set(v.QuitText, true)
}

// rename shows another title until the next show.
func (f *face) rename(title string) {
	f.title = title
	f.guard("change the title", func() { f.on.setTitle(title) })
}

// guard runs a change of the surface. Some calls of the library panic when
// the session's bus is gone; that is said once and costs the change alone.
func (f *face) guard(what string, change func()) {
	defer func() {
		if cause := recover(); cause != nil && !f.complained {
			f.complained = true
			f.log.Warn("the tray did not take a change", "change", what, "cause", cause)
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
