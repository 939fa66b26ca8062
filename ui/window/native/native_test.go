package native

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestAWindowGoesOnlyWhereItCanBeTakenHoldOf(t *testing.T) {
	left, right := screen{0, 0, 1280, 800}, screen{1280, 100, 1920, 1080}
	for name, tt := range map[string]struct {
		screens    []screen
		x, y, wide int
		want       bool
	}{
		"in the middle":               {[]screen{left}, 300, 200, 640, true},
		"at the corner":               {[]screen{left}, 0, 0, 640, true},
		"hanging out to the left":     {[]screen{left}, -500, 200, 640, true},
		"a sliver at the left":        {[]screen{left}, -600, 200, 640, false},
		"a sliver at the right":       {[]screen{left}, 1240, 200, 640, false},
		"narrow, and all there":       {[]screen{left}, 1240, 200, 30, true},
		"above the screen":            {[]screen{left}, 300, -1, 640, false},
		"below it":                    {[]screen{left}, 300, 790, 640, false},
		"on the second screen":        {[]screen{left, right}, 2000, 300, 640, true},
		"above the second screen":     {[]screen{left, right}, 2000, 50, 640, false},
		"the second screen went away": {[]screen{left}, 2000, 300, 640, false},
		"no screen":                   {nil, 0, 0, 640, false},
	} {
		t.Run(name, func(t *testing.T) {
			assert.Equal(t, tt.want, reachable(tt.screens, tt.x, tt.y, tt.wide))
		})
	}
}
