package history

import (
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"

	"routerwatch/monitor"
)

// linesOf are the lines of a file of the router in these tests, but for a header.
func linesOf(t *testing.T, folder, name string) []string {
	t.Helper()
	data, err := os.ReadFile(filepath.Join(folder, "r1", name))
	require.NoError(t, err)
	lines := strings.Split(strings.TrimSuffix(string(data), "\n"), "\n")
	if strings.HasPrefix(lines[0], "start,") {
		lines = lines[1:]
	}
	return lines
}

// run lets a store watch a live router for a time.
func run(t *testing.T, folder string, keep time.Duration, log *slog.Logger, d time.Duration) {
	t.Helper()
	s, err := Open(folder, keep, log)
	require.NoError(t, err)
	watchFor(s, d)
	s.Close(time.Second)
}

func quiet() *slog.Logger { return slog.New(slog.DiscardHandler) }

func TestARestartWritesNothingTwice(t *testing.T) {
	folder := t.TempDir()
	synctest.Test(t, func(t *testing.T) {
		began := time.Now()
		run(t, folder, DefaultMinutesKept, quiet(), 50*time.Hour)
		for range 3 {
			time.Sleep(time.Hour)
			run(t, folder, DefaultMinutesKept, quiet(), time.Hour)
		}
		files, err := filepath.Glob(filepath.Join(folder, "r1", "*.csv"))
		require.NoError(t, err)
		for _, file := range files {
			seen := map[string]bool{}
			for _, line := range linesOf(t, folder, filepath.Base(file)) {
				start, _, _ := strings.Cut(line, ",")
				require.False(t, seen[start], "%s has %s twice", filepath.Base(file), start)
				seen[start] = true
			}
		}
		r, err := Read(folder, "r1", began, time.Now())
		require.NoError(t, err)
		require.Equal(t, Times{Up: 53 * 3600, Unwatched: 3 * 3600}, r.Sum().Times)
		require.EqualValues(t, 53*720, r.Sum().Polls)
	})
}

// A changed setting ends a watch and begins another at once; so does an operator who
// removes a router and adds it again.
func TestARouterIsRenamedMovedRemovedAndAddedAgain(t *testing.T) {
	folder := t.TempDir()
	synctest.Test(t, func(t *testing.T) {
		began := time.Now()
		s, err := Open(folder, DefaultMinutesKept, quiet())
		require.NoError(t, err)
		watchFor(s, 10*time.Minute+20*time.Second)
		for _, change := range []monitor.Router{
			{ID: "r1", Name: "Renamed", URL: "https://router.example.org"},
			{ID: "r1", Name: "Renamed", URL: "https://moved.example.org"},
		} {
			s.Forget("r1")
			for i := range 60 {
				one := snapshot(monitor.Live, time.Now())
				if i == 0 {
					one = snapshot(monitor.Connecting, time.Time{})
				}
				one.Router = change
				s.Observe(one)
				time.Sleep(5 * time.Second)
			}
		}
		s.Forget("r1")
		s.Observe(snapshot(monitor.Live, time.Now())) // a poll that was in flight
		time.Sleep(time.Hour)
		watchFor(s, 10*time.Minute)
		s.Close(time.Second)

		r, err := Read(folder, "r1", began, time.Now())
		require.NoError(t, err)
		require.Zero(t, r.Damaged)
		require.Equal(t, "Main", r.Name)
		sum := r.Sum()
		// Five seconds of connecting at the beginning of each of two watches.
		require.EqualValues(t, 10*60+20+2*295+10*60, sum.Up)
		var names, why []string
		for _, c := range r.Changes {
			switch c.What {
			case Began:
				names = append(names, c.Name+" "+c.URL)
			case Ended:
				why = append(why, c.Why)
			}
		}
		require.Equal(t, []string{
			"Main https://router.example.org", "Renamed https://router.example.org", "Renamed https://moved.example.org", "Main https://router.example.org",
		}, names)
		require.Equal(t, []string{WhyQuit, WhyQuit, WhyQuit, WhyQuit}, why)
	})
}

func TestAWatchThatEndsBeforeItsFilesAreReadIsKept(t *testing.T) {
	folder := t.TempDir()
	synctest.Test(t, func(t *testing.T) {
		s, err := Open(folder, DefaultMinutesKept, quiet())
		require.NoError(t, err)
		s.Observe(snapshot(monitor.Connecting, time.Time{}))
		s.Observe(snapshot(monitor.Live, time.Now()))
		s.Close(time.Second)
		changes := linesOf(t, folder, changesFile)
		require.Contains(t, changes[len(changes)-1], `"why":"quit"`)
	})
}

// The program may run for months: what is old goes while it does.
func TestMinutesAreKeptForATimeAndQuartersForEver(t *testing.T) {
	folder := t.TempDir()
	synctest.Test(t, func(t *testing.T) {
		began := time.Now()
		run(t, folder, 24*time.Hour, quiet(), 96*time.Hour+7*time.Minute)
		require.Equal(t, []string{"minutes-2000-01-04.csv", "minutes-2000-01-05.csv"}, listed(filepath.Join(folder, "r1"), "minutes-"))
		time.Sleep(10 * 24 * time.Hour) // the minutes of the last quarter are old, but not summed
		run(t, folder, 24*time.Hour, quiet(), time.Hour)
		r, err := Read(folder, "r1", began, time.Now())
		require.NoError(t, err)
		require.EqualValues(t, quarter, r.Step)
		require.EqualValues(t, 97*3600+7*60, r.Sum().Up)
		quarters := linesOf(t, folder, "quarters-2000.csv")
		require.Equal(t, "2000-01-05T00:00:00Z,420,,480,,,,,,,,,420,84,,12,12,12,4", quarters[4*96])
	})
}

// A poll may be sent and settle in the last second of a minute.
func TestAMinuteHasOneRow(t *testing.T) {
	folder := t.TempDir()
	synctest.Test(t, func(t *testing.T) {
		s, err := Open(folder, DefaultMinutesKept, quiet())
		require.NoError(t, err)
		s.Observe(snapshot(monitor.Connecting, time.Time{}))
		time.Sleep(300 * time.Millisecond)
		for settled := time.Now(); time.Since(settled) < time.Hour; {
			sent := snapshot(monitor.Live, settled)
			sent.Polling = time.Now()
			s.Observe(sent)
			time.Sleep(4 * time.Millisecond)
			settled = time.Now()
			s.Observe(snapshot(monitor.Live, settled))
			time.Sleep(996 * time.Millisecond)
			if settled.Unix()%3600 == 3599 {
				break
			}
		}
		s.Close(time.Second)
		for name, length := range map[string]int{"minutes-2000-01-01.csv": minute, "quarters-2000.csv": quarter} {
			lines := linesOf(t, folder, name)
			for i := 1; i < len(lines); i++ {
				require.NotEqual(t, lines[i-1][:20], lines[i][:20], name)
			}
			require.GreaterOrEqual(t, len(lines), 3600/length)
		}
	})
}

// Quarters that a crash kept from being summed are caught up, also after days.
func TestQuartersAreCaughtUp(t *testing.T) {
	folder := t.TempDir()
	synctest.Test(t, func(t *testing.T) {
		began := time.Now()
		run(t, folder, DefaultMinutesKept, quiet(), 3*time.Hour)
		path := filepath.Join(folder, "r1", "quarters-2000.csv")
		whole := linesOf(t, folder, "quarters-2000.csv")
		require.NoError(t, os.WriteFile(path, []byte(header()+"\n"+strings.Join(whole[:5], "\n")+"\n"), 0o600))
		time.Sleep(3 * 24 * time.Hour)
		run(t, folder, DefaultMinutesKept, quiet(), 30*time.Minute)
		require.Equal(t, whole, linesOf(t, folder, "quarters-2000.csv")[:len(whole)])
		r, err := Read(folder, "r1", began.Add(-365*24*time.Hour), time.Now())
		require.NoError(t, err)
		require.EqualValues(t, quarter, r.Step)
		require.EqualValues(t, 3*3600+1800, r.Sum().Up)
	})
}
