package window

import (
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"routerwatch/ui/view"
	"routerwatch/ui/wire"
)

func TestTheCardOfARouterThatWantsATokenOpensThePlaceForIt(t *testing.T) {
	newRing(t)
	for name, open := range map[string]func(*stage){
		"from the card":         func(s *stage) { test.Tap(s.cards["r1"].retry) },
		"from the notification": func(s *stage) { s.deliver(wire.Show{Router: "r1", Settings: true}) },
	} {
		t.Run(name, func(t *testing.T) {
			s := newStage(t, fyne.NewSize(640, 520), Options{Child: true})
			wants := only(t, "down-token-wanted")
			wants.ID = "r1"
			s.tellWith(wire.App{Settings: someSettings()}, wants)
			assert.Equal(t, view.LabelEnterToken, s.cards["r1"].retry.Text)
			open(s)
			e := s.routerPage(t)
			require.Equal(t, "r1", e.router.ID)
			assert.Equal(t, fyne.Focusable(e.token), s.window.Canvas().Focused())
		})
	}
}
