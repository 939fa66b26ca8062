// Package soak runs the built program for minutes or hours on a virtual
// desktop, against simulated routers at the end of bad networks, and checks
// what must stay the same: memory, file descriptors, threads and goroutines,
// one request at a time, and one notification for each outage and for its end.
//
// Nothing in it is scripted: faults, windows, panels and notification services
// come and go at random. A run that failed is repeated with its SOAK_SEED,
// though not to the millisecond. `make soak` starts it; SOAK_MINUTES says for
// how long.
package soak
