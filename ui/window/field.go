package window

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/widget"
)

// field is an entry that leaves the window its own keys: Escape, F11, and the
// shortcuts that mean something in any place.
type field struct {
	widget.Entry
	keys   func(*fyne.KeyEvent)
	reveal func(fyne.CanvasObject) // brings it into view

	// fresh is that no key was pressed since it got the keyboard. The space of
	// a Space that pressed a button comes after the focus has moved here.
	fresh bool
}

func newField(hint string, keys func(*fyne.KeyEvent)) *field {
	f := &field{keys: keys, reveal: func(fyne.CanvasObject) {}}
	f.PlaceHolder = hint
	f.ExtendBaseWidget(f)
	return f
}

// FocusGained implements fyne.Focusable.
func (f *field) FocusGained() {
	f.fresh = true
	f.Entry.FocusGained()
	f.reveal(f)
}

// TypedRune implements fyne.Focusable.
func (f *field) TypedRune(r rune) {
	stray := f.fresh && r == ' '
	f.fresh = false
	if !stray {
		f.Entry.TypedRune(r)
	}
}

// TypedKey implements fyne.Focusable.
func (f *field) TypedKey(event *fyne.KeyEvent) {
	f.fresh = false
	switch event.Name {
	case fyne.KeyEscape, fyne.KeyF11:
		f.keys(event)
	default:
		f.Entry.TypedKey(event)
	}
}

// TypedShortcut implements fyne.Shortcutable.
func (f *field) TypedShortcut(shortcut fyne.Shortcut) {
	switch shortcut.ShortcutName() {
	case quitShortcut().ShortcutName(), settingsShortcut().ShortcutName():
		if c := fyne.CurrentApp().Driver().CanvasForObject(f); c != nil {
			c.(fyne.Shortcutable).TypedShortcut(shortcut)
		}
	default:
		f.Entry.TypedShortcut(shortcut)
	}
}
