package window

import (
	"testing"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"routerwatch/monitor"
	"routerwatch/ui/view/viewtest"
)

// place is where an object is, and whether it is hidden by itself.
type place struct {
	at     fyne.Position
	size   fyne.Size
	hidden bool
}

// places is where everything is but the letters inside texts, which start
// elsewhere when they say something else, and the charts' words, which share
// their row by what they say.
func (s *stage) places(except fyne.CanvasObject) map[fyne.CanvasObject]place {
	places := map[fyne.CanvasObject]place{}
	for _, p := range s.everything() {
		if isText(p.object) || p.object == except || s.isOfCharts(p.object) {
			continue
		}
		_, dot := p.object.(*canvas.Circle) // of Retrying
		hidden := !p.object.Visible() && !dot && !s.isCharts(p.object)
		places[p.object] = place{p.at, p.object.Size(), hidden}
	}
	return places
}

// isOfCharts tells the words of a card's charts.
func (s *stage) isOfCharts(o fyne.CanvasObject) bool {
	for _, c := range s.cards {
		for _, chart := range []*chart{c.pairs, c.latency} {
			if o == fyne.CanvasObject(chart.caption) || o == fyne.CanvasObject(chart.span) {
				return true
			}
		}
	}
	return false
}

// isCharts tells a card's charts: the only thing that hides where trouble is
// shown in its place.
func (s *stage) isCharts(o fyne.CanvasObject) bool {
	for _, c := range s.cards {
		if o == fyne.CanvasObject(c.pairs.Container) || o == fyne.CanvasObject(c.latency.Container) {
			return true
		}
	}
	return false
}

// outage is what a router's snapshots say through failed polls: in flight,
// failed, in flight, failed, each a while after the one before.
func outage(live, down monitor.Snapshot, polls int) []monitor.Snapshot {
	var story []monitor.Snapshot
	now := viewtest.Now()
	kinds := []monitor.Kind{monitor.Refused, monitor.TimedOut, monitor.RouterError, monitor.TooManyRequests}
	last := live
	for n := 1; n <= polls; n++ {
		flying := last
		flying.Polling, flying.NextPoll, flying.AsOf = now, time.Time{}, now
		story = append(story, flying)
		now = now.Add(3 * time.Second)

		failed := down
		failed.Failure = monitor.Example(kinds[n%len(kinds)])
		failed.Status, failed.Failures, failed.Tries, failed.AsOf = monitor.Down, n, n, now
		if n == 1 {
			failed.Status = monitor.Retrying
		}
		failed.Outage = monitor.Outage{Since: viewtest.Now()}
		failed.Polling, failed.Wait = time.Time{}, time.Minute
		failed.NextPoll = now.Add(time.Minute)
		story = append(story, failed)
		now = failed.NextPoll
		last = failed
	}
	return story
}

func TestTroublePanelHoldsStill(t *testing.T) {
	for name, size := range map[string]fyne.Size{
		"tiny": fyne.NewSize(320, 240), "normal": fyne.NewSize(640, 520), "full": fyne.NewSize(1920, 1080),
	} {
		t.Run(name, func(t *testing.T) {
			s := newStage(t, size, Options{})
			live, now := only(t, "live"), viewtest.Now()
			s.now = func() time.Time { return now }
			s.tell(live)
			panel := s.onlyCard().trouble
			s.window.Canvas().Focus(s.onlyCard().retry)
			before := s.places(panel.Container)
			require.False(t, panel.Visible(), "no trouble yet")

			shown, hidden := 0, 0
			visible := false
			check := func() {
				if panel.Visible() != visible {
					visible = panel.Visible()
					if visible {
						shown++
					} else {
						hidden++
					}
				}
				if s.onlyCard().chartsFit {
					require.NotEqual(t, visible, s.onlyCard().pairs.Visible(), "the charts stand there in good times")
				}
				after := s.places(panel.Container)
				require.Len(t, after, len(before))
				for o, was := range before {
					if is, same := after[o]; !same || is != was {
						t.Fatalf("a %T moved, or is another one: %v, then %v", o, was, is)
					}
				}
				require.Same(t, panel, s.onlyCard().trouble)
				require.Equal(t, fyne.Focusable(s.onlyCard().retry), s.window.Canvas().Focused(), "the focus was lost")
			}
			told := map[string]bool{}
			for _, snapshot := range outage(live, only(t, "down-refused"), 20) {
				for _, second := range []int{0, 1, 2, 3, 9, 10, 59, 64} { // the words follow the time in between
					now = snapshot.AsOf.Add(time.Duration(second) * time.Second)
					s.tell(snapshot)
					check()
				}
				s.window.Content().Refresh() // nor does it move when all is laid out again
				check()
				told[panel.what.Text] = true
			}
			assert.Greater(t, len(told), 3, "its words changed with the failures")
			assert.Equal(t, 1, shown, "shown once")
			assert.Equal(t, 0, hidden, "and still there")

			now = now.Add(time.Second)
			live.AsOf, live.Reading.At, live.NextPoll = now, now, now.Add(5*time.Second)
			s.tell(live)
			check()
			assert.Equal(t, 1, shown)
			assert.Equal(t, 1, hidden, "hidden once")
		})
	}
}
