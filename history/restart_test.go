package history

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"routerwatch/monitor"
)

// The router failed for 12 s and answered for 4 s before the program was quit. When it
// is started again, the router answers: the outage lasted for 12 s.
func TestARecoveryThatARestartInterruptsEndsItsOutage(t *testing.T) {
	for name, kill := range map[string]bool{"quit": false, "killed": true} {
		for next, want := range map[string]struct {
			fails    bool
			duration time.Duration
		}{"healthy": {false, 12 * time.Second}, "failing": {true, 41 * time.Second}} {
			t.Run(name+", then "+next, func(t *testing.T) {
				s := newStory()
				s.publish(monitor.Connecting)
				s.succeed(false)
				s.pass(5 * time.Second)
				s.fail(monitor.RouterError)
				s.pass(6 * time.Second)
				s.fail(monitor.RouterError)
				s.pass(6 * time.Second)
				s.succeed(false)
				s.pass(4 * time.Second)
				s.output.Append(s.recorder.Tick(s.now))
				s.restart(kill, 20*time.Second)
				if want.fails {
					s.fail(monitor.RouterError)
				}
				s.pass(5 * time.Second)
				s.succeed(false)
				s.pass(5 * time.Second)
				s.succeed(false)
				s.output.Append(s.recorder.End(WhyQuit, s.now))

				from := storyStart.Unix() / day * day
				r := Range{From: from, To: from + day, Step: minute, Changes: s.output.Changes}
				outages := r.Outages()
				require.Len(t, outages, 1)
				require.Equal(t, want.fails, outages[0].AtLeast)
				require.Equal(t, want.duration, outages[0].Duration(s.now.Wall))
				if sum := total(s.output.Minutes, from, from+day, minute); !want.fails && !kill {
					require.Equal(t, Times{Up: 5 + 4 + 5, Down: 12, Unwatched: day - 26}, sum)
				}
			})
		}
	}
}

// The rows of a minute add up to it, however often the program was restarted in it.
func TestTheRowsOfAMinuteWithRestartsAddUp(t *testing.T) {
	for name, kill := range map[string]bool{"quit": false, "killed": true} {
		t.Run(name, func(t *testing.T) {
			s := newStory()
			for _, away := range []time.Duration{3 * time.Second, 5 * time.Second, 200 * time.Second, time.Second} {
				s.publish(monitor.Connecting)
				s.succeed(false)
				s.pass(6 * time.Second)
				s.restart(kill, away)
			}
			s.succeed(false)
			s.pass(5 * time.Minute)
			sums, unwatched := map[int64]int64{}, map[int64]int64{}
			for _, row := range s.output.Minutes {
				again, err := parseRow([]byte(row.text()), minute)
				require.NoError(t, err, row.text())
				sums[row.Start] += again.Watched() + again.Unwatched
				unwatched[row.Start] += again.Unwatched
			}
			require.NotEmpty(t, sums)
			for start, sum := range sums {
				require.EqualValues(t, minute, sum, stamp(start))
			}
			if first := storyStart.Unix() / minute * minute; !kill {
				require.EqualValues(t, 30+3+5+4, unwatched[first], "before it began, and three times away")
			}
		})
	}
}

// What is not recorded yet is not "not watched", also in the quarter that is not over.
func TestTheRangeOfARunningQuarterEndsWithWhatIsRecorded(t *testing.T) {
	folder := written(t, map[string]string{
		"quarters-2026.csv":      "2026-11-30T10:00:00Z,891,,9,,,,,,,,,891,1,,1,1,1,4\n",
		"minutes-2026-11-30.csv": "2026-11-30T10:15:00Z,51,,9,,,,,,,,,51,1,,1,1,1,4\n2026-11-30T10:16:00Z,60,,,,,,,,,,,60,1,,1,1,1,4\n",
	})
	now := at("2026-11-30T10:17:20Z")
	r, err := Read(folder, "r1", now.AddDate(0, 0, -90), now)
	require.NoError(t, err)
	require.EqualValues(t, quarter, r.Step)
	require.Equal(t, at("2026-11-30T10:17:00Z").Unix(), r.Written)
	part := r.Part(at("2026-11-30T10:00:00Z"), time.Unix(r.Written, 0))
	require.Equal(t, Times{Up: 111, Unwatched: 9}, part.Rows[1].Times)
	require.EqualValues(t, 18, part.Sum().Unwatched)
}

// A reading that is taken up in an outage is of a poll of the run before.
func TestARestoredReadingIsNoPoll(t *testing.T) {
	var r Recorder
	now := Moment{Wall: storyStart}
	s := monitor.Snapshot{
		Status: monitor.Connecting, Reading: monitor.Reading{Pairs: 4, At: storyStart.Add(-time.Hour)},
		Outage: monitor.Outage{Since: storyStart.Add(-time.Minute)},
	}
	output := r.Observe(s, now)
	s.Status, s.Failure, s.Tries = monitor.Down, monitor.Failure{Kind: monitor.Refused}, 1
	now.Wall, now.Running = now.Wall.Add(time.Second), time.Second
	output.Append(r.Observe(s, now))
	output.Append(r.End(WhyQuit, now))
	require.Len(t, output.Minutes, 1)
	require.EqualValues(t, 1, output.Minutes[0].Polls)
	require.EqualValues(t, 1, output.Minutes[0].Failed)
}
