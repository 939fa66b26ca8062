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
}

func newField(hint string, keys func(*fyne.KeyEvent)) *field {
	f := &field{keys: keys, reveal: func(fyne.CanvasObject) {}}
	f.PlaceHolder = hint
	f.ExtendBaseWidget(f)
	return f
}

// FocusGained implements fyne.Focusable.
func (f *field) FocusGained() {
	f.Entry.FocusGained()
	f.reveal(f)
}

// TypedKey implements fyne.Focusable.
func (f *field) TypedKey(event *fyne.KeyEvent) {
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
