//go:build !linux

// Package sleep reports how long this machine was suspended, from its clocks,
// and, if the system supports it, when it may have resumed.
package sleep

import (
	"context"
	"log/slog"
	"time"
)

// started anchors the comparison of the two clocks.
var started = time.Now()

// Slept is how far the wall clock has run ahead of the monotonic one since the
// program started. That is the time asleep if the monotonic clock stops during a
// sleep. Setting the wall clock forward looks the same, and causes one early poll.
func Slept() time.Duration {
	now := time.Now()
	return now.Round(0).Sub(started.Round(0)) - now.Sub(started)
}

// Resumes reports nothing: on this system the monitors detect a sleep by their
// own ticks.
func Resumes(context.Context, *slog.Logger) <-chan struct{} { return nil }
