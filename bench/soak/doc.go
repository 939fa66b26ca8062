// Package soak runs the built program for minutes or hours on a virtual
// desktop, against simulated routers behind bad networks, and checks the
// invariants: bounded memory, file descriptors, threads and goroutines, one
// request at a time, and one notification for each outage and for its end.
//
// Faults, windows, panels and notification services appear and disappear at
// random. SOAK_SEED repeats a failed run, though not to the millisecond.
// `make soak` starts it; SOAK_MINUTES is its duration.
package soak
