package window

import (
	"slices"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/theme"

	"routerwatch/ui/window/kit"
)

// sheet is a page that takes the whole window while the operator works on it:
// a column that scrolls, over a foot with one sentence and the buttons that
// end it. Nothing that arrives meanwhile touches it. It is made as it is
// opened, and dropped as it is closed.
type sheet struct {
	*fyne.Container
	scroll *container.Scroll
	body   *fyne.Container
	title  *kit.Text
	foot   *foot
	first  fyne.Focusable       // has the focus as the sheet opens
	layout func(*flow)          // the column under the title
	focus  func(fyne.Focusable) // gives a widget the keyboard, also one that was hidden until now
	cancel func()               // Escape
	relent func() bool          // takes a question in the column back; false where there is none
	left   func()               // cleans up as the sheet goes
}

func newSheet(title string, shell *shell) *sheet {
	s := &sheet{title: kit.NewText(1, sheetTitle, theme.ColorNameForeground).Bold(), left: func() {}}
	s.relent = func() bool { return false }
	s.title.Set(title)
	s.body = container.New(&sheetBody{s}, s.title)
	s.scroll = container.NewVScroll(s.body)
	s.focus = shell.window.Canvas().Focus
	s.foot = newFoot(shell.key, s.focus)
	s.Container = container.New(&sheetLayout{s}, s.scroll, s.foot.Container)
	return s
}

// fill puts the column's objects into the sheet, in the order of Tab.
func (s *sheet) fill(objects ...fyne.CanvasObject) {
	for _, o := range objects {
		switch o := o.(type) {
		case *kit.Button:
			o.OnFocus = s.reveal
		case *toggle:
			o.reveal = s.reveal
		case *field:
			o.reveal = s.reveal
		}
	}
	s.body.Objects = append([]fyne.CanvasObject{s.title}, objects...)
	s.body.Refresh()
	s.scroll.Refresh()
}

// escape is the Escape key: it takes a question back, or leaves the sheet.
func (s *sheet) escape() {
	switch {
	case s.foot.asking:
		s.foot.relent()
	case !s.relent():
		s.cancel()
	}
}

// reveal scrolls until o is in view.
func (s *sheet) reveal(o fyne.CanvasObject) {
	const margin = 24
	top, bottom := o.Position().Y-margin, o.Position().Y+o.Size().Height+margin
	offset := s.scroll.Offset.Y
	switch {
	case top < offset:
		offset = top
	case bottom > offset+s.scroll.Size().Height:
		offset = bottom - s.scroll.Size().Height
	default:
		return
	}
	most := max(0, s.body.MinSize().Height-s.scroll.Size().Height)
	s.scroll.ScrollToOffset(fyne.NewPos(0, min(max(0, offset), most)))
}

const (
	sheetTitle  = 22
	sheetHead   = 15   // a section's type size
	sheetText   = 14   // the type size of what is typed and pressed
	sheetSmall  = 12.5 // and of what explains it
	sheetColumn = 600  // the column is not wider
	sheetButton = 32
)

type sheetLayout struct{ s *sheet }

// MinSize implements fyne.Layout.
func (*sheetLayout) MinSize([]fyne.CanvasObject) fyne.Size { return fyne.Size{} }

// Layout implements fyne.Layout.
func (l *sheetLayout) Layout(_ []fyne.CanvasObject, size fyne.Size) {
	area := kit.Area(size)
	low := size.Height < 320
	l.s.foot.place(area.Bottom(footHeight(low), 0), low)
	kit.Put(l.s.scroll, area)
}

type sheetBody struct{ s *sheet }

// MinSize implements fyne.Layout.
func (l *sheetBody) MinSize([]fyne.CanvasObject) fyne.Size {
	return fyne.NewSize(0, l.flow(true))
}

// Layout implements fyne.Layout.
func (l *sheetBody) Layout([]fyne.CanvasObject, fyne.Size) { l.flow(false) }

func (l *sheetBody) flow(measuring bool) float32 {
	width := l.s.scroll.Size().Width
	column := min(sheetColumn, width-32)
	f := &flow{x: (width - column) / 2, w: column, y: 12, measuring: measuring}
	f.text(l.s.title, sheetTitle, 1, 8)
	l.s.layout(f)
	return f.y + 12
}

// openSheet shows a sheet in the place of the one before, and gives the
// keyboard to a widget of it, or to its first.
func (s *shell) openSheet(next *sheet, at fyne.Focusable) {
	content := s.window.Content().(*fyne.Container)
	if s.sheet == nil {
		s.before = s.window.Canvas().Focused()
	} else {
		s.sheet.left()
		content.Remove(s.sheet.Container)
	}
	s.sheet = next
	content.Objects = slices.Insert(content.Objects, len(content.Objects)-2, fyne.CanvasObject(next.Container)) // below the banner
	s.refresh()
	content.Refresh()
	if at == nil {
		at = next.first
	}
	s.window.Canvas().Focus(at)
}

// closeSheet goes back to the routers, and gives the keyboard back.
func (s *shell) closeSheet() {
	s.sheet.left()
	content := s.window.Content().(*fyne.Container)
	content.Remove(s.sheet.Container)
	s.sheet, s.settings = nil, nil
	s.refresh()
	content.Refresh()
	if s.before != nil {
		s.window.Canvas().Focus(s.before)
	} else {
		s.window.Canvas().Unfocus()
	}
	s.before = nil
	s.dropFocus()
}

// openSettings opens the settings, where this start keeps any.
func (s *shell) openSettings() {
	switch {
	case s.sheet != nil:
	case !s.state.attended():
		s.banner.say(labelNoAgent)
	case s.state.app.Settings == nil:
		s.banner.say(labelNoSettings)
	default:
		s.settings = newSettingsPage(s, s.state.app)
		s.openSheet(s.settings.sheet, nil)
	}
}
