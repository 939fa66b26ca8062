package window

import (
	"testing"

	"fyne.io/fyne/v2"
	"github.com/stretchr/testify/assert"

	"routerwatch/ui/wire"
)

func TestAScaleNeverMakesAWindowLargerThanTheScreen(t *testing.T) {
	screens := []fyne.Size{{Width: 640, Height: 480}, {Width: 800, Height: 600}, {Width: 1280, Height: 770}, {Width: 3840, Height: 2130}}
	places := []wire.Place{{}, {Width: 280, Height: 200}, {Width: 1900, Height: 400}, {Width: 640, Height: 2000}}
	for _, screen := range screens {
		for _, desktop := range []float32{0, 0.5, 1, 1.25, 1.5, 2, 3, 10} {
			scale := scaleOn(screen, desktop)
			assert.GreaterOrEqual(t, scale, float32(1))
			assert.LessOrEqual(t, scale, max(desktop, 1))
			for _, place := range places {
				p := &placement{reported: place, room: roomOn(screen, scale)}
				size := p.size()
				assert.LessOrEqual(t, size.Width*scale, screen.Width, "%v at %g on %v", place, desktop, screen)
				assert.LessOrEqual(t, size.Height*scale, screen.Height, "%v at %g on %v", place, desktop, screen)
			}
		}
	}
	assert.InDelta(t, 2, scaleOn(fyne.NewSize(3840, 2130), 2), 0)
	assert.InDelta(t, 1.5, scaleOn(fyne.NewSize(1920, 1050), 1.5), 0)
	assert.Zero(t, roomOn(fyne.Size{}, 2), "no screen is known")
	assert.Equal(t, fyne.NewSize(1270, 760), (&placement{reported: wire.Place{Width: 1270, Height: 760}, room: fyne.NewSize(1280, 770)}).size(),
		"a window that nearly fills its screen stays as it is")
	assert.Equal(t, firstSize(), (&placement{room: roomOn(fyne.NewSize(3840, 2130), 2)}).size())
}
