package window

import (
	"slices"
	"testing"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"
	"fyne.io/fyne/v2/widget"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"routerwatch/monitor"
	"routerwatch/ui/wire"
)

// silence opens the menu of the only card and picks the entry with that text.
func (s *stage) silence(t *testing.T, text string) {
	t.Helper()
	c := s.onlyCard()
	test.Tap(c.silence)
	menu, ok := s.window.Canvas().Focused().(*widget.PopUpMenu)
	require.True(t, ok, "the menu has the focus")
	var texts []string
	for _, item := range c.silenced.Items {
		if item.Text != "" {
			texts = append(texts, item.Text)
		}
	}
	index := slices.Index(texts, text)
	require.GreaterOrEqual(t, index, 0, "no entry %q", text)
	for range index + 1 {
		menu.TypedKey(&fyne.KeyEvent{Name: fyne.KeyDown})
	}
	menu.TypedKey(&fyne.KeyEvent{Name: fyne.KeyReturn})
}

func TestARouterIsSilencedFromItsCard(t *testing.T) {
	s := newStage(t, fyne.NewSize(640, 520), Options{})
	s.tell(only(t, "down-refused"))
	assert.Equal(t, "Silence", s.onlyCard().silence.Text)
	s.silence(t, "Acknowledge")
	s.silence(t, "Mute for 8 hours")
	s.silence(t, "Mute until switched off")
	s.silence(t, "Begin maintenance")
	s.tell(only(t, "down-acknowledged"))
	assert.Equal(t, "Acknowledged", s.onlyCard().silence.Text)
	assert.True(t, s.onlyCard().icon.shown.Grey && s.onlyCard().icon.shown.Silenced, "the icon has the mark")
	s.silence(t, "Take back the acknowledgement")
	s.tell(only(t, "live-muted-until"))
	assert.Equal(t, "Muted until 20:40", s.onlyCard().silence.Text)
	s.silence(t, "End the mute")
	s.tell(only(t, "down-maintenance"))
	s.silence(t, "End maintenance")
	assert.Equal(t, []wire.Command{
		{Do: wire.Acknowledge, Router: "r1", On: true},
		{Do: wire.Mute, Router: "r1", On: true, ForMS: (8 * time.Hour).Milliseconds()},
		{Do: wire.Mute, Router: "r1", On: true},
		{Do: wire.Maintenance, Router: "r1", On: true},
		{Do: wire.Acknowledge, Router: "r1"},
		{Do: wire.Mute, Router: "r1"},
		{Do: wire.Maintenance, Router: "r1"},
	}, s.sent)
}

// Where the words do not fit, the button still opens the menu, and the icon is marked.
func TestASmallCardSaysBySignsWhatIsSilenced(t *testing.T) {
	s := newStage(t, fyne.NewSize(320, 240), Options{})
	everything := only(t, "down-refused")
	everything.Quiet = monitor.Quiet{Acknowledged: true, Muted: true, Maintenance: true}
	s.tell(everything)
	assert.Equal(t, "…", s.onlyCard().silence.Text)
	assert.True(t, s.onlyCard().icon.shown.Silenced)
	s.silence(t, "End maintenance")
	assert.Len(t, s.sent, 1)
}

func TestAWindowThatOnlyDisplaysSilencesNothing(t *testing.T) {
	s := newStage(t, fyne.NewSize(640, 520), Options{})
	s.deliver(arrival{only(t, "down-refused"), time.Now()})
	assert.False(t, s.onlyCard().silence.Enabled)
}

// Where the button has no room for it, the card's line with the age says what is silenced.
func TestANarrowCardSaysWhatIsSilenced(t *testing.T) {
	for state, want := range map[string]string{"down-acknowledged": "Acknowledged · updated 3 min ago", "live-muted-until": "Muted until 20:40 · updated 2 s ago", "down-refused": "updated 3 min ago"} {
		s := newStage(t, fyne.NewSize(420, 520), Options{})
		s.tell(only(t, state))
		assert.Equal(t, "…", s.onlyCard().silence.Text)
		assert.Equal(t, want, s.onlyCard().age.Text)
	}
}
