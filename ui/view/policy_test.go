package view_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"routerwatch/backoff"
	"routerwatch/ui/view"
)

func TestPolicies(t *testing.T) {
	assert.Equal(t, []view.Policy{
		{
			Name: "default", Label: "Default",
			Waits: "10, 20, 40, then every 60 s, and every 5 min after 10 failures. Varied by up to a quarter, so that many desktops do not ask at once.",
		},
		{
			Name: "stableroute", Label: "StableRoute",
			Waits: "10, 20, 40, then every 60 s, for as long as it takes, to the second: as StableRoute's own dashboard waits.",
		},
		{
			Name: "rpoms", Label: "RPOMS",
			Waits: "8, 16, 32, then every 60 s, and every 5 min after 10 failures. Varied like Default; its first tries come sooner.",
		},
	}, view.Policies())
	assert.Len(t, view.Policies(), len(backoff.Names()))
}
