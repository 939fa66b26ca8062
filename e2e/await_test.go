//go:build linux

package e2e

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

const (
	// patience bounds every wait for what must come: generous, since it is
	// only used up by a test that fails.
	patience = 60 * time.Second
	// lookInterval is the pause between two looks.
	lookInterval = 40 * time.Millisecond
)

// await looks until look reports true, and returns what it saw then.
func await[T any](t *testing.T, what string, look func() (T, bool)) T {
	t.Helper()
	return awaitWithin(t, patience, what, look)
}

func awaitWithin[T any](t *testing.T, limit time.Duration, what string, look func() (T, bool)) T {
	t.Helper()
	deadline := time.Now().Add(limit)
	for {
		seen, right := look()
		if right {
			return seen
		}
		if time.Now().After(deadline) {
			require.FailNow(t, "timed out", "%s did not come about within %s; last seen: %+v", what, limit, seen)
		}
		time.Sleep(lookInterval)
	}
}

// awaitTrue waits until it holds.
func awaitTrue(t *testing.T, what string, holds func() bool) {
	t.Helper()
	await(t, what, func() (bool, bool) { h := holds(); return h, h })
}

// never looks for the whole time and fails as soon as it happens.
func never(t *testing.T, during time.Duration, what string, happens func() bool) {
	t.Helper()
	for end := time.Now().Add(during); time.Now().Before(end); time.Sleep(lookInterval) {
		require.False(t, happens(), what)
	}
}
