package stableroute

import (
	"net/http"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"

	"routerwatch/monitor"
)

func TestRetryAfter(t *testing.T) {
	now := time.Date(2026, 11, 29, 20, 0, 0, 0, time.UTC)
	const date = "Sun, 29 Nov 2026 19:00:00 GMT" // the router's clock is an hour behind
	for _, c := range []struct {
		name, value, date string
		want              time.Duration
	}{
		{"absent", "", date, 0},
		{"seconds", "60", date, time.Minute},
		{"space around", " 60 ", date, time.Minute},
		{"zero", "0", date, 0},
		{"zeros", "00007", date, 7 * time.Second},
		{"negative", "-5", date, 0},
		{"signed", "+5", date, 0},
		{"a fraction", "1.5", date, 0},
		{"words", "soon", date, 0},
		{"a unit", "5s", date, 0},
		{"at the limit", "900", date, 15 * time.Minute},
		{"over the limit", "901", date, monitor.MaxRetryAfter},
		{"beyond a duration", "9223372036854775807", date, monitor.MaxRetryAfter},
		{"beyond an int64", "99999999999999999999999", date, monitor.MaxRetryAfter},
		{"a date", "Sun, 29 Nov 2026 19:02:00 GMT", date, 2 * time.Minute},
		{"a date, the answer undated", "Sun, 29 Nov 2026 20:02:00 GMT", "", 2 * time.Minute},
		{"a date, the answer misdated", "Sun, 29 Nov 2026 20:02:00 GMT", "yesterday", 2 * time.Minute},
		{"an old form of date", "Sunday, 29-Nov-26 19:02:00 GMT", date, 2 * time.Minute},
		{"the oldest form of date", "Sun Nov 29 19:02:00 2026", date, 2 * time.Minute},
		{"a date that is past", "Sun, 29 Nov 2026 18:59:59 GMT", date, 0},
		{"a date far away", "Fri, 31 Dec 9999 23:59:59 GMT", date, monitor.MaxRetryAfter},
		{"a date that is none", "Sun, 31 Feb 2026 19:02:00 GMT", date, 0},
	} {
		t.Run(c.name, func(t *testing.T) {
			header := http.Header{"Retry-After": {c.value}}
			if c.date != "" {
				header.Set("Date", c.date)
			}
			assert.Equal(t, c.want, retryAfter(header, now))
		})
	}
}

func FuzzRetryAfter(f *testing.F) {
	for _, seed := range []string{"", "60", "-1", "99999999999999999999", "1e9", "Sun, 29 Nov 2026 19:02:00 GMT", "Fri, 31 Dec 9999 23:59:59 GMT"} {
		f.Add(seed, "Sun, 29 Nov 2026 19:00:00 GMT")
		f.Add(seed, "")
	}
	f.Fuzz(func(t *testing.T, value, date string) {
		got := retryAfter(http.Header{"Retry-After": {value}, "Date": {date}}, time.Now())
		assert.GreaterOrEqual(t, got, time.Duration(0))
		assert.LessOrEqual(t, got, monitor.MaxRetryAfter)
	})
}
