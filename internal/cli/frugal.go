package cli

import (
	"log/slog"
	"runtime"
	"runtime/debug"
	"time"

	"routerwatch/monitor"
)

// lookForSleep is how often a sleep is looked for where the system stopped
// telling.
const lookForSleep = 2 * time.Second

// beFrugal fits the runtime to a process that waits for weeks: it never
// computes, so that handing work from thread to thread costs more than it
// gains, and its live heap of one megabyte need not grow to four. They are
// calls, not variables of the environment, so that the window, which draws,
// does not inherit them.
func beFrugal() {
	runtime.GOMAXPROCS(1)
	debug.SetGCPercent(25)
}

// followWakes tells when the machine may have been asleep. Where the system
// does not, the channel is nil, and the monitors look for themselves. The
// function it returns ends that.
func followWakes(log *slog.Logger) (<-chan struct{}, func()) {
	watch, err := monitor.NewWakeWatch()
	if err != nil {
		log.Debug("a sleep is found by looking for it", "why", err)
		return nil, func() {}
	}
	wakes, done := make(chan struct{}), make(chan struct{})
	go func() {
		for {
			if err := watch.Wait(); err != nil { // look for a sleep in its place
				select {
				case <-time.After(lookForSleep):
				case <-done:
					return
				}
			}
			select {
			case wakes <- struct{}{}:
			case <-done:
				return
			}
		}
	}()
	return wakes, func() {
		close(done)
		_ = watch.Close()
	}
}
