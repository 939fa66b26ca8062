package cli

import (
	"runtime"
	"runtime/debug"
)

// beFrugal fits the runtime to a process that waits for weeks: it never
// computes, so that handing work from thread to thread costs more than it
// gains, and its live heap of one megabyte need not grow to four. They are
// calls, not variables of the environment, so that the window, which draws,
// does not inherit them.
func beFrugal() {
	runtime.GOMAXPROCS(1)
	debug.SetGCPercent(25)
}
