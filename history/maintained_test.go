package history

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"routerwatch/monitor"
)

// An outage is apart only where all of it was in maintenance, as its seconds are.
func TestAnOutageIsApartWhereAllOfItWasInMaintenance(t *testing.T) {
	for name, c := range map[string]struct {
		before, during, leave bool // when the maintenance begins, and whether it ends in the outage
		restart               bool
		want                  bool
	}{
		"none":                 {},
		"all":                  {before: true, want: true},
		"all, through a start": {before: true, restart: true, want: true},
		"from its middle":      {during: true},
		"until its middle":     {before: true, leave: true},
	} {
		t.Run(name, func(t *testing.T) {
			s := newStory()
			fail := func() {
				for range 24 {
					s.pass(5 * time.Second)
					s.fail(monitor.Refused)
				}
			}
			s.succeed(false)
			s.pass(time.Minute)
			if c.before {
				s.maintain(true)
			}
			fail()
			if c.during {
				s.maintain(true)
			}
			if c.leave {
				s.maintain(false)
			}
			if c.restart {
				s.restart(false, 5*time.Second)
			}
			fail()
			for range 4 {
				s.pass(5 * time.Second)
				s.succeed(false)
			}
			if s.maintenance {
				s.maintain(false)
			}
			s.pass(2 * time.Minute)
			r := Range{From: storyStart.Unix() / minute * minute, To: s.now.Wall.Unix(), Step: minute, Changes: s.output.Changes}
			r.Rows = merge(s.output.Minutes, r.From, r.To, minute)
			outages := r.Outages()
			require.Len(t, outages, 1)
			require.Equal(t, c.want, outages[0].Maintained)
			require.Equal(t, c.want, r.Sum().Down == 0, "as its seconds: %+v", r.Sum().Times)
		})
	}
}

// Lines that were lost may have said that the maintenance ended.
func TestWhatWasLostOfAMaintenanceIsFollowedByWhetherItGoesOn(t *testing.T) {
	for name, ended := range map[string]bool{"goes on": false, "ended": true} {
		t.Run(name, func(t *testing.T) {
			s := newStory()
			s.succeed(false)
			s.maintain(true)
			for range 3 {
				s.pass(5 * time.Second)
				s.fail(monitor.Refused)
			}
			changes, lost := s.output.Changes, s.now.Wall
			if s.pass(time.Minute); ended {
				s.maintain(false)
			}
			changes = append(append(changes, Change{At: s.now.Wall, What: Lost, Since: lost}), s.recorder.state(s.now)...)
			r := Range{To: s.now.Wall.Unix(), Step: minute, Changes: changes}
			outages := r.Outages()
			require.Len(t, outages, 1)
			require.Equal(t, !ended, outages[0].Maintained)
		})
	}
}
