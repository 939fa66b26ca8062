package stableroute

import (
	"context"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"

	"routerwatch/monitor"
)

// A service that is being replaced answers so.
func TestAServiceThatAsksForTwoMinutesIsDownAtOnce(t *testing.T) {
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Retry-After", "120")
		w.WriteHeader(http.StatusServiceUnavailable)
	}))
	defer server.Close()
	source := newClient(t, server.URL)
	snapshots := make(chan monitor.Snapshot, 8)
	ctx, leave := context.WithCancel(t.Context())
	done := make(chan struct{})
	go func() {
		defer close(done)
		monitor.New(monitor.Config{
			Source: source, Plan: monitor.DefaultPlan(), Log: slog.New(slog.DiscardHandler),
			Publish: func(s monitor.Snapshot) { snapshots <- s },
			Random:  func() float64 { return 0 }, Slept: func() time.Duration { return 0 },
		}).Run(ctx)
	}()
	var s monitor.Snapshot
	for !s.Failing() {
		s = <-snapshots
	}
	leave()
	<-done
	assert.Equal(t, monitor.Down, s.Status)
	assert.Equal(t, 1, s.Failures)
	assert.Equal(t, 2*time.Minute, s.Failure.RetryAfter)
	assert.Equal(t, 2*time.Minute, s.Wait, "its wish is obeyed")
}
