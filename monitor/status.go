package monitor

// Status is what the operator is told about a router.
type Status string

// The statuses. Their text is the word of the JSON interface.
const (
	Connecting Status = "connecting" // nothing has settled yet
	Live       Status = "live"       // the last poll succeeded, not paused
	Paused     Status = "paused"     // the last poll succeeded and the router is paused
	Retrying   Status = "retrying"   // failing, still under the outage threshold
	Down       Status = "down"       // failing, at or over the threshold
	Throttled  Status = "throttled"  // the router answers 429: it lives, we are too many
	Offline    Status = "offline"    // this computer has no network
	Stalled    Status = "stalled"    // our own loop is stuck
)

// Statuses lists every status, the worst first: the order in which one icon
// speaks for several routers.
func Statuses() []Status {
	return []Status{Down, Stalled, Offline, Throttled, Retrying, Paused, Connecting, Live}
}

// Severity orders statuses: the larger, the worse. An unknown status is worst.
func (s Status) Severity() int {
	all := Statuses()
	for i, known := range all {
		if s == known {
			return len(all) - i
		}
	}
	return len(all) + 1
}

// Valid reports whether s is one of the statuses.
func (s Status) Valid() bool { return s.Severity() <= len(Statuses()) }
