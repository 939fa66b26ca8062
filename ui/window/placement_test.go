package window

import (
	"errors"
	"log/slog"
	"testing"
	"testing/synctest"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"
	"github.com/stretchr/testify/assert"

	"routerwatch/ui/window/native"
	"routerwatch/ui/wire"
)

func TestTheWindowOpensInTheSizeThatItHad(t *testing.T) {
	for name, tt := range map[string]struct {
		wanted wire.Place
		want   fyne.Size
	}{
		"the first time":   {wire.Place{}, firstSize()},
		"as it was":        {wire.Place{Width: 700, Height: 430}, fyne.NewSize(700, 430)},
		"no smaller":       {wire.Place{Width: 10, Height: 2000}, fyne.NewSize(minWidth, 2000)},
		"nothing sensible": {wire.Place{Width: -1, Height: 430}, firstSize()},
	} {
		t.Run(name, func(t *testing.T) {
			assert.Equal(t, tt.want, (&placement{reported: tt.wanted}).size())
		})
	}
}

func TestEachNewSizeIsReportedToTheAgentOnce(t *testing.T) {
	test.NewTempApp(t)
	w := test.NewTempWindow(t, &fyne.Container{})
	w.SetPadded(false)
	var told []wire.Place
	s := &placement{window: w, report: func(p wire.Place) { told = append(told, p) }, log: slog.New(slog.DiscardHandler)}
	s.prepare()
	w.Resize(fyne.NewSize(700, 430))
	s.notice()
	s.notice()
	w.Resize(fyne.NewSize(500, 300))
	s.notice()
	assert.Equal(t, []wire.Place{{Width: 700, Height: 430}, {Width: 500, Height: 300}}, told, "without a place where the desktop does not tell it")

	w.SetFullScreen(true)
	w.Resize(fyne.NewSize(1920, 1080))
	s.notice()
	assert.Len(t, told, 2, "a wall display is no size to come back to")
}

func TestTheToolkitIsAskedForAPlaceAsItMeasures(t *testing.T) {
	s := newStage(t, fyne.NewSize(640, 520), Options{})
	measured := 0
	s.measured = func() { measured++ }
	s.window.Content().MinSize()
	assert.NotZero(t, measured)
}

// fakeNative is a window on a desktop that tells a little, or fails.
type fakeNative struct {
	place  native.Place
	err    error
	events []native.Event
	closed chan struct{}
}

func (*fakeNative) Put(native.Place, int) error    { return nil }
func (f *fakeNative) Place() (native.Place, error) { return f.place, f.err }
func (f *fakeNative) Close()                       { close(f.closed) }

func (f *fakeNative) Follow(happened func(native.Event)) error {
	for _, e := range f.events {
		happened(e)
	}
	return f.err
}

func TestAnUnknownPlaceIsNotInvented(t *testing.T) {
	test.NewTempApp(t)
	w := test.NewTempWindow(t, &fyne.Container{})
	w.SetPadded(false)
	before := wire.Place{Width: 640, Height: 520, X: 90, Y: 170, Positioned: true}
	var told []wire.Place
	desktop := &fakeNative{err: errors.New("no answer")}
	s := &placement{window: w, reported: before, native: desktop, report: func(p wire.Place) { told = append(told, p) }, log: slog.New(slog.DiscardHandler)}
	s.stale.Store(true)
	w.Resize(fyne.NewSize(700, 430))
	s.notice()
	s.notice()
	assert.Equal(t, []wire.Place{{Width: 700, Height: 430, X: 90, Y: 170, Positioned: true}}, told, "the size alone is news")

	desktop.place, desktop.err = native.Place{X: 5, Y: 6}, nil
	s.stale.Store(true)
	s.notice()
	assert.Equal(t, wire.Place{Width: 700, Height: 430, X: 5, Y: 6, Positioned: true}, told[1])
}

func TestAWindowPollsForInputOnceTheDesktopReportsNoMore(t *testing.T) {
	for name, err := range map[string]error{"the X server is gone": nil, "it does not tell": errors.New("bad window")} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				desktop := &fakeNative{err: err, events: []native.Event{native.Changed, native.Left}, closed: make(chan struct{})}
				s := &placement{native: desktop, log: slog.New(slog.DiscardHandler)}
				p, _, _ := idleThrottle()
				s.follow(p.happened, p.inputReported.Store)
				synctest.Wait()
				<-desktop.closed
				assert.True(t, s.stale.Load())
				assert.False(t, p.inputReported.Load())
				p.tick(0) // takes the last event
				start := time.Now()
				p.input = start.Add(-attendedTime)
				p.tick(0)
				assert.Equal(t, idleWait, time.Since(start), "as where no input is ever reported")
			})
		})
	}
}
