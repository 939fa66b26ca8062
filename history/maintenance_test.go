package history

import (
	"log/slog"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"

	"routerwatch/monitor"
)

// A maintenance is noted as the program starts, before what earlier runs left is read.
func TestAMaintenanceIsRecordedFromTheStartOfTheWatch(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		folder := t.TempDir()
		began := time.Now()
		for range 2 { // runs
			store, err := Open(folder, DefaultMinutesKept, slog.New(slog.DiscardHandler))
			require.NoError(t, err)
			s := monitor.Snapshot{Router: monitor.Router{ID: "r1", Name: "router"}, Status: monitor.Connecting, AsOf: time.Now()}
			store.Observe(s)
			store.Note("r1", Change{What: Maintenance, On: true})
			s.Status, s.Outage, s.Failure = monitor.Down, monitor.Outage{Since: time.Now()}, monitor.Failure{Kind: monitor.Refused}
			store.Observe(s)
			time.Sleep(20 * time.Minute)
			store.Close(time.Second)
		}
		r, err := Read(folder, "r1", began.Add(-time.Hour), time.Now().Add(time.Hour))
		require.NoError(t, err)
		sum := r.Sum()
		require.Zero(t, sum.Down)
		require.Equal(t, int64(40*time.Minute/time.Second), sum.MaintenanceDown)
		require.Equal(t, sum.MaintenanceDown, sum.Watched())
		_, known := sum.Uptime()
		require.False(t, known, "outside the uptime")
		noted := 0
		for _, c := range r.Changes {
			if c.What == Maintenance && c.On {
				noted++
			}
		}
		require.Equal(t, 2, noted, "once a watch")
	})
}
