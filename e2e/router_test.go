//go:build linux

package e2e

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"routerwatch/monitor/stableroute/simulator"
)

// startRouter starts a simulated router that ends with the test.
func startRouter(t *testing.T, o simulator.Options) *simulator.Router {
	t.Helper()
	router, err := simulator.Start(o)
	require.NoError(t, err)
	t.Cleanup(router.Close)
	return router
}

// fastPolling are the arguments that watch the router as fast as is allowed.
func fastPolling(router *simulator.Router, more ...string) []string {
	return slices.Concat([]string{
		"--url", router.URL(), "--name", "Frankfurt",
		"--interval", "1s", "--first-wait", "250ms", "--longest-wait", "500ms", "--jitter", "0",
	}, more)
}

// manualPolling are the arguments that watch the router so slowly that after the
// first poll there is one only where the test asks for it.
func manualPolling(router *simulator.Router, more ...string) []string {
	return slices.Concat([]string{
		"--url", router.URL(), "--name", "Frankfurt", "--threshold", "1", "--interval", "1h",
		"--first-wait", "1h", "--longest-wait", "1h", "--settled-wait", "1h", "--jitter", "0",
	}, more)
}

// awaitPolls waits until as many more requests have come.
func awaitPolls(t *testing.T, router *simulator.Router, more int) {
	t.Helper()
	wanted := router.Total() + more
	await(t, "more polls", func() (int, bool) { return router.Total(), router.Total() >= wanted })
}

// setFault changes what is wrong with the router; [simulator.None] mends it.
func setFault(t *testing.T, router *simulator.Router, fault simulator.Fault) {
	t.Helper()
	require.NoError(t, router.SetFault(fault))
}
