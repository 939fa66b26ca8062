package monitor

import (
	"context"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/assert"
)

// TestAPollCancelledAtTheEndIsNoFailure lets the poll in flight settle with the
// cancellation of Run's context while the loop is busy, so that it sees both at
// once.
func TestAPollCancelledAtTheEndIsNoFailure(t *testing.T) {
	for range 30 { // select chooses at random
		synctest.Test(t, func(t *testing.T) {
			ctx, leave := context.WithCancel(t.Context())
			w := &watch{t: t, source: answering(silent)}
			config := w.config(DefaultPlan())
			config.Slept = func() time.Duration {
				if len(w.snapshots) > 1 { // the poll is in flight
					leave()
					time.Sleep(s)
				}
				return 0
			}
			config.Plan.Threshold = 1
			New(config).Run(ctx)
			for _, snapshot := range w.snapshots {
				assert.True(t, snapshot.Failure.None(), "%+v", snapshot.Failure)
			}
		})
	}
}
