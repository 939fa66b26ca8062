package monitor

import "time"

// A Probe is what one poll found, layer by layer: the test of an address
// before it is watched.
type Probe struct {
	Steps   []ProbeStep // those that went well, in order
	Reading Reading     // of a poll that succeeded
	Failure Failure     // of one that failed; none if it succeeded
}

// A ProbeStep is a layer that a probe got through.
type ProbeStep struct {
	Layer Layer
	Took  time.Duration
	// Addresses are what the name resolved to, or the one address that was
	// connected to.
	Addresses []string
	// Expires is when the router's certificate does.
	Expires time.Time
}
