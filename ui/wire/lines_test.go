package wire_test

import (
	"math"
	"testing"

	"github.com/stretchr/testify/assert"

	"routerwatch/ui/wire"
)

func TestAPlaceIsOneThatAWindowCanHave(t *testing.T) {
	for name, tt := range map[string]struct {
		place wire.Place
		want  bool
	}{
		"nothing known":     {wire.Place{}, false},
		"a size":            {wire.Place{Width: 640, Height: 520}, true},
		"left of a screen":  {wire.Place{Width: 640, Height: 520, X: -1920, Y: 40, Positioned: true}, true},
		"no height":         {wire.Place{Width: 640}, false},
		"a negative width":  {wire.Place{Width: -640, Height: 520}, false},
		"no number":         {wire.Place{Width: float32(math.NaN()), Height: 520}, false},
		"without end":       {wire.Place{Width: 640, Height: float32(math.Inf(1))}, false},
		"beyond any screen": {wire.Place{Width: 640, Height: 520, X: math.MaxInt}, false},
	} {
		t.Run(name, func(t *testing.T) { assert.Equal(t, tt.want, tt.place.Known()) })
	}
}
