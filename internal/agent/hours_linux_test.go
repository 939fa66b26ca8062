package agent

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"routerwatch/history"
	"routerwatch/monitor"
)

// Of ten minutes of polls, a restart after two more finds a point a minute in the files.
func TestTheChartsGoOnAfterARestart(t *testing.T) {
	folder := t.TempDir()
	synctest.Test(t, func(t *testing.T) {
		run := func(d time.Duration) []monitor.Point {
			f := prepare(t)
			store, err := history.Open(folder, history.DefaultMinutesKept, f.options.Log)
			require.NoError(t, err)
			f.options.History, f.options.HistoryFolder = store, folder
			source := &pairSource{latency: 50 * time.Millisecond}
			source.pairs.Store(4)
			f.options.Open = plainly(source.open)
			f.options.Settings.Poll.Interval = 5 * time.Second
			f.run()
			time.Sleep(d)
			synctest.Wait()
			points := f.agent.routers[0].history.Points // the agent is idle
			require.NoError(t, f.end())
			store.Close(time.Second)
			return points
		}
		assert.Greater(t, len(run(10*time.Minute)), 100, "each poll")
		time.Sleep(2 * time.Minute)
		began := time.Now()
		points := run(12 * time.Second)
		var earlier, own []monitor.Point
		for _, p := range points {
			if p.At.Before(began) {
				earlier = append(earlier, p)
			} else {
				own = append(own, p)
			}
		}
		require.GreaterOrEqual(t, len(earlier), 10)
		for i, p := range earlier[1:] {
			assert.Equal(t, time.Minute, p.At.Sub(earlier[i].At))
			assert.Equal(t, monitor.Point{At: p.At, Pairs: 4, Latency: 50 * time.Millisecond, Gap: p.Gap, Mean: true}, p)
		}
		assert.False(t, earlier[3].Gap)
		require.Len(t, own, 3)
		assert.True(t, own[0].Gap, "the program was not running")
		assert.False(t, own[1].Gap)
		require.Less(t, len(run(time.Second)), 20, "and none of another run twice")
	})
}

// minutesFile is the path of the file of today's minutes of the router.
func minutesFile(t *testing.T, folder string) string {
	t.Helper()
	require.NoError(t, os.MkdirAll(filepath.Join(folder, "r1"), 0o700))
	return filepath.Join(folder, "r1", "minutes-"+time.Now().UTC().Format(time.DateOnly)+".csv")
}

func TestAnOpenWindowGetsTheHourThatWasRead(t *testing.T) {
	folder := t.TempDir()
	var text strings.Builder
	for ago := 30; ago > 1; ago-- {
		at := time.Now().Add(-time.Duration(ago) * time.Minute).Truncate(time.Minute).UTC()
		fmt.Fprintf(&text, "%s,60,,,,,,,,,,,60,12,,1,2,3,7\n", at.Format(time.RFC3339))
	}
	require.NoError(t, os.WriteFile(minutesFile(t, folder), []byte(text.String()), 0o600))
	f := prepare(t, "record")
	f.options.HistoryFolder = folder
	f.run()
	f.eventually(func() bool {
		for _, line := range f.lines(1) {
			if points, is := line["points"].([]any); is && len(points) >= 29 {
				return true
			}
		}
		return false
	}, "the window has them")
	require.NoError(t, f.end())
}

func TestAHistoryThatHangsDelaysNothing(t *testing.T) {
	folder := t.TempDir()
	pipe := minutesFile(t, folder)
	require.NoError(t, syscall.Mkfifo(pipe, 0o600)) // opening it waits for a writer
	f := prepare(t)
	f.options.HistoryFolder = folder
	f.run()
	f.eventually(f.status(monitor.Live), "live")
	require.NoError(t, f.end())
	f.eventually(func() bool { // the reader can end once there was a writer
		writer, err := os.OpenFile(pipe, os.O_WRONLY|syscall.O_NONBLOCK, 0)
		return err == nil && writer.Close() == nil
	}, "it was being read")
}

func TestNoHourOfAnotherAddressIsShown(t *testing.T) {
	at := time.Date(2026, 11, 30, 12, 0, 0, 0, time.UTC)
	r := history.Range{From: at.Unix(), To: at.Add(time.Hour).Unix(), Step: 60}
	for i := range int64(60) {
		r.Rows = append(r.Rows, history.Row{Start: r.From + 60*i, Times: history.Times{Up: 60}, Polls: 12, Pairs: monitor.Counted(4)})
	}
	r.Changes = []history.Change{
		{What: history.Began, At: at.Add(-time.Hour), URL: "http://one"},
		{What: history.Began, At: at.Add(30 * time.Minute), URL: "http://two"},
	}
	assert.Len(t, r.Points("http://two"), 30)
	assert.Empty(t, r.Points("http://one"))
}
