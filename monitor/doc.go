// Package monitor watches routers: it polls one kindly, decides what its
// answers mean, and publishes what is known as immutable snapshots.
//
// Its four ideas are a [Snapshot] (what is known at one moment), the step (a
// pure function from a state and a result to the next state), a [Source] (how
// a poll is made, somewhere else) and [Monitor.Run] (the loop: poll, step,
// publish, wait). The invariant: one request in flight, ever.
package monitor
