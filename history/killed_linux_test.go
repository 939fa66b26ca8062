package history

import (
	"bufio"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strconv"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"

	"routerwatch/monitor"
)

// watchForEver watches from a time on, which it is told in seconds since 2000 in a
// file, and prints what time it is.
func watchForEver(t *testing.T, folder string) {
	text, err := os.ReadFile(filepath.Join(folder, "begin"))
	require.NoError(t, err)
	begin, err := strconv.Atoi(string(text))
	require.NoError(t, err)
	synctest.Test(t, func(t *testing.T) {
		time.Sleep(time.Duration(begin) * time.Second)
		s, err := Open(filepath.Join(folder, "history"), DefaultMinutesKept, quiet())
		require.NoError(t, err)
		s.Observe(snapshot(monitor.Connecting, time.Time{}))
		for {
			s.Observe(snapshot([]monitor.Status{monitor.Live, monitor.Live, monitor.Live, monitor.Paused}[rand.N(4)], time.Now()))
			time.Sleep(5 * time.Second)
			_, _ = fmt.Printf("now %d\n", time.Now().Unix())
		}
	})
}

func TestKilledAtAnyMoment(t *testing.T) {
	folder := t.TempDir()
	watched, begin := int64(0), 0
	began := time.Date(2000, time.January, 1, 0, 0, 0, 0, time.UTC)
	const rounds = 25
	for range rounds {
		require.NoError(t, os.WriteFile(filepath.Join(folder, "begin"), []byte(strconv.Itoa(begin)), 0o600))
		process := inARole(t, "watch for ever", folder)
		process.Stderr = os.Stderr
		output, err := process.StdoutPipe()
		require.NoError(t, err)
		require.NoError(t, process.Start())
		lines := bufio.NewScanner(output)
		require.True(t, lines.Scan(), "it watches")
		killed := time.AfterFunc(rand.N(200*time.Millisecond), func() { _ = process.Process.Kill() }) // any moment is as good as any other
		last := began.Unix() + int64(begin)
		for more := true; more; more = lines.Scan() {
			if _, err := fmt.Sscanf(lines.Text(), "now %d", &last); err != nil {
				break // it was killed in the middle of a line
			}
		}
		killed.Stop()
		_ = process.Wait()
		watched += last - began.Unix() - int64(begin)
		begin = int(last-began.Unix()) + 1 + rand.N(3000)
	}
	run := func() { // the next start mends what the last kill left
		synctest.Test(t, func(t *testing.T) {
			time.Sleep(time.Duration(begin) * time.Second)
			s, err := Open(filepath.Join(folder, "history"), DefaultMinutesKept, quiet())
			require.NoError(t, err)
			watchFor(s, time.Minute)
			s.Close(time.Second)
		})
	}
	run()
	r, err := Read(filepath.Join(folder, "history"), "r1", began, began.Add(time.Duration(begin+60)*time.Second))
	require.NoError(t, err)
	require.Zero(t, r.Damaged)
	sum := r.Sum()
	missing := watched + 60 - sum.Watched()
	t.Logf("watched %v in %d rounds, %d s are missing", time.Duration(watched)*time.Second, rounds, missing)
	require.GreaterOrEqual(t, missing, int64(-5*rounds), "nothing is made up, but for the last lines, which are not seen")
	require.LessOrEqual(t, missing, int64(rounds*66), "a minute a kill")
	seen := map[int64]bool{}
	killed := 0
	for _, row := range r.Rows {
		require.False(t, seen[row.Start])
		seen[row.Start] = true
		require.Equal(t, r.Step, row.Watched()+row.Unwatched)
		require.LessOrEqual(t, row.covered(), r.Step)
	}
	for _, c := range r.Changes {
		if c.Why == WhyKilled {
			killed++
		}
	}
	require.Equal(t, rounds, killed)
}
