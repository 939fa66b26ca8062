package window

import (
	"fmt"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"routerwatch/monitor"
	"routerwatch/ui/view"
	"routerwatch/ui/view/viewtest"
	"routerwatch/ui/window/kit"
	"routerwatch/ui/wire"
)

func TestTheListHasTheWorstFirst(t *testing.T) {
	s := newStage(t, firstSize(), Options{})
	s.tell(routers(t, 6, map[int]string{1: "paused", 3: "down-acknowledged", 4: "down-refused"})...)
	assert.Equal(t, []string{"4", "1", "0", "2", "5", "3"}, s.list.order)
	assert.Equal(t, "4", s.list.chosen())
	assert.Len(t, s.cards, 1, "the worst has its card")
	assert.Contains(t, s.said(), "6 routers: 2 down, 1 paused, 3 live")
	assert.True(t, s.list.rows["4"].changed.Visible(), "down for 3 min: lately")
	assert.False(t, s.list.rows["1"].changed.Visible(), "paused for 17 min")

	now := viewtest.Now().Add(10 * time.Minute)
	s.now = func() time.Time { return now }
	s.refresh()
	assert.False(t, s.list.rows["4"].changed.Visible())
	back := routers(t, 6, map[int]string{3: "down-acknowledged"})
	for i := range back {
		back[i].AsOf = now
	}
	s.tell(back...)
	assert.True(t, s.list.rows["1"].changed.Visible(), "it was seen to change")
	assert.Equal(t, []string{"0", "1", "2", "4", "5", "3"}, s.list.order, "then the operator's order")
}

func TestTheFirstReadingIsNoChange(t *testing.T) {
	s := newStage(t, firstSize(), Options{})
	s.tell(routers(t, 3, map[int]string{0: "connecting", 1: "connecting"})...)
	s.tell(routers(t, 3, map[int]string{1: "paused"})...)
	for _, id := range s.list.order {
		assert.False(t, s.list.rows[id].changed.Visible(), id)
	}
	s.tell(routers(t, 3, map[int]string{1: "paused", 2: "throttled"})...)
	assert.True(t, s.list.rows["2"].changed.Visible())
}

func TestArranged(t *testing.T) {
	for name, tt := range map[string]struct {
		shown, want []string
		held        bool
		get         []string
	}{
		"free":      {[]string{"a", "b"}, []string{"b", "a"}, false, []string{"b", "a"}},
		"held":      {[]string{"a", "b", "c"}, []string{"c", "b", "a"}, true, []string{"a", "b", "c"}},
		"gone, new": {[]string{"a", "b", "c"}, []string{"d", "c", "a"}, true, []string{"a", "c", "d"}},
	} {
		assert.Equal(t, tt.get, arranged(tt.shown, tt.want, tt.held), name)
	}
}

func TestRowsHoldStillUnderThePointerAndTheFocus(t *testing.T) {
	before, after := []string{"0", "1", "2"}, []string{"2", "0", "1"}
	at := func(s *stage, row float32) *desktop.MouseEvent {
		return &desktop.MouseEvent{PointEvent: fyne.PointEvent{Position: fyne.NewPos(20, (row+0.5)*s.list.height)}}
	}
	for name, tt := range map[string]struct{ use, leave func(*stage) }{
		"the pointer":           {func(s *stage) { s.list.area.MouseMoved(at(s, 1)) }, func(s *stage) { s.list.area.MouseOut() }},
		"the pointer, and rest": {func(s *stage) { s.list.area.MouseMoved(at(s, 1)) }, func(s *stage) { time.Sleep(holdTime); s.deliver(second{}) }},
		"the focus": {
			func(s *stage) { s.window.Canvas().Focus(s.list.area) },
			func(s *stage) { s.window.Canvas().Focus(s.bar.copy); s.deliver(second{}) },
		},
		"keys": {
			func(s *stage) { s.window.Canvas().Focus(s.list.area); time.Sleep(holdTime); s.press(fyne.KeyHome) },
			func(s *stage) { time.Sleep(holdTime); s.deliver(second{}) },
		},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				s := newStage(t, firstSize(), Options{})
				s.tell(routers(t, 3, nil)...)
				require.Equal(t, before, s.list.order)
				tt.use(s)
				time.Sleep(holdTime - time.Second)
				s.tell(routers(t, 3, map[int]string{2: "down-refused"})...)
				assert.Equal(t, before, s.list.order, "in use")
				tt.leave(s)
				assert.Equal(t, after, s.list.order, "no longer")
				assert.Equal(t, fyne.CanvasObject(s.list.rows["2"].Container), s.list.Objects[0])
			})
		})
	}
}

func TestTheCardUnderThePointerStaysThatOfItsRouter(t *testing.T) {
	for name, button := range map[string]func(*card) *kit.Button{
		"retry":   func(c *card) *kit.Button { return c.retry },
		"silence": func(c *card) *kit.Button { return c.silence },
	} {
		t.Run(name, func(t *testing.T) {
			s := newStage(t, firstSize(), Options{})
			s.tell(routers(t, 3, map[int]string{0: "paused"})...)
			c := s.cards["0"]
			button(c).MouseIn(nil)
			s.tell(routers(t, 3, map[int]string{0: "paused", 2: "down-refused"})...)
			assert.Equal(t, []string{"2", "0", "1"}, s.list.order)
			assert.Same(t, c, s.cards[s.list.chosen()])
		})
	}
}

func TestARouterIsChosenByPointerAndKeys(t *testing.T) {
	s := newStage(t, firstSize(), Options{Child: true})
	s.tell(routers(t, 5, map[int]string{4: "down-refused"})...)
	tap := func(row int) {
		s.list.area.Tapped(&fyne.PointEvent{Position: fyne.NewPos(20, (float32(row)+0.5)*s.list.height)})
	}
	chosen := func(id string) {
		t.Helper()
		assert.Equal(t, id, s.list.chosen())
		require.Len(t, s.cards, 1)
		assert.NotNil(t, s.cards[id])
	}
	chosen("4")
	s.press(fyne.KeyDown)
	chosen("0")
	assert.Equal(t, fyne.Focusable(s.list.area), s.focused(), "the first key takes the focus")
	s.press(fyne.KeyEnd)
	chosen("3")
	s.press(fyne.KeyUp)
	s.press(fyne.KeyUp)
	chosen("1")
	s.press(fyne.KeyR)
	assert.Equal(t, []wire.Command{{Do: wire.Retry, Router: "1"}}, s.sent, "keys are for the chosen one")
	tap(3)
	chosen("2")
	assert.False(t, s.full)
	tap(3)
	assert.True(t, s.full, "twice opens it")
	assert.False(t, s.list.scroll.Visible())
	s.press(fyne.KeyEscape)
	assert.False(t, s.full)
	assert.Zero(t, s.left, "Escape leads back to the list first")
	assert.Equal(t, fyne.Focusable(s.list.area), s.focused())

	s.press(fyne.KeyReturn)
	assert.Equal(t, fyne.Focusable(s.cards["2"].retry), s.focused())
	s.press(fyne.KeyDown)
	chosen("3")
	assert.True(t, s.full, "the next one in full")
	press(s.head.back)
	assert.False(t, s.full)
	s.tell(routers(t, 2, nil)...)
	chosen("0")
	s.press(fyne.KeyEscape)
	assert.Equal(t, 1, s.left)
}

func TestASmallWindowHasTheListAloneAndOpensACard(t *testing.T) {
	s := newStage(t, fyne.NewSize(320, 240), Options{})
	s.tell(routers(t, 5, map[int]string{4: "down-refused"})...)
	assert.True(t, s.list.scroll.Visible() && !s.scroll.Visible())
	s.list.area.Tapped(&fyne.PointEvent{Position: fyne.NewPos(20, 1.5*s.list.height)})
	assert.True(t, !s.list.scroll.Visible() && s.scroll.Visible())
	assert.Equal(t, "Router 4 is down", s.head.jump.Text, "the other one is named")
	s.assertTidy(t, "full")
	press(s.head.jump)
	assert.Equal(t, "4", s.list.chosen())
	assert.True(t, s.full)
	assert.False(t, s.head.jump.Visible())
}

func TestShowChoosesARouter(t *testing.T) {
	s := newStage(t, firstSize(), Options{Child: true, History: t.TempDir()})
	all := routers(t, 5, map[int]string{4: "down-refused"})
	s.tell(all...)
	s.openHistory("")
	require.NotNil(t, s.page)
	s.deliver(wire.Show{Router: "2"})
	assert.Nil(t, s.page)
	assert.Equal(t, "2", s.list.chosen())

	s.tellWith(wire.App{Settings: someSettings()}, all...)
	s.openHistory("")
	s.deliver(wire.Show{Settings: true})
	require.NotNil(t, s.settings)
	s.deliver(wire.Show{Router: "3"})
	assert.NotNil(t, s.settings, "what is typed there is not lost")
}

func TestNineRoutersFitIntoTheFirstWindow(t *testing.T) {
	s := newStage(t, firstSize(), Options{})
	s.tell(state(t, "nine")...)
	assert.LessOrEqual(t, s.list.MinSize().Height, s.list.scroll.Size().Height)
	assert.True(t, s.scroll.Visible(), "beside the worst in full")
	s.assertTidy(t, "nine")
}

func TestRowsOutOfViewAreNotDrawn(t *testing.T) {
	s := newStage(t, firstSize(), Options{})
	s.tell(routers(t, 100, nil)...)
	drawn := func() (ids []string) {
		for _, id := range s.list.order {
			if s.list.rows[id].Visible() {
				ids = append(ids, id)
			}
		}
		return ids
	}
	assert.Less(t, len(drawn()), 13)
	assert.Equal(t, "0", drawn()[0])
	s.press(fyne.KeyEnd)
	assert.Less(t, len(drawn()), 13)
	assert.Contains(t, drawn(), "99")
}

// Whatever is wrong, in a window of any size each text in a row is whole.
func TestNoTextOfARowIsCut(t *testing.T) {
	var all []monitor.Snapshot
	for _, state := range viewtest.States() {
		if len(state.Snapshots) == 1 {
			all = append(all, state.Snapshots[0])
		}
	}
	for _, f := range monitor.Examples() {
		s := only(t, "down-refused")
		s.Failure = f
		all = append(all, s)
	}
	for i := range all {
		all[i].ID = fmt.Sprint(i)
	}
	s := newStage(t, fyne.NewSize(320, 240), Options{})
	s.tell(all...)
	for _, size := range append(sizes(), widths(320, 2000, 37)...) {
		s.window.Resize(size)
		for _, snapshot := range all {
			row, r := s.list.rows[snapshot.ID], view.RenderRow(snapshot, time.Time{}, viewtest.Now())
			for text, from := range map[*kit.Text][]string{row.status: r.Status, row.wrong: r.Wrong, row.figures: r.Figures} {
				if len(from) > 0 {
					assert.Contains(t, from, text.Text, "%v: %v", size, snapshot.Failure.Kind)
				}
				assert.Equal(t, text.Text, drawn(text), "%v: %v", size, snapshot.Failure.Kind)
			}
		}
	}
}

func widths(from, to, step float32) (sizes []fyne.Size) {
	for w := from; w <= to; w += step {
		sizes = append(sizes, fyne.NewSize(w, 520))
	}
	return sizes
}

func TestEveryShortSentenceIsWhole(t *testing.T) {
	for _, f := range monitor.Examples() {
		s := only(t, "down-refused")
		s.Failure = f
		for _, text := range view.RenderRow(s, time.Time{}, viewtest.Now()).Wrong {
			assert.True(t, strings.HasSuffix(text, ".") || strings.HasSuffix(text, "?"), "%v: %q", f.Kind, text)
		}
	}
}
