//go:build !linux

package monitor

import "time"

// started anchors the comparison of the two clocks.
var started = time.Now()

// slept is how far the wall clock has run ahead of the monotonic one since
// the program started: the time asleep where the monotonic clock stops in a
// sleep. A wall clock that is set forward looks the same here, and costs one
// early poll.
func slept() time.Duration {
	now := time.Now()
	return now.Round(0).Sub(started.Round(0)) - now.Sub(started)
}
