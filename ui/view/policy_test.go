package view_test

import (
	"fmt"
	"os"
	"strings"
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

// Each policy's sentence begins with its own numbers.
func TestPoliciesTellTheirWaits(t *testing.T) {
	for i, words := range view.Policies() {
		assert.Equal(t, backoff.Names()[i], words.Name, "in the same order")
		p, err := backoff.Named(words.Name)
		require.NoError(t, err)
		waits := ""
		for n := 1; p.Delay(n, 0.5) < p.Longest; n++ {
			waits += fmt.Sprintf("%.0f, ", p.Delay(n, 0.5).Seconds())
		}
		waits += fmt.Sprintf("then every %.0f s, ", p.Longest.Seconds())
		if p.SettleAfter > 0 {
			waits += fmt.Sprintf("and every %s after %d failures", view.Duration(p.Settled), p.SettleAfter)
		} else {
			waits += "for as long as it takes"
		}
		assert.True(t, strings.HasPrefix(words.Waits, waits), waits)
		assert.Equal(t, p.Jitter > 0, strings.Contains(words.Waits, "Varied "), words.Waits)
		if p.Jitter > 0 {
			assert.InDelta(t, 0.25, p.Jitter, 0, "a quarter, as Default")
		}
	}
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
