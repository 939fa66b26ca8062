package monitor

import (
	"time"

	"routerwatch/backoff"
)

// A Plan says how a router is polled and when its failures count as an outage. It
// is a comparable value.
type Plan struct {
	Interval     time.Duration  // from a settled success to the next poll
	Timeout      time.Duration  // how long a poll may take
	Policy       backoff.Policy // the waits after failures
	Threshold    int            // failures in a row that make an outage, 1 or more
	RecoverAfter int            // successes in a row that end one, 1 or more
	SlowAfter    int            // polls in a row after which a slow phase is said, 1 or more
	LostShare    int            // per cent of the pairs; a larger loss is marked: see [LostPairs]
	Ask          bool           // ask between polls what the statistics do not say; see [Asker]

	// RelapseWithin is how soon after an outage the next one counts as a relapse,
	// which needs twice as many successes to end; 0 for never.
	RelapseWithin time.Duration
	// RememberThrottle is how long the interval stays just above one that a 429
	// refused, before shorter ones are tried again; 0 keeps the interval at a 429.
	RememberThrottle time.Duration

	CertificateDays int // see [Notifications.CertificateDays]
}

// DefaultPlan is the plan of a first start: every 5 s, 30 s for a poll, an
// outage at the second failure in a row, over at the second success.
func DefaultPlan() Plan {
	return Plan{
		Interval: 5 * time.Second, Timeout: 30 * time.Second,
		Policy: backoff.Default(), Threshold: 2, RecoverAfter: 2, SlowAfter: 3, LostShare: 50, Ask: true,
		RelapseWithin: time.Hour, RememberThrottle: 2 * time.Hour,
		CertificateDays: DefaultNotifications().CertificateDays,
	}
}

const (
	// MaxRetryAfter caps the wait that a router can ask for.
	MaxRetryAfter = 15 * time.Minute

	// resumeSpread spreads the first poll after a sleep, or after the network
	// returned, so that the desktops of an office do not all poll at once.
	resumeSpread = 2 * time.Second
)

// failureWait is the wait after the n-th failure in a row: the policy's, but never
// shorter than the interval or the router's Retry-After, to which jitter is only
// added. For a failed Retry now on a healthy router n is 0, and the wait is the
// interval.
func (p Plan) failureWait(n int, interval, asked time.Duration, u float64) time.Duration {
	wait := interval
	if n > 0 {
		wait = max(wait, p.Policy.Delay(n, u))
	}
	asked = min(max(asked, 0), MaxRetryAfter)
	return max(wait, asked+time.Duration(float64(asked)*p.Policy.Jitter*u))
}
