package view_test

import (
	"fmt"
	"os"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"routerwatch/backoff"
	"routerwatch/ui/view"
)

func TestPolicies(t *testing.T) {
	assert.Equal(t, []view.Policy{
		{
			Name: "default", Label: "Default",
			Waits: "10, 20, 40, then every 60 s, and every 5 min after 10 failures. Varied by up to 25 %, so that many desktops do not ask at once.",
		},
		{
			Name: "stableroute", Label: "StableRoute",
			Waits: "10, 20, 40, then every 60 s, for as long as it takes, to the second: as StableRoute's own dashboard waits.",
		},
		{
			Name: "rpoms", Label: "RPOMS",
			Waits: "8, 16, 32, then every 60 s, and every 5 min after 10 failures. Varied by up to 25 %; its first tries come sooner.",
		},
	}, view.Policies())
	assert.Len(t, view.Policies(), len(backoff.Names()))
}

// The README's table has a row for each policy, in the policy's own numbers.
func TestTheReadmeTellsEachPolicysWaits(t *testing.T) {
	readme, err := os.ReadFile("../../README.md")
	require.NoError(t, err)
	for _, name := range backoff.Names() {
		p, err := backoff.Named(name)
		require.NoError(t, err)
		waits, jitter, settles := "", "none", "never"
		if p.Jitter > 0 {
			jitter = fmt.Sprintf("±%.0f %%", 100*p.Jitter)
		}
		if p.SettleAfter > 0 {
			settles = fmt.Sprintf("at %s after %d failures", view.Duration(p.Settled), p.SettleAfter)
		}
		for n := 1; n <= 5; n++ {
			waits += fmt.Sprintf("%d, ", p.Delay(n, 0.5)/time.Second)
		}
		assert.Contains(t, string(readme), fmt.Sprintf("| `%s` | %s… s | %s | %s |", name, waits, jitter, settles))
	}
}
