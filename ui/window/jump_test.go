package window

import (
	"fmt"
	"testing"

	"fyne.io/fyne/v2"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"routerwatch/monitor"
)

// routers are that many live routers, but for those that have another state.
func routers(t *testing.T, n int, others map[int]string) []monitor.Snapshot {
	t.Helper()
	all := make([]monitor.Snapshot, n)
	for i := range all {
		all[i] = only(t, "live")
		if name, is := others[i]; is {
			all[i] = only(t, name)
		}
		all[i].ID, all[i].Name = fmt.Sprint(i), fmt.Sprintf("Router %d", i)
	}
	return all
}

func TestAFailingRouterOutOfViewIsNamed(t *testing.T) {
	s := newStage(t, firstSize(), Options{})
	s.tell(routers(t, 20, nil)...)
	assert.False(t, s.head.jump.Visible(), "all are well")
	s.tell(routers(t, 20, map[int]string{8: "retrying", 11: "down-refused"})...)
	assert.False(t, s.head.jump.Visible(), "they are at the top")

	s.list.scroll.ScrollToOffset(fyne.NewPos(0, 500))
	require.True(t, s.head.jump.Visible())
	assert.Equal(t, "Router 11 is down, Router 8 is retrying", s.head.jump.Text)
	s.assertTidy(t, "many")
	before := s.list.scroll.Position()

	s.window.Canvas().Focus(s.head.jump)
	s.press(fyne.KeyReturn)
	assert.Equal(t, "11", s.list.chosen())
	assert.Equal(t, fyne.Focusable(s.list.area), s.focused())
	assert.Zero(t, s.list.scroll.Offset.Y, "it is in view")
	assert.False(t, s.head.jump.Visible())
	assert.Equal(t, before, s.list.scroll.Position(), "nothing else moved")
}

func TestManyFailingRoutersOutOfViewAreCounted(t *testing.T) {
	s := newStage(t, fyne.NewSize(320, 240), Options{})
	states := map[int]string{}
	for i := range 12 {
		states[i] = "down-refused"
	}
	states[12] = "paused"
	s.tell(routers(t, 30, states)...)
	s.list.scroll.ScrollToOffset(fyne.NewPos(0, 1e6))
	assert.Equal(t, "12 down, 1 paused", s.head.jump.Text)
	s.assertTidy(t, "counted")
}
