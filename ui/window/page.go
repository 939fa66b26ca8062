package window

import (
	"slices"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/dialog"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"routerwatch/ui/view"
	"routerwatch/ui/window/kit"
)

// page fills the window while the operator works on it: a scrolling column over a
// footer with a sentence and the buttons. Lines of the agent do not change it. It
// is made when it is opened, and dropped when it is closed.
type page struct {
	*fyne.Container
	main    *mainWindow
	title   *kit.Text
	scroll  *container.Scroll
	column  *fyne.Container
	status  *kit.Text
	yes, no *kit.Button
	cancel  func() // called by Escape and by the button no
	still   bool   // nothing on it blinks or is typed into: it need not be drawn all the time
}

// pageFlow is a flow as wide as its page, which gets the height that it needs.
type pageFlow struct {
	flow
	page *page
}

// MinSize implements fyne.Layout.
func (l pageFlow) MinSize(objects []fyne.CanvasObject) fyne.Size {
	return fyne.NewSize(0, l.height(objects, l.page.scroll.Size().Width))
}

// newColumn makes a page's column, up to maxWidth wide.
func newColumn(s *mainWindow, maxWidth, margin float32) *page {
	p := &page{main: s, scroll: container.NewVScroll(nil), cancel: s.closePage}
	p.column = container.New(pageFlow{column(maxWidth, margin), p})
	p.scroll.Content = p.column
	p.Container = container.NewStack(p.scroll)
	return p
}

func newPage(s *mainWindow, title, yes string, do func()) *page {
	return newWidePage(s, 600, title, yes, do)
}

func newWidePage(s *mainWindow, maxWidth float32, title, yes string, do func()) *page {
	p := newColumn(s, maxWidth, 16)
	p.title = heading(title, pageTitle)
	p.status = kit.NewText(2, pageSmall, kit.ColorMuted).ShrinkTo(kit.MinTextSize)
	p.yes = kit.NewButton(yes, s.key, do)
	p.yes.SetFill(theme.ColorNamePrimary)
	p.no = kit.NewButton(view.LabelCancel, s.key, func() { p.cancel() })
	buttons := container.NewHBox(p.yes, p.no)
	footer := container.New(p.column.Layout, space(2),
		container.New(flow(beside{left: buttons.MinSize().Width, minRest: 220}.flow), buttons, p.status), space(2))
	p.Container = container.NewBorder(nil, container.NewVBox(widget.NewSeparator(), footer), nil, nil, p.scroll)
	return p
}

// passOn passes the window's keys on to the window, and reports whether it did.
func (p *page) passOn(event *fyne.KeyEvent) bool {
	windows := event.Name == fyne.KeyEscape || event.Name == fyne.KeyF11
	if windows {
		p.main.key(event)
	}
	return windows
}

// fill puts objects below the title, in the order of Tab.
func (p *page) fill(objects ...fyne.CanvasObject) {
	each(objects, func(b *kit.Button) { b.OnFocus = p.reveal })
	p.column.Objects = slices.Concat([]fyne.CanvasObject{space(8), p.title, space(4)}, objects, []fyne.CanvasObject{space(12)})
	p.arrange()
}

// arrange lays the page out again after a text changed, if it has a size yet.
func (p *page) arrange() {
	if p.scroll.Size().Width <= 0 {
		return
	}
	p.column.Refresh()
	p.scroll.Refresh()
}

// each calls do for every object of that type, also inside containers.
func each[T any](objects []fyne.CanvasObject, do func(T)) {
	for _, o := range objects {
		if c, is := o.(*fyne.Container); is {
			each(c.Objects, do)
		}
		if t, is := o.(T); is {
			do(t)
		}
	}
}

// say shows a sentence beside the buttons; "" for none.
func (p *page) say(sentence string, tone view.Tone) {
	p.status.SetColor(kit.Accent(tone))
	p.status.Set(sentence)
	p.Refresh() // in a narrow window it needs a line of its own
}

// busy disables everything on the page and Escape during a save, and enables it again.
func (p *page) busy(busy bool) {
	set := fyne.Disableable.Enable
	if busy {
		set = fyne.Disableable.Disable
	}
	each(append(slices.Clone(p.column.Objects), p.yes, p.no), set)
}

// focus focuses a widget.
func (p *page) focus(o fyne.Focusable) { p.main.window.Canvas().Focus(o) }

// reveal scrolls until o is in view.
func (p *page) reveal(o fyne.CanvasObject) {
	const margin = 24
	at, _ := locate(p.column, o)
	at = at.Subtract(p.column.Position())
	offset, room := p.scroll.Offset.Y, p.scroll.Size().Height
	offset = min(max(offset, at.Y+o.Size().Height+margin-room), max(0, at.Y-margin))
	p.scroll.ScrollToOffset(fyne.NewPos(0, min(offset, max(0, p.column.MinSize().Height-room))))
}

// openPage shows a page instead of the current one, and focuses at, or its first
// widget if at is nil.
func (s *mainWindow) openPage(next *page, at fyne.Focusable) {
	content := s.window.Content().(*fyne.Container)
	if s.page == nil {
		s.before = s.window.Canvas().Focused()
	} else {
		content.Remove(s.page.Container)
	}
	s.page = next
	content.Objects = slices.Insert(content.Objects, len(content.Objects)-2, fyne.CanvasObject(next.Container)) // below the banner
	s.refresh()
	content.Refresh()
	each(next.column.Objects, func(f fyne.Focusable) {
		if at == nil {
			at = f
		}
	})
	next.focus(at)
}

// closePage goes back to the routers, and restores the focus.
func (s *mainWindow) closePage() {
	content := s.window.Content().(*fyne.Container)
	content.Remove(s.page.Container)
	s.page, s.settings = nil, nil
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

// confirmation is the two buttons of a question.
type confirmation struct{ yes, no *kit.Button }

// question asks before something is lost. The safe answer has the focus, and
// Escape chooses it. Afterwards the focus goes to back.
func (s *mainWindow) question(asked, yes, no string, back fyne.Focusable, do func()) {
	var d *dialog.CustomDialog
	closed := func() {
		s.confirm = nil
		d.Hide()
		s.window.Canvas().Focus(back)
	}
	s.confirm = &confirmation{
		yes: kit.NewButton(yes, s.key, func() { closed(); do() }),
		no:  kit.NewButton(no, s.key, closed),
	}
	s.confirm.yes.SetFill(kit.Accent(view.Bad))
	s.confirm.yes.IgnoreDoubleClick()
	s.confirm.no.IgnoreDoubleClick()
	d = dialog.NewCustomWithoutButtons(asked, container.NewCenter(container.NewHBox(s.confirm.yes, s.confirm.no)), s.window)
	s.window.Canvas().Unfocus() // a field behind would go on blinking
	d.Show()
	s.window.Canvas().Focus(s.confirm.no)
}

// enterToken opens the settings, at the token of that router if there is one.
func (s *mainWindow) enterToken(id string) {
	s.openSettings()
	if s.settings == nil || s.settings.router != nil {
		return
	}
	if i := s.settings.indexOf(id); i >= 0 {
		s.settings.edit(s.settings.draft.Routers[i])
		s.settings.router.focus(s.settings.router.token)
	}
}

// openSettings opens the settings page, or says why there is none.
func (s *mainWindow) openSettings() {
	switch {
	case s.page != nil:
	case !s.state.hasListener():
		s.banner.say(view.LabelNoAgent)
	case s.state.app.Settings == nil:
		s.banner.say(view.LabelNoSettings)
	default:
		s.settings = newSettingsPage(s, s.state.app)
		s.openPage(s.settings.page, nil)
	}
}
