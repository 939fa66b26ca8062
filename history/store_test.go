package history

import (
	"log/slog"
	"os"
	"path/filepath"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"

	"routerwatch/monitor"
)

func snapshot(status monitor.Status, reading time.Time) monitor.Snapshot {
	s := monitor.Snapshot{Router: monitor.Router{ID: "r1", Name: "Main", URL: "https://router.example.org"}, Status: status, AsOf: time.Now()}
	if status == monitor.Live {
		s.Reading = monitor.Reading{Pairs: 4, At: reading, Latency: 12 * time.Millisecond}
	}
	return s
}

// watchFor lets a store watch a live router that is polled every 5 s, and paused for
// 5 s every hour.
func watchFor(s *Store, d time.Duration) {
	s.Observe(snapshot(monitor.Connecting, time.Time{}))
	watchOn(s, d)
}

func watchOn(s *Store, d time.Duration) {
	began := time.Now()
	for end := began.Add(d); time.Now().Before(end); time.Sleep(min(5*time.Second, time.Until(end))) {
		one := snapshot(monitor.Live, time.Now())
		if time.Since(began)%time.Hour == 30*time.Minute {
			one.Status, one.Reading.Paused = monitor.Paused, true
		}
		s.Observe(one)
	}
}

func TestAnHourIsReadBackWhole(t *testing.T) {
	folder := t.TempDir()
	synctest.Test(t, func(t *testing.T) {
		log := slog.New(slog.DiscardHandler)
		began := time.Now()
		s, err := Open(folder, DefaultMinutesKept, log)
		require.NoError(t, err)
		var said logged
		_, err = Open(folder, DefaultMinutesKept, said.logger())
		require.ErrorIs(t, err, ErrInUse)
		require.Empty(t, said.String())
		watchFor(s, time.Hour)
		s.Close(time.Second)
		time.Sleep(30 * time.Minute)
		s, err = Open(folder, DefaultMinutesKept, log)
		require.NoError(t, err)
		watchFor(s, time.Hour)
		s.Close(time.Second)

		r, err := Read(folder, "r1", began, time.Now())
		require.NoError(t, err)
		require.Zero(t, r.Damaged)
		require.Equal(t, "Main", r.Name)
		sum := r.Sum()
		require.Equal(t, Times{Up: 7200, Unwatched: 1800}, sum.Times)
		require.EqualValues(t, 1440, sum.Polls)
		require.Equal(t, Latency{12, 12, 12}, sum.Latency)
		quarters, err := filepath.Glob(filepath.Join(folder, "r1", "quarters-*.csv"))
		require.NoError(t, err)
		require.Len(t, quarters, 1)
		var rows []Row
		refused, err := eachLine(quarters[0], rowsOf(quarter, &rows))
		require.NoError(t, err)
		require.Zero(t, refused)
		up := int64(0)
		for _, row := range rows {
			up += row.Up
		}
		require.EqualValues(t, 7200, up, "the quarters add up to the minutes")
		for _, day := range r.Days(time.UTC) {
			_, ok := day.Uptime()
			require.False(t, ok, "too little was watched")
		}
	})
	entries, err := os.ReadDir(filepath.Join(folder, "r1"))
	require.NoError(t, err)
	require.Len(t, entries, 3)
}
