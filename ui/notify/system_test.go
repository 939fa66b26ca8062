//go:build !(linux || freebsd || netbsd || openbsd || dragonfly)

package notify

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestTextIsInertForTheToolkit(t *testing.T) {
	for _, character := range []string{"$", "`", `"@`, "\u201D@", "]]>"} {
		assert.NotContains(t, inert("a"+character+"b"), character)
	}
	assert.Equal(t, "StableRoute is down\n<b> & \"quoted\"", inert("StableRoute is down\n<b> & \"quoted\""))
}
