package stableroute

import (
	"net/http"
	"strconv"
	"strings"
	"time"

	"routerwatch/monitor"
)

// retryAfter is the wait that an answer asks for: whole seconds, or a date,
// which is read against the answer's own Date so that neither clock needs to
// be right. It is between 0, where nothing readable, negative or past is asked
// for, and [monitor.MaxRetryAfter].
func retryAfter(header http.Header, now time.Time) time.Duration {
	value := strings.TrimSpace(header.Get("Retry-After"))
	if value == "" {
		return 0
	}
	if strings.Trim(value, "0123456789") == "" {
		seconds, err := strconv.ParseInt(value, 10, 64)
		if err != nil || seconds > int64(monitor.MaxRetryAfter/time.Second) { // err: beyond an int64
			return monitor.MaxRetryAfter
		}
		return time.Duration(seconds) * time.Second
	}
	until, err := http.ParseTime(value)
	if err != nil {
		return 0
	}
	if date, err := http.ParseTime(header.Get("Date")); err == nil {
		now = date
	}
	return min(max(until.Sub(now), 0), monitor.MaxRetryAfter)
}
