//go:build linux

package virtual

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestReadStat(t *testing.T) {
	const rest = " S 7 41 41 0 -1 4194304 90 0 0 0 120 34 5 6 20 0 9 0 88 1 2\n"
	tests := []struct {
		name, text, state string
		parent            int
		fails             bool
	}{
		{name: "a plain name", text: "41 (routerwatch)" + rest, state: "S", parent: 7},
		{name: "a name with brackets and blanks", text: "41 (a) R (b c)" + rest, state: "S", parent: 7},
		{name: "cut short", text: "41 (routerwatch) S", fails: true},
		{name: "no name", text: "41", fails: true},
		{name: "no number", text: "41 (a) S x", fails: true},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			state, parent, err := readStat(test.text)
			assert.Equal(t, test.fails, err != nil, err)
			assert.Equal(t, test.parent, parent)
			if !test.fails {
				assert.Equal(t, test.state, state)
			}
		})
	}
}
