package window

import (
	"fmt"
	"image/color"
	"maps"
	"testing"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/test"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"routerwatch/monitor"
	"routerwatch/ui/view/viewtest"
	"routerwatch/ui/window/kit"
)

// screen stands for the toolkit's canvas and painter, and for what they have drawn:
// each object with its look.
type screen struct {
	fyne.Canvas
	t       *testing.T
	stage   *stage
	asked   map[fyne.CanvasObject]string // the last time that something was to be drawn
	forced  bool
	shown   map[fyne.CanvasObject]string
	number  color.NRGBA // of the frame in the buffer
	box     kit.Rect
	painted map[fyne.CanvasObject]fyne.Position // in all frames without the toolkit
	alone   int                                 // how many of these there were
}

type screenWindow struct {
	*screen
	content fyne.CanvasObject
}

func (w screenWindow) Canvas() fyne.Canvas        { return w.screen }
func (w screenWindow) Content() fyne.CanvasObject { return w.content }
func (w screenWindow) RunWithContext(f func())    { f() }

// stageWithScreen shows what was told on a screen.
func stageWithScreen(t *testing.T, size fyne.Size, told ...monitor.Snapshot) (*stage, *screen) {
	t.Helper()
	s := newStage(t, size, Options{})
	s.tell(told...)
	w := &screen{Canvas: s.window.Canvas(), t: t, stage: s, forced: true, painted: map[fyne.CanvasObject]fyne.Position{}}
	s.partial.window, s.partial.painter = screenWindow{w, s.window.Content()}, w
	s.partial.pixel = func() color.NRGBA { return w.number }
	s.partial.show = func() { w.alone++ }
	w.tick(s)
	return s, w
}

// tick is a tick of the toolkit's loop in which these news come.
func (w *screen) tick(s *stage, news ...any) {
	s.deliver(news...)
	if !s.partial.clean(false) {
		s.partial.nextFrame()
	}
	if w.CheckDirtyAndClear() {
		w.shown = w.looks()
		w.number, _ = s.partial.stamp.FillColor.(color.NRGBA)
	}
	for o, want := range w.looks() {
		assert.Equal(w.t, want, w.shown[o], "what is shown is the present state")
	}
}

// looks are those of all visible objects but the stamp.
func (w *screen) looks() map[fyne.CanvasObject]string {
	looks := map[fyne.CanvasObject]string{}
	for _, p := range w.stage.everything() {
		scrolledOut := false
		if p.cut != nil {
			at, _ := locate(w.stage.window.Content(), p.cut)
			scrolledOut = boxOf(p.cut, at).Intersect(boxOf(p.object, p.at)).Empty()
		}
		if p.shown && !scrolledOut && p.object != w.stage.partial.stamp {
			looks[p.object] = look(p.object, p.at)
		}
	}
	return looks
}

func look(o fyne.CanvasObject, at fyne.Position) string {
	text, fill := "", color.Color(nil)
	switch o := o.(type) {
	case *canvas.Text:
		text, fill = o.Text, o.Color
	case *canvas.Rectangle:
		fill = o.FillColor
	case *kit.Text: // its lines say it
		return ""
	}
	return fmt.Sprint(at, o.Size(), text, fill)
}

func (w *screen) CheckDirtyAndClear() bool {
	looks := w.looks()
	dirty := w.forced || !maps.Equal(w.asked, looks)
	w.forced, w.asked = false, looks
	return dirty
}

func (w *screen) SetDirty() { w.forced = true }

func (w *screen) StartClipping(at fyne.Position, size fyne.Size) {
	w.box = kit.NewRect(at.X, at.Y, size.Width, size.Height)
}

func (w *screen) StopClipping() { w.box = kit.Rect{} }

func (w *screen) Clear() { require.False(w.t, w.box.Empty(), "never the whole window") }

func (w *screen) Paint(o fyne.CanvasObject, at fyne.Position, frame fyne.Size) {
	require.Equal(w.t, w.Size(), frame)
	if text, is := o.(*canvas.Text); is && text.Text != "" && w.shown[o] != look(o, at) {
		viewAt, _ := locate(w.stage.window.Content(), w.stage.scroll)
		height := text.MinSize().Height // as high as the toolkit draws it
		drawn := kit.NewRect(at.X, at.Y+max(0, text.Size().Height-height)/2, text.Size().Width, height).Inset(0, -1)
		visible := drawn.Intersect(boxOf(w.stage.scroll, viewAt))
		assert.True(w.t, visible.Empty() || visible == visible.Intersect(w.box), "all of “%s”, and a pixel", text.Text)
	}
	w.painted[o] = at
	w.shown[o] = look(o, at)
	if stamp, is := o.(*canvas.Rectangle); is && o.Size() == fyne.NewSize(1, 1) {
		w.number = stamp.FillColor.(color.NRGBA)
		delete(w.shown, o)
	}
}

// words are the texts that were painted.
func (w *screen) words() (words []string) {
	for o := range w.painted {
		if text, is := o.(*canvas.Text); is && text.Text != "" {
			words = append(words, text.Text)
		}
	}
	return words
}

// pass lets seconds pass, each with its tick.
func (w *screen) pass(s *stage, seconds int) {
	for range seconds {
		now := s.now().Add(time.Second)
		s.now = func() time.Time { return now }
		w.tick(s, second{})
	}
}

func TestEachSecondDrawsOnlyTheTextsThatChange(t *testing.T) {
	for state, want := range map[string][]string{
		"live":         {"updated 5 s ago", "checking…"},
		"down-refused": {"Down for 13 s", "next try in 35 s"},
	} {
		for _, size := range sizes() {
			t.Run(fmt.Sprintf("%s, %gx%g", state, size.Width, size.Height), func(t *testing.T) {
				snapshot := only(t, state)
				if snapshot.Outage.Open() {
					snapshot.Outage.Since = viewtest.Now().Add(-10 * time.Second)
				}
				s, w := stageWithScreen(t, size, snapshot)
				w.pass(s, 3)
				assert.Equal(t, 3, w.alone)
				assert.Subset(t, w.words(), want)
				assert.NotContains(t, w.words(), "Frankfurt")
				for _, p := range s.everything() {
					if at, painted := w.painted[p.object]; painted {
						assert.Equal(t, p.at, at)
					}
				}
			})
		}
	}
}

func TestTheTextsOfSeveralRoutersAreDrawnOnTheirCards(t *testing.T) {
	for _, size := range sizes() {
		t.Run(fmt.Sprintf("%gx%g", size.Width, size.Height), func(t *testing.T) {
			s, w := stageWithScreen(t, size, state(t, "several-live")...)
			w.pass(s, 3)
			assert.Equal(t, 3, w.alone)
			for _, part := range s.cards["r1"].ground.Parts() {
				if s.scroll.Visible() && part.Visible() && part.Size().Width > 200 && part.Size().Height > 100 {
					_, painted := w.painted[part]
					assert.True(t, painted, "what is below the text")
				}
			}
		})
	}
}

func TestTheToolkitDrawsEverythingElse(t *testing.T) {
	for name, do := range map[string]func(s *stage, w *screen){
		"another frame in the buffer": func(_ *stage, w *screen) { w.number.R ^= 1 },
		"nothing drawn yet":           func(s *stage, _ *screen) { s.partial.stamp.FillColor = color.Transparent },
		"something else changes":      func(s *stage, w *screen) { s.waiting.Show(); s.bar.settings.Set("x", true) },
		"the window was uncovered":    func(_ *stage, w *screen) { w.SetDirty() },
		"a menu is open":              func(s *stage, w *screen) { test.Tap(s.bar.snooze); w.tick(s) },
		"no such painter":             func(s *stage, _ *screen) { s.partial.painter = nil },
		"an unknown widget": func(s *stage, w *screen) {
			label := widget.NewLabel("")
			label.Resize(s.window.Canvas().Size())
			s.window.Content().(*fyne.Container).Objects = append(s.window.Content().(*fyne.Container).Objects, label)
		},
	} {
		t.Run(name, func(t *testing.T) {
			s, w := stageWithScreen(t, firstSize(), only(t, "live"))
			w.pass(s, 1)
			require.Equal(t, 1, w.alone)
			do(s, w)
			w.pass(s, 1)
			assert.Equal(t, 1, w.alone)
		})
	}
}

func TestANewReadingIsDrawnByTheToolkit(t *testing.T) {
	s, w := stageWithScreen(t, firstSize(), only(t, "live"))
	next := only(t, "live")
	next.Reading.Pairs++
	w.tick(s, arrival{next, time.Now()})
	assert.Zero(t, w.alone)
}

// The number of a frame is the colour of a pixel, which must not be seen.
func TestTheStampIsNotSeen(t *testing.T) {
	s, w := stageWithScreen(t, firstSize(), only(t, "live"))
	seen := map[color.NRGBA]bool{}
	ground := color.NRGBAModel.Convert(theme.Color(theme.ColorNameBackground)).(color.NRGBA)
	for range 64 {
		s.partial.nextFrame()
		w.number = s.partial.stamp.FillColor.(color.NRGBA)
		seen[w.number] = true
		for _, c := range [][2]uint8{{w.number.R, ground.R}, {w.number.G, ground.G}, {w.number.B, ground.B}} {
			assert.InDelta(t, c[1], c[0], 3)
		}
	}
	assert.Len(t, seen, 64, "the same number is 64 frames old")
}
