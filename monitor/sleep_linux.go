package monitor

import (
	"time"

	"golang.org/x/sys/unix"
)

// slept is how long this machine has been suspended since it booted. The
// monotonic clock, and with it every timer, stops in a suspended machine; the
// boot-time clock does not. Setting the wall clock changes neither.
func slept() time.Duration {
	var boot, monotonic unix.Timespec
	if unix.ClockGettime(unix.CLOCK_BOOTTIME, &boot) != nil ||
		unix.ClockGettime(unix.CLOCK_MONOTONIC, &monotonic) != nil {
		return 0
	}
	return time.Duration(boot.Nano() - monotonic.Nano())
}
