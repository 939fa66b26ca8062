package window

import (
	"log/slog"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"
	"github.com/stretchr/testify/assert"

	"routerwatch/ui/wire"
)

func TestTheWindowOpensInTheSizeThatItHad(t *testing.T) {
	for name, tt := range map[string]struct {
		wanted wire.Place
		want   fyne.Size
	}{
		"the first time":   {wire.Place{}, firstSize()},
		"as it was":        {wire.Place{Width: 700, Height: 430}, fyne.NewSize(700, 430)},
		"no smaller":       {wire.Place{Width: 10, Height: 2000}, fyne.NewSize(leastWidth, 2000)},
		"nothing sensible": {wire.Place{Width: -1, Height: 430}, firstSize()},
	} {
		t.Run(name, func(t *testing.T) {
			assert.Equal(t, tt.want, (&stand{wanted: tt.wanted}).size())
		})
	}
}

func TestTheAgentIsToldOfEachNewSizeOnce(t *testing.T) {
	test.NewTempApp(t)
	w := test.NewTempWindow(t, &fyne.Container{})
	w.SetPadded(false)
	var told []wire.Place
	s := &stand{window: w, tell: func(p wire.Place) { told = append(told, p) }, log: slog.New(slog.DiscardHandler)}
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
