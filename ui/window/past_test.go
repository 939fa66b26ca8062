package window

import (
	"fmt"
	"image"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"fyne.io/fyne/v2"

	"routerwatch/history"
	"routerwatch/monitor"
	"routerwatch/ui/view"
	"routerwatch/ui/view/viewtest"
	"routerwatch/ui/wire"
)

// withHistory is a folder with a history of the router r1, of so many days before
// now: an hour of each day the router was down, an hour of it paused, and four hours
// were not watched.
func withHistory(t *testing.T, days int) string {
	t.Helper()
	folder, now := t.TempDir(), viewtest.Now()
	began := now.AddDate(0, 0, -days)
	var recorder history.Recorder
	s := monitor.Snapshot{Router: monitor.Router{ID: "r1", Name: "Frankfurt", URL: "https://router.example.org"}, Status: monitor.Connecting}
	var all history.Output
	step := 2 * time.Minute
	for at := began; at.Before(now); at = at.Add(step) {
		moment := history.Moment{Wall: at, Running: at.Sub(began)}
		var o history.Output
		switch hour := int(at.Sub(began)/time.Hour) % 24; {
		case hour >= 20:
			if s.Status != "" {
				o, s.Status = recorder.End(history.WhyQuit, moment), ""
			}
		case s.Status == "":
			s = monitor.Snapshot{Router: s.Router, Status: monitor.Connecting, AsOf: at}
			o = recorder.Observe(s, moment)
		default:
			s.AsOf, s.Failures, s.Failure, s.Status = at, 0, monitor.Failure{}, monitor.Live
			s.Reading = monitor.Reading{At: at, Pairs: 4 + int64(hour)%3, Latency: 20*time.Millisecond + time.Duration(hour)*time.Millisecond}
			switch {
			case hour == 12:
				s.Status, s.Failures, s.Failure = monitor.Down, 3, monitor.Failure{Kind: monitor.Refused, Layer: monitor.LayerTCP}
				s.Tries++
				if !s.Outage.Open() {
					s.Outage = monitor.Outage{Since: at}
				}
			case hour == 15:
				s.Status = monitor.Paused
			case s.Outage.Open():
				s.Outage.Until = at
			}
			o = recorder.Observe(s, moment)
		}
		all.Changes = append(all.Changes, o.Changes...)
		for _, row := range o.Minutes {
			if row.Start >= now.AddDate(0, 0, -2).Unix() {
				all.Minutes = append(all.Minutes, row)
			}
		}
		all.Quarters = append(all.Quarters, o.Quarters...)
	}
	require.NoError(t, history.Write(folder, "r1", all))
	return folder
}

func TestCardShowsThePastWhereThereIsRoom(t *testing.T) {
	folder := withHistory(t, 3)
	for _, size := range sizes() {
		t.Run(fmt.Sprintf("%gx%g", size.Width, size.Height), func(t *testing.T) {
			s := newStage(t, size, Options{})
			app := wire.App{Tray: true, History: folder}
			s.tellWith(app, only(t, "live"))
			c := s.onlyCard()
			assert.Equal(t, size.Height > 450, c.past.Visible())
			for _, state := range viewtest.States() {
				s.tellWith(app, state.Snapshots...)
				s.assertTidy(t, state.Name)
			}
		})
	}
}

func TestCardWithoutAHistoryHasNoBar(t *testing.T) {
	s := newStage(t, firstSize(), Options{})
	s.tell(only(t, "live"))
	assert.False(t, s.onlyCard().past.Visible())
	s.tellWith(wire.App{Tray: true, History: t.TempDir()}, only(t, "live"))
	assert.True(t, s.onlyCard().past.Visible())
	assert.Contains(t, s.said(), view.NothingRecorded)
}

// The past is read when the window opens, when what is shown is old, and on a new day.
func TestThePastIsReadOnlyNowAndThen(t *testing.T) {
	at := viewtest.Now()
	s := newStage(t, firstSize(), Options{History: withHistory(t, 2)})
	s.now = func() time.Time { return at }
	reads := 0
	work := s.work
	s.work = func(job func() func()) { reads++; work(job) }
	for _, step := range []struct {
		after time.Duration
		reads int
	}{{0, 1}, {time.Minute, 1}, {pastAge - time.Second, 1}, {pastAge, 2}, {pastAge + time.Minute, 2}, {4 * time.Hour, 3}} {
		at = viewtest.Now().Add(step.after)
		s.tell(only(t, "live"))
		assert.Equal(t, step.reads, reads, step.after)
	}
	assert.Contains(t, s.onlyCard().past.figures.Text, "24 h 93.75 % (66 %)")

	over := only(t, "live")
	over.Outage = monitor.Outage{Since: at.Add(-time.Minute), Until: at}
	for _, step := range []struct {
		after time.Duration
		reads int
	}{{time.Second, 3}, {time.Minute, 4}, {2 * time.Minute, 5}, {3 * time.Minute, 5}, {7 * time.Minute, 6}} {
		at = viewtest.Now().Add(4*time.Hour + step.after)
		s.tell(over)
		assert.Equal(t, step.reads, reads, "%s after the end of an outage", step.after)
	}
}

// A day that was down, and one that was not watched, are told apart without colour.
func TestDaysAreDrawnByHeightAndHatching(t *testing.T) {
	newStage(t, firstSize(), Options{})
	b := newPastBar(func() {})
	b.raster.Resize(fyne.NewSize(40, 20))
	b.apply(view.Past{Days: []view.DayCell{{Level: 4, Tone: view.Good}, {Level: 1, Tone: view.Bad}, {Hatched: true}, {}}})
	img := b.draw(40, 20)
	painted := func(cell int) (pixels int) {
		for y := range 20 {
			for x := cell * 10; x < cell*10+9; x++ {
				if _, _, _, a := img.At(x, y).RGBA(); a > 0 {
					pixels++
				}
			}
		}
		return pixels
	}
	assert.Equal(t, []int{9 * 20, 9 * 6, 45, 9}, []int{painted(0), painted(1), painted(2), painted(3)})
	for _, size := range []image.Point{{}, {1, 1}, {50, 3}} {
		assert.Equal(t, size, b.draw(size.X, size.Y).Bounds().Size())
	}
}
