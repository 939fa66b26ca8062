package history

import (
	"fmt"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"routerwatch/monitor"
)

func TestRowsAgreeWithASecondBySecondAccountOfAnyStory(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := newStory()
		s.publish(monitor.Connecting)
		for range rapid.IntRange(1, 60).Draw(t, "steps") {
			s.pass(time.Duration(rapid.Int64Range(1, 200_000).Draw(t, "pass")) * time.Millisecond)
			long := time.Duration(rapid.Int64Range(3_000, 9_000_000).Draw(t, "long")) * time.Millisecond
			switch what := rapid.IntRange(0, 15).Draw(t, "what"); what {
			case 0, 1, 2:
				s.succeed(what == 0)
			case 3, 4, 5:
				s.fail(monitor.Refused)
			case 6:
				s.fail(monitor.TimedOut)
			case 7:
				s.fail(monitor.TooManyRequests)
			case 8:
				s.offline()
			case 9:
				s.sleep(long)
			case 10, 11:
				s.restart(what == 10, long)
			case 12: // the clock is set forward
				s.now.Wall = s.now.Wall.Add(long)
				s.output.Append(s.recorder.Tick(s.now))
			case 13: // and back
				s.now.Wall, s.setBack = s.now.Wall.Add(-long), true
				s.output.Append(s.recorder.Tick(s.now))
			default:
				s.maintain(what == 14)
			}
		}
		s.leave()
		s.output.Append(s.recorder.End(WhyQuit, s.now))

		from, to := storyStart.Add(-24*time.Hour).Unix()/quarter*quarter, storyStart.Add(40*24*time.Hour).Unix()/quarter*quarter
		for k := range s.seconds {
			require.True(t, k >= from && k < to)
		}
		want, perMinute := s.account(from, to)
		got := total(s.output.Minutes, from, to, minute)
		if s.slack == 0 && !s.setBack {
			require.Equal(t, want, got, "all")
		}
		if s.setBack {
			s.slack += s.starts * (minute + 1)
		}
		missing := want.Watched() - got.Watched()
		require.LessOrEqual(t, missing, s.slack, "seconds that are missing")
		if s.setBack { // what a killed program lost may be recorded when the clock shows that time again
			missing += s.slack
		}
		require.GreaterOrEqual(t, missing, int64(0), "seconds that were made up")
		if !s.setBack { // a clock set back in an outage moves its end before its beginning
			require.LessOrEqual(t, got.Down, want.Down)
			require.LessOrEqual(t, got.Up, want.Up)
			require.LessOrEqual(t, got.MaintenanceDown, want.MaintenanceDown)
		}
		byMinute := map[int64]Times{}
		for _, row := range s.output.Minutes {
			again, err := parseRow([]byte(row.text()), minute)
			require.NoError(t, err, row.text())
			require.Equal(t, row.text(), again.text())
			byMinute[row.Start] = byMinute[row.Start].plus(row.Times)
		}
		for start, times := range byMinute {
			if s.setBack {
				continue
			}
			require.LessOrEqual(t, times.Watched(), int64(minute), "the minute %d", start)
			if s.slack > 0 {
				continue
			}
			want := perMinute[start]
			require.Equal(t, fmt.Sprint(want.Up, want.Down, want.MaintenanceDown), fmt.Sprint(times.Up, times.Down, times.MaintenanceDown), "the minute %s", time.Unix(start, 0).UTC())
		}
		for _, row := range s.output.Quarters {
			sum := total(s.output.Minutes, row.Start, row.Start+quarter, minute)
			require.LessOrEqual(t, row.Up+row.Down, sum.Watched())
		}
	})
}

// The wait that was going on when the machine fell asleep is over long since: that is
// no stall.
func TestASleepOfThreeDays(t *testing.T) {
	const asleep = 72 * time.Hour
	s := newStory()
	s.publish(monitor.Connecting)
	s.snapshot.NextPoll, s.snapshot.Timeout = s.now.Wall.Add(5*time.Second), 30*time.Second
	s.succeed(false)
	s.pass(3 * time.Second)
	slept := s.now.Wall
	s.now.Wall = s.now.Wall.Add(asleep)
	s.output.Append(s.recorder.Tick(s.now))
	s.now.Wall, s.now.Running = s.now.Wall.Add(2*time.Second), s.now.Running+2*time.Second
	s.snapshot.NextPoll = s.now.Wall.Add(5 * time.Second)
	s.succeed(false)
	s.output.Append(s.recorder.End(WhyQuit, s.now))
	var what []What
	for _, c := range s.output.Changes {
		if what = append(what, c.What); c.What == Unwatched {
			require.Equal(t, Change{At: slept.Add(asleep), What: Unwatched, Since: slept, Until: slept.Add(asleep), Why: WhyAsleep}, c)
		}
	}
	require.Equal(t, []What{Began, Status, Status, Unwatched, Ended}, what)
	from := storyStart.Unix() / day * day
	require.EqualValues(t, 5, total(s.output.Minutes, from, from+7*day, minute).Up)
}
