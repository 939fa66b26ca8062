package window

import (
	"errors"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"routerwatch/monitor"
	"routerwatch/ui/view"
	"routerwatch/ui/window/kit"
)

// The type sizes of a page.
const (
	pageTitle = 22
	pageHead  = 15   // headings of sections
	pageText  = 14   // entries and buttons
	pageSmall = 12.5 // explanations
)

// entry is Fyne's Entry, except that it passes Escape, F11 and the window's
// shortcuts on to the window. Its note is shown below it on the page.
type entry struct {
	widget.Entry
	page *page
	note *kit.Text // a hint or an error

	meant  string          // what was probably meant; "" for nothing
	use    *kit.Button     // takes it; see offer
	useRow *fyne.Container // shown while it can; nil if nothing is offered
	fresh  bool            // no key was pressed since it got the focus
}

func newEntry(on *page, text, placeHolder string) *entry {
	e := &entry{page: on, note: label("", pageSmall, kit.ColorMuted)}
	e.Text, e.PlaceHolder, e.CursorColumn = text, placeHolder, len([]rune(text))
	e.ExtendBaseWidget(e)
	return e
}

// problem shows an error below the entry, or nothing if err is nil.
func (e *entry) problem(err error) {
	e.meant = ""
	if wrong, is := errors.AsType[*monitor.SetupError](err); is {
		e.meant = wrong.Suggestion
	}
	if e.useRow != nil {
		e.use.Set(view.LabelUse+e.meant, true)
		if kit.SetVisible(e.useRow, e.meant != "") {
			e.page.arrange()
		}
	}
	e.say(view.ErrorSentence(err), kit.Accent(view.Bad))
}

// offer makes the row of a button that takes the suggestion of an error.
func (e *entry) offer() *fyne.Container {
	e.use = kit.NewButton("", e.page.main.key, func() {
		e.page.focus(e)
		e.SetText(e.meant)
	})
	e.useRow = container.NewHBox(e.use)
	e.useRow.Hide()
	return e.useRow
}

// say shows a sentence below the entry.
func (e *entry) say(text string, color fyne.ThemeColorName) {
	e.note.SetColor(color)
	if e.note.Text != text {
		e.note.Set(text)
		e.page.arrange() // it may need another line
	}
}

// FocusGained implements fyne.Focusable.
func (e *entry) FocusGained() {
	e.fresh = true
	e.Entry.FocusGained()
	e.page.reveal(e)
}

// TypedRune implements fyne.Focusable. If the Space key presses a button that
// moves the focus here, its rune arrives here too and is ignored.
func (e *entry) TypedRune(r rune) {
	stray := e.fresh && r == ' '
	e.fresh = false
	if !stray {
		e.Entry.TypedRune(r)
	}
}

// TypedKey implements fyne.Focusable.
func (e *entry) TypedKey(event *fyne.KeyEvent) {
	e.fresh = false
	if !e.page.passOn(event) {
		e.Entry.TypedKey(event)
	}
}

// TypedShortcut implements fyne.Shortcutable.
func (e *entry) TypedShortcut(shortcut fyne.Shortcut) {
	switch shortcut.ShortcutName() {
	case control(fyne.KeyQ).ShortcutName(), control(fyne.KeyComma).ShortcutName():
		e.page.main.window.Canvas().(fyne.Shortcutable).TypedShortcut(shortcut)
	default:
		e.Entry.TypedShortcut(shortcut)
	}
}

// check is Fyne's Check, which also accepts Enter and passes Escape on to the
// window.
type check struct {
	widget.Check
	page *page
}

func newCheck(on *page, text string, checked bool, changed func(bool)) *check {
	c := &check{page: on}
	c.Text, c.Checked, c.OnChanged = text, checked, changed
	c.ExtendBaseWidget(c)
	return c
}

// FocusGained implements fyne.Focusable.
func (c *check) FocusGained() { c.Check.FocusGained(); c.page.reveal(c) }

// TypedKey implements fyne.Focusable.
func (c *check) TypedKey(event *fyne.KeyEvent) {
	switch event.Name {
	case fyne.KeyReturn, fyne.KeyEnter:
		c.TypedRune(' ')
	default:
		c.page.passOn(event)
	}
}

// choice is Fyne's Select, which also accepts Enter and passes Escape on to the
// window.
type choice struct {
	widget.Select
	page *page
}

func newChoice(on *page, options []string, selected string, changed func(string)) *choice {
	c := &choice{page: on}
	c.Options, c.Selected, c.OnChanged = options, selected, changed
	c.ExtendBaseWidget(c)
	return c
}

// FocusGained implements fyne.Focusable.
func (c *choice) FocusGained() { c.Select.FocusGained(); c.page.reveal(c) }

// TypedKey implements fyne.Focusable.
func (c *choice) TypedKey(event *fyne.KeyEvent) {
	switch {
	case c.Disabled() || c.page.passOn(event):
	case event.Name == fyne.KeyReturn || event.Name == fyne.KeyEnter:
		c.Select.TypedKey(&fyne.KeyEvent{Name: fyne.KeySpace})
	default:
		c.Select.TypedKey(event)
	}
}

// label is a fixed text on a page.
func label(text string, size float32, color fyne.ThemeColorName) *kit.Text {
	t := kit.NewText(3, size, color)
	t.Text = text
	return t
}

func heading(text string, size float32) *kit.Text {
	return label(text, size, theme.ColorNameForeground).Bold()
}

// space is empty space between two parts of a page.
func space(height float32) fyne.CanvasObject {
	s := canvas.NewRectangle(nil)
	s.SetMinSize(fyne.NewSize(0, height))
	return s
}
