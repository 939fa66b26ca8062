package window

import (
	"fmt"
	"testing"

	"fyne.io/fyne/v2"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"routerwatch/monitor"
)

func TestAFailingRouterOutOfViewIsNamed(t *testing.T) {
	s := newStage(t, firstSize(), Options{})
	var many []monitor.Snapshot
	for i := range 12 {
		each := only(t, "live")
		switch i {
		case 8:
			each = only(t, "retrying")
		case 11:
			each = only(t, "down-refused")
		}
		each.ID, each.Name = fmt.Sprint(i), fmt.Sprintf("Router %d", i)
		many = append(many, each)
	}
	s.tell(many[:8]...)
	assert.False(t, s.jump.Visible(), "all are well")
	s.tell(many...)
	require.True(t, s.jump.Visible())
	assert.Equal(t, "Router 11 is down", s.jump.Text)
	s.assertTidy(t, "many")
	before := s.scroll.Position()

	s.window.Canvas().Focus(s.jump)
	s.press(fyne.KeyReturn)
	assert.Equal(t, fyne.Focusable(s.cards["11"].retry), s.focused())
	at := fyne.CurrentApp().Driver().AbsolutePositionForObject(s.cards["11"].Container)
	assert.True(t, at.Y >= s.scroll.Position().Y && at.Y < firstSize().Height, "it is in view")
	assert.NotEqual(t, "11", s.jumpTo)
	assert.Equal(t, before, s.scroll.Position(), "nothing moved")

	s.tell(many[11], many[0])
	assert.False(t, s.jump.Visible(), "all are in sight")
}
