//go:build !linux

// Package sleep reports that this machine was suspended: for how long, by its
// clocks, and, where the system says so, when it may have resumed.
package sleep

import (
	"log/slog"
	"time"
)

// started anchors the comparison of the two clocks.
var started = time.Now()

// Slept is how far the wall clock has run ahead of the monotonic one since
// the program started: the time asleep where the monotonic clock stops in a
// sleep. A wall clock that is set forward looks the same here, and costs one
// early poll.
func Slept() time.Duration {
	now := time.Now()
	return now.Round(0).Sub(started.Round(0)) - now.Sub(started)
}

// Resumes is for Linux: here the monitors' own ticks find out about a sleep.
func Resumes(*slog.Logger) (<-chan struct{}, func()) { return nil, func() {} }
