package window

import (
	"maps"
	"slices"
	"sync"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/driver/desktop"

	"routerwatch/ui/view"
	"routerwatch/ui/window/kit"
	"routerwatch/ui/wire"
)

// mainWindow is the window's content: the cards, or the welcome page, over a bar
// of controls. Only the toolkit's goroutine uses it.
type mainWindow struct {
	window  fyne.Window
	options Options
	now     func() time.Time    // the time for which ages are computed
	send    func(wire.Command)  // to the agent
	leave   func()              // ends the toolkit's loop, and so Run
	work    func(func() func()) // runs a job on a new goroutine, then the function it returns on this one
	state   *windowState
	asked   int64          // the Seq of the last command that expects an answer
	answer  func(wire.App) // takes that answer; nil once it has come
	opened  bool           // the window exists: its title may change
	title   string

	models    []view.Model // as shown, in the operator's order
	refreshed time.Time    // when they were shown
	cards     map[string]*card
	grid      *fyne.Container
	scroll    *container.Scroll
	waiting   *kit.Text // while there is nothing to show
	welcome   *welcome
	demo      *demoStrip
	bar       *bar
	banner    *banner
	partial   *partialDrawer
	list      *routerList
	head      *listHead
	full      bool // of several routers the chosen one fills the window

	pasts        map[string]view.Past // by router
	pastsOf      []string             // the routers for which they were read
	pastsRead    time.Time
	readingPasts bool
	askedLooked  bool // what happened since the operator last looked was asked for

	page     *page          // the page shown instead of the routers; nil for none
	confirm  *confirmation  // of the question that is open; nil for none
	settings *settingsPage  // the page, while it is open
	keyring  sync.Mutex     // one change of it after the other; not the toolkit's goroutine's
	before   fyne.Focusable // had the focus before the page opened

	colours        colours
	wall           bool                // it is a wall display
	board          *wallBoard          // what a wall display shows
	holdSaver      func(bool)          // inhibits the screen saver, or no longer
	pointerHider   *kit.PointerTracker // above everything; passes clicks through
	pointerTracker *kit.PointerTracker // below everything
	focused        fyne.Focusable      // had the focus at the last tick
	touched        func()              // reports an input to the throttle
	measured       func()              // called when the toolkit measures the content
	placed         func()              // sends the agent the window's place, if it changed
}

func newMainWindow(w fyne.Window, o Options, send func(wire.Command), leave func()) *mainWindow {
	s := &mainWindow{
		window: w, options: o, now: time.Now, leave: leave, title: o.Title,
		state: newWindowState(o.Child), cards: map[string]*card{},
	}
	s.send = func(c wire.Command) {
		if s.state.hasListener() {
			send(c)
		}
	}
	if !o.At.IsZero() {
		s.now = func() time.Time { return o.At }
	}
	s.grid = container.New(cardLayout{})
	s.scroll = container.NewVScroll(s.grid)
	s.board = newWallBoard()
	s.waiting = kit.NewText(2, 16, kit.ColorMuted).Align(fyne.TextAlignCenter)
	s.waiting.Set(view.LabelNothingYet)
	s.welcome = newWelcome(s)
	s.demo = newDemoStrip(s)
	s.bar = newBar(s)
	s.banner = newBanner(s)
	s.partial = newPartialDrawer(w)
	s.list = newRouterList(s)
	s.head = newListHead(s)
	s.holdSaver = newSaverHold(o.Log)
	s.pointerHider = kit.NewPointerTracker(desktop.HiddenCursor, func() {})
	s.pointerHider.Hide()
	s.touched, s.measured, s.placed = func() {}, func() {}, func() {}
	s.pointerTracker = kit.NewPointerTracker(desktop.DefaultCursor, func() { s.touched() })
	s.scroll.OnScrolled = func(fyne.Position) { s.touched() }
	s.welcome.Hide()
	w.SetPadded(false)
	w.SetContent(container.New(&mainLayout{s}, slices.Concat([]fyne.CanvasObject{s.pointerTracker}, s.head.objects(), []fyne.CanvasObject{
		s.list.scroll, s.scroll, s.board.Container, s.waiting, s.welcome.Container, s.demo.Container, s.bar.Container, s.banner.Container, s.pointerHider, s.partial.stamp,
	})...))
	w.SetCloseIntercept(s.close)
	s.bindKeys()
	return s
}

// minRedraw is the minimum interval between time-only redraws of a wall display, so
// its clock changes every two seconds. Drawing the whole screen is most of the cost of
// a wall display.
const minRedraw = 1500 * time.Millisecond

// deliver applies what came through the [inbox], and shows it.
func (s *mainWindow) deliver(news ...any) {
	onlyTime := !slices.ContainsFunc(news, func(n any) bool { return n != second{} })
	if len(news) == 0 || s.wall && onlyTime && time.Since(s.refreshed) < minRedraw {
		return
	}
	s.state.add(news)
	s.refresh()
	s.placed()
	for _, n := range news {
		switch n := n.(type) {
		case func():
			n()
		case wire.App:
			if take := s.answer; take != nil && n.Answered == s.asked {
				s.answer = nil // it counts once, not again with every later line
				take(n)
			}
		case wire.Show:
			s.window.Show()
			s.window.RequestFocus()
			if s.page != nil && s.page.still && n != (wire.Show{}) {
				s.page.cancel()
			}
			if n.Settings {
				s.setWall(false)
				s.enterToken(n.Router)
			} else if n.Router != "" {
				s.showRouter(n.Router)
			}
		case inputEnded:
			if s.options.Child {
				s.leave()
			}
		}
	}
}

// ask sends a command that expects an answer. The answer to an earlier one is then
// ignored.
func (s *mainWindow) ask(c wire.Command, answer func(wire.App)) {
	s.asked++
	c.Seq, s.answer = s.asked, answer
	s.send(c)
}

// refresh shows the present state.
func (s *mainWindow) refresh() {
	s.refreshed = time.Now()
	now, app := s.now(), s.state.app
	if app.Settings != nil {
		s.colours.setting = app.Settings.Window.Theme
	}
	s.colours.apply()
	snapshots := s.state.snapshots()
	s.models = make([]view.Model, len(snapshots))
	for i, snapshot := range snapshots {
		s.models[i] = view.Render(snapshot, now)
		s.models[i].CanRetry = s.models[i].CanRetry && s.state.hasListener()
		if !s.state.hasListener() {
			s.models[i].Silence.Items = nil
		}
	}
	var snoozed time.Time // until then; zero where notifications are not
	if app.SnoozedUntil != nil {
		snoozed = *app.SnoozedUntil
	}
	all := view.RenderTray(snapshots, snoozed, now)
	welcoming := s.state.hasApp && app.Welcome
	var board view.Wall
	changed := s.list.arrange(snapshots)
	if s.wall {
		board = view.RenderWall(snapshots, now)
		s.board.apply(board, s.pasts, s.historyFolder() != "")
	} else {
		changed = s.applyCards() || changed
	}
	if s.several() {
		s.list.apply(s.models)
	}
	free := s.page == nil
	welcomed := kit.SetVisible(s.welcome.Container, free && welcoming)
	changed = welcomed || changed
	changed = s.showRouters() || changed
	changed = kit.SetVisible(s.waiting, free && !welcoming && len(s.models) == 0) || changed
	changed = kit.SetVisible(s.demo.Container, free && !s.wall && app.Demo != nil) || changed
	kit.SetVisible(s.pointerHider, s.wall && !welcoming)
	changed = s.banner.apply(app.Problem) || changed
	s.demo.apply(app.Demo)
	s.bar.apply(all.Snooze, s.state, len(s.models) > 0, now)
	if s.opened && all.Title != s.title { // the first title becomes the window's class on X11
		s.title = all.Title
		s.window.SetTitle(s.title)
	}
	if changed {
		s.relayout()
	}
	s.applyTimes(board)
	s.readPasts()
	s.sinceLooked()
	if welcomed && s.welcome.Visible() {
		s.window.Canvas().Focus(s.welcome.address)
	}
}

// applyTimes shows the texts that change each second. If nothing else has changed,
// nothing else is drawn.
func (s *mainWindow) applyTimes(board view.Wall) {
	still := s.opened && s.window.Canvas().Overlays().Top() == nil && s.partial.clean(false)
	changed := drawnIn{}
	switch {
	case s.wall:
		changed[s.board.Container] = s.board.applyTimes(board)
	case s.several():
		changed[s.list.scroll] = s.list.applyTimes()
		fallthrough
	default:
		for _, m := range s.onCards() {
			changed[s.scroll] = append(changed[s.scroll], s.cards[m.ID].applyTimes(m)...)
		}
	}
	maps.DeleteFunc(changed, func(_ fyne.CanvasObject, texts []*kit.Text) bool { return len(texts) == 0 })
	if still && len(changed) > 0 {
		s.partial.draw(changed)
	}
}

// relayout lays everything out again after something was shown, hidden or resized.
func (s *mainWindow) relayout() {
	s.window.Content().Refresh()
	s.dropFocus()
}
