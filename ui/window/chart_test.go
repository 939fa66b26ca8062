package window

import (
	"testing"
	"time"

	"fyne.io/fyne/v2"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"routerwatch/monitor"
	"routerwatch/ui/view/viewtest"
	"routerwatch/ui/wire"
)

func TestChartsShowTheLastHour(t *testing.T) {
	s := newStage(t, fyne.NewSize(640, 520), Options{})
	now := viewtest.Now()
	s.now = func() time.Time { return now }
	live := only(t, "live")
	s.deliver(wire.History{ID: live.ID, Points: []monitor.Point{
		{At: now.Add(-30 * time.Minute), Pairs: 2, Latency: 10 * time.Millisecond},
		{At: live.Reading.At.Add(-5 * time.Second), Pairs: 3, Latency: 20 * time.Millisecond, Gap: true},
	}})
	s.tell(live)
	c := s.onlyCard()
	assert.True(t, c.pairs.Visible() && c.latency.Visible())
	assert.Equal(t, "2 to 4", c.pairs.span.Text)
	assert.Equal(t, "10 to 37 ms", c.latency.span.Text)
	assert.Len(t, c.pairs.shown.Segments, 2, "a gap is a gap")
	assert.Len(t, c.pairs.shown.Segments[1], 2, "the snapshot's reading follows the history's")

	drawn := c.drawn
	now = now.Add(chartAge - time.Second)
	s.tell(live)
	assert.Equal(t, drawn, c.drawn, "nothing new: nothing is drawn")
	next := live
	next.Reading.At, next.Reading.Pairs = live.Reading.At.Add(5*time.Second), 9
	s.tell(next)
	assert.Equal(t, "2 to 9", c.pairs.span.Text)
	assert.Equal(t, now, c.drawn)
	now = now.Add(chartAge)
	s.refresh()
	assert.Equal(t, now, c.drawn, "time moves it to the left")

	s.tell(only(t, "down-refused"))
	assert.False(t, c.pairs.Visible() || c.latency.Visible(), "trouble takes its place")
	assert.NotEmpty(t, s.state.of(live.ID).history.Points)
	s.tell(state(t, "several")[1])
	assert.Empty(t, s.state.of(live.ID).history.Points, "a router that is gone is forgotten")
}

func TestARouterWithANewAddressHasANewHistory(t *testing.T) {
	s := newStage(t, fyne.NewSize(640, 520), Options{})
	live := only(t, "live")
	s.tell(live)
	next := live
	next.Reading.At = live.Reading.At.Add(5 * time.Second)
	s.tell(next)
	require.Len(t, s.state.of(live.ID).history.Points, 2)

	next.URL, next.Reading = "https://elsewhere.example.org", monitor.Reading{}
	s.tell(next)
	assert.Empty(t, s.state.of(live.ID).history.Points)
	next.Reading = live.Reading
	next.Reading.At = live.Reading.At.Add(10 * time.Second)
	s.tell(next)
	assert.Len(t, s.state.of(live.ID).history.Points, 1)
}

// A note leaves the charts alone where there is room for both.
func TestANoteAndTheCharts(t *testing.T) {
	for name, tt := range map[string]struct {
		size fyne.Size
		want bool
	}{
		"normal": {fyne.NewSize(640, 520), true}, "full": {fyne.NewSize(1920, 1080), true}, "tiny": {fyne.NewSize(320, 240), false},
	} {
		t.Run(name, func(t *testing.T) {
			s := newStage(t, tt.size, Options{})
			s.tell(only(t, "live"))
			assert.True(t, s.onlyCard().pairs.Visible())
			s.tell(only(t, "paused"))
			assert.Equal(t, tt.want, s.onlyCard().pairs.Visible())
			assert.NotEmpty(t, drawn(s.onlyCard().note))
		})
	}
}
