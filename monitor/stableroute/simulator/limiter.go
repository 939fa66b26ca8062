package simulator

import (
	"sync"
	"time"
)

// usualLimit is how many requests a router allows in a window where its operator has set nothing else.
const usualLimit = 60

// limiter allows a number of requests per client in a sliding window, as the
// router does: those it refuses do not count. A limit of 0 allows all.
type limiter struct {
	limit  int
	window time.Duration

	mu   sync.Mutex
	seen map[string][]time.Time // the allowed ones still in the window, by client
}

func (l *limiter) allow(client string, now time.Time) bool {
	if l.limit <= 0 {
		return true
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.seen == nil {
		l.seen = map[string][]time.Time{}
	}
	recent := l.seen[client]
	for len(recent) > 0 && now.Sub(recent[0]) >= l.window {
		recent = recent[1:]
	}
	allowed := len(recent) < l.limit
	if allowed {
		recent = append(recent, now)
	}
	l.seen[client] = recent
	return allowed
}
