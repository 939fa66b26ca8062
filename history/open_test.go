package history

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"routerwatch/monitor"
)

// What is said to have failed in an open outage is what the rows say, though its last
// line is long ago.
func TestTheFailedPollsOfAnOpenOutageAreThoseOfTheRows(t *testing.T) {
	s := newStory()
	polls := func(n int, settle func()) {
		for range n {
			s.pass(5 * time.Second)
			settle()
		}
	}
	answer, refuse, expire := func() { s.succeed(false) }, func() { s.fail(monitor.Refused) }, func() { s.fail(monitor.TimedOut) }
	polls(20, answer)
	polls(5, refuse) // an earlier outage, which ends in the minute in which the other begins
	polls(3, answer)
	polls(30, expire)
	polls(57, refuse)
	s.pass(time.Minute) // its rows are complete
	for name, c := range map[string]struct {
		late time.Duration // how long after the beginning the range begins
		want []Failure
	}{
		"whole":       {0, []Failure{{monitor.TimedOut, monitor.Example(monitor.TimedOut).Layer, 30}, {monitor.Refused, monitor.Example(monitor.Refused).Layer, 57}}},
		"begun later": {7 * time.Minute, nil},
	} {
		t.Run(name, func(t *testing.T) {
			r := Range{From: storyStart.Add(c.late).Unix() / minute * minute, To: s.now.Wall.Unix() / minute * minute, Step: minute, Changes: s.output.Changes}
			r.Rows = merge(append([]Row{}, s.output.Minutes...), r.From, r.To, minute)
			outages := r.Outages()
			open := outages[len(outages)-1]
			require.True(t, open.Until.IsZero())
			if c.want != nil {
				require.Equal(t, c.want, open.Failures)
				return
			}
			require.Equal(t, monitor.Refused, open.Failures[1].Kind)
			require.Equal(t, r.Sum().Failed, open.Failures[1].Polls, "the rows are all after its last line")
		})
	}
}
