package window

import (
	"log/slog"
	"strings"
	"testing"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/test"

	"routerwatch/monitor"
	"routerwatch/ui/view"
	"routerwatch/ui/view/viewtest"
	"routerwatch/ui/window/kit"
	"routerwatch/ui/wire"
)

// stage is a window on the toolkit's test driver, with what it sent.
type stage struct {
	*mainWindow
	sent []wire.Command
	left int // how often it asked to leave
}

func newStage(t *testing.T, size fyne.Size, options Options) *stage {
	t.Helper()
	test.NewTempApp(t).Settings().SetTheme(kit.NewTheme())
	options.Title, options.Version = "Routerwatch", "1.0.0"
	options.Log = slog.New(slog.DiscardHandler)
	if options.At.IsZero() {
		options.At = viewtest.Now()
	}
	s := &stage{}
	w := test.NewTempWindow(t, nil)
	s.mainWindow = newMainWindow(w, options, func(c wire.Command) { s.sent = append(s.sent, c) }, func() { s.left++ })
	s.opened = true
	s.work = func(job func() func()) { job()() }
	s.holdSaver = func(bool) {}
	w.Resize(size)
	return s
}

// tell delivers the agent's line about these routers, and their snapshots.
func (s *stage) tell(snapshots ...monitor.Snapshot) { s.tellWith(wire.App{Tray: true}, snapshots...) }

func (s *stage) tellWith(app wire.App, snapshots ...monitor.Snapshot) {
	var news []any
	for _, snapshot := range snapshots {
		app.Routers = append(app.Routers, snapshot.ID)
		news = append(news, arrival{snapshot, time.Now()})
	}
	s.deliver(append([]any{app}, news...)...)
}

func (s *stage) press(name fyne.KeyName) {
	if focused := s.window.Canvas().Focused(); focused != nil {
		focused.TypedKey(&fyne.KeyEvent{Name: name})
		return
	}
	s.window.Canvas().OnTypedKey()(&fyne.KeyEvent{Name: name})
}

func (s *stage) shortcut(shortcut fyne.Shortcut) {
	s.window.Canvas().(interface{ TypedShortcut(fyne.Shortcut) }).TypedShortcut(shortcut)
}

func (s *stage) onlyCard() *card { return s.cards[s.models[0].ID] }

// placed is an object with where it is in the window.
type placed struct {
	object fyne.CanvasObject
	parent fyne.CanvasObject
	at     fyne.Position
	shown  bool              // it and everything around it
	cut    fyne.CanvasObject // what it may be scrolled out of; nil for nothing
}

// everything walks the window's objects, hidden ones too, but for a form that
// is not shown.
func (s *stage) everything() []placed {
	var all []placed
	var walk func(o, parent fyne.CanvasObject, origin fyne.Position, shown bool, cut fyne.CanvasObject)
	walk = func(o, parent fyne.CanvasObject, origin fyne.Position, shown bool, cut fyne.CanvasObject) {
		if o == fyne.CanvasObject(s.welcome.Container) && !o.Visible() {
			return
		}
		at := origin.Add(o.Position())
		shown = shown && o.Visible()
		all = append(all, placed{o, parent, at, shown, cut})
		var inside []fyne.CanvasObject
		switch o := o.(type) {
		case *fyne.Container:
			inside = o.Objects
		case fyne.Widget:
			inside = test.WidgetRenderer(o).Objects()
		}
		if scroll, is := o.(*container.Scroll); is {
			cut = scroll
		}
		for _, child := range inside {
			walk(child, o, at, shown, cut)
		}
	}
	walk(s.window.Content(), nil, fyne.Position{}, true, nil)
	return all
}

// said lists every text in view, a paragraph as one text.
func (s *stage) said() []string {
	var said []string
	for _, p := range s.everything() {
		if w, ok := p.object.(*kit.Text); ok && p.shown {
			if text := drawn(w); text != "" {
				said = append(said, text)
			}
		}
	}
	return said
}

// lines are the canvas texts that w is drawn as.
func lines(w *kit.Text) []*canvas.Text {
	var lines []*canvas.Text
	for _, o := range test.WidgetRenderer(w).Objects() {
		lines = append(lines, o.(*canvas.Text))
	}
	return lines
}

// drawn is what w's lines say together.
func drawn(w *kit.Text) string {
	var texts []string
	for _, line := range lines(w) {
		texts = append(texts, line.Text)
	}
	return joined(" ", texts...)
}

func state(t *testing.T, name string) []monitor.Snapshot {
	t.Helper()
	for _, s := range viewtest.States() {
		if s.Name == name {
			return s.Snapshots
		}
	}
	t.Fatalf("no state %q", name)
	return nil
}

func only(t *testing.T, name string) monitor.Snapshot { return state(t, name)[0] }

func isText(o fyne.CanvasObject) bool {
	_, text := o.(*canvas.Text)
	return text
}

func render(s monitor.Snapshot) view.Model { return view.Render(s, viewtest.Now()) }

// press presses a button that has been there for a while.
func press(a *kit.Button) {
	a.IgnoreUntil = time.Time{}
	test.Tap(a)
}

// joined joins the parts that say something.
func joined(separator string, parts ...string) string {
	said := make([]string, 0, len(parts))
	for _, part := range parts {
		if part != "" {
			said = append(said, part)
		}
	}
	return strings.Join(said, separator)
}
