package view

import (
	"math"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"

	"routerwatch/monitor"
)

func TestCountdown(t *testing.T) {
	now := time.Date(2026, time.November, 29, 20, 0, 0, 0, time.UTC)
	waiting := func(left, wait time.Duration) monitor.Snapshot {
		return monitor.Snapshot{Status: monitor.Down, NextPoll: now.Add(left), Wait: wait, Timeout: 30 * time.Second}
	}
	inFlight := func(status monitor.Status, taken time.Duration) monitor.Snapshot {
		return monitor.Snapshot{Status: status, Polling: now.Add(-taken), Timeout: 30 * time.Second}
	}
	for name, c := range map[string]struct {
		snapshot monitor.Snapshot
		want     string
	}{
		"whole seconds":                {waiting(38*time.Second, time.Minute), "next try in 38 s"},
		"begun second":                 {waiting(37*time.Second+1, time.Minute), "next try in 38 s"},
		"the last moment":              {waiting(1, time.Minute), "next try in 1 s"},
		"due":                          {waiting(0, time.Minute), "checking…"},
		"overdue":                      {waiting(-time.Hour, time.Minute), "checking…"},
		"minutes":                      {waiting(4*time.Minute+38*time.Second, 5*time.Minute), "next try in 4 min 38 s"},
		"clock set back an hour":       {waiting(time.Hour+time.Second, time.Minute), "next try in 1 min"},
		"clock set back, wait unknown": {waiting(time.Hour, 0), "next try in 1 h"},
		"centuries":                    {waiting(1<<63-1, 0), "next try in 106,751 d 23 h"},
		"just sent":                    {inFlight(monitor.Down, 0), "checking…"},
		"just under two seconds":       {inFlight(monitor.Down, 2*time.Second-1), "checking…"},
		"two seconds":                  {inFlight(monitor.Down, 2*time.Second), "checking… 2 s"},
		"slow":                         {inFlight(monitor.Retrying, 17*time.Second+900*time.Millisecond), "checking… 17 s"},
		"sent in the future":           {inFlight(monitor.Down, -time.Hour), "checking…"},
		"clock set forward":            {inFlight(monitor.Down, time.Hour), "checking… 30 s"},
		"offline":                      {monitor.Snapshot{Status: monitor.Offline}, "checks the network every 2 s"},
		"the network is back":          {monitor.Snapshot{Status: monitor.Offline, NextPoll: now.Add(time.Second)}, "next try in 1 s"},
		"checking after offline":       {inFlight(monitor.Offline, time.Second), "checking…"},
		"stalled":                      {monitor.Snapshot{Status: monitor.Stalled, NextPoll: now}, ""},
		"nothing scheduled":            {monitor.Snapshot{Status: monitor.Down}, ""},
	} {
		t.Run(name, func(t *testing.T) { assert.Equal(t, c.want, Countdown(c.snapshot, now)) })
	}
}

func TestCountdownPast2038(t *testing.T) {
	now := time.Date(2038, time.January, 19, 3, 14, 7, 0, time.UTC)
	s := monitor.Snapshot{Status: monitor.Down, NextPoll: now.Add(38 * time.Second), Wait: time.Minute}
	assert.Equal(t, "next try in 38 s", Countdown(s, now))
}

// The whole wait, a tenth of a second at a time: the countdown only ever goes
// down, by one, and never reaches 0.
func TestCountdownGoesDownByOne(t *testing.T) {
	now := time.Date(2026, time.November, 29, 20, 0, 0, 0, time.UTC)
	s := monitor.Snapshot{Status: monitor.Down, NextPoll: now.Add(10 * time.Second), Wait: 10 * time.Second}
	var said []string
	for at := now; at.Before(s.NextPoll.Add(2 * time.Second)); at = at.Add(100 * time.Millisecond) {
		if text := Countdown(s, at); len(said) == 0 || said[len(said)-1] != text {
			said = append(said, text)
		}
	}
	assert.Equal(t, []string{
		"next try in 10 s", "next try in 9 s", "next try in 8 s", "next try in 7 s", "next try in 6 s",
		"next try in 5 s", "next try in 4 s", "next try in 3 s", "next try in 2 s", "next try in 1 s", "checking…",
	}, said)
}

func TestFailedChecks(t *testing.T) {
	for tries, want := range map[int]string{
		-3: "", 0: "", 1: "1 failed check", 2: "2 failed checks", 1234: "1,234 failed checks",
		math.MaxInt: group(math.MaxInt) + " failed checks",
	} {
		assert.Equal(t, want, failedChecks(monitor.Snapshot{Status: monitor.Down, Tries: tries}))
	}
}
