package monitor

import (
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
)

func TestLostPairs(t *testing.T) {
	noon := time.Date(2026, 11, 30, 12, 0, 0, 0, time.UTC)
	type step struct {
		minutes float64 // since noon
		pairs   int64   // -1 for an acknowledgement
		from    int64   // of the mark; 0 for none
		until   float64 // minutes since noon
	}
	for name, tt := range map[string]struct {
		known Restored
		share int
		steps []step
	}{
		"a new router with none":                      {share: 50, steps: []step{{0, 0, 0, 0}, {1, 0, 0, 0}}},
		"all in one reading":                          {share: 50, steps: []step{{0, 4, 0, 0}, {1, 0, 4, 0}, {2, 0, 4, 0}}},
		"the only one":                                {share: 100, steps: []step{{0, 1, 0, 0}, {1, 0, 1, 0}}},
		"the share itself is none":                    {share: 50, steps: []step{{0, 4, 0, 0}, {1, 2, 0, 0}}},
		"more than the share":                         {share: 50, steps: []step{{0, 4, 0, 0}, {1, 1, 4, 0}}},
		"another share":                               {share: 10, steps: []step{{0, 20, 0, 0}, {1, 18, 0, 0}, {2, 17, 20, 0}}},
		"all is above every share":                    {share: 100, steps: []step{{0, 40, 0, 0}, {1, 1, 0, 0}, {2, 0, 40, 0}}},
		"slowly, within an hour":                      {share: 50, steps: []step{{0, 9, 0, 0}, {20, 7, 0, 0}, {40, 5, 0, 0}, {60, 4, 9, 0}}},
		"slowly, over more than an hour":              {share: 50, steps: []step{{0, 9, 0, 0}, {20, 7, 0, 0}, {40, 5, 0, 0}, {61, 4, 0, 0}}},
		"since the last reading, however old":         {share: 50, steps: []step{{0, 9, 0, 0}, {600, 4, 9, 0}}},
		"back above the share":                        {share: 50, steps: []step{{0, 9, 0, 0}, {1, 0, 9, 0}, {2, 4, 9, 0}, {3, 5, 0, 0}, {4, 5, 0, 0}}},
		"acknowledged":                                {share: 50, steps: []step{{0, 9, 0, 0}, {1, 0, 9, 0}, {2, -1, 0, 0}, {3, 0, 0, 0}}},
		"acknowledged, and more lost":                 {share: 50, steps: []step{{0, 9, 0, 0}, {1, 3, 9, 0}, {2, -1, 0, 0}, {3, 3, 0, 0}, {4, 0, 3, 3}}},
		"until it last had them":                      {share: 50, steps: []step{{0, 4, 0, 0}, {30, 4, 0, 0}, {31, 0, 4, 30}}},
		"a clock that was set back":                   {share: 50, steps: []step{{0, 4, 0, 0}, {-600, 4, 0, 0}, {-599, 0, 4, -600}}},
		"marked before a restart":                     {Restored{LostPairs: LostPairs{4, noon.Add(-time.Hour)}, Pairs: Counted(0)}, 50, []step{{0, 0, 4, -60}, {1, 4, 0, 0}}},
		"lost while the program did not run":          {Restored{Pairs: Counted(4)}, 50, []step{{0, 0, 4, 0}}},
		"acknowledged before the first poll":          {Restored{LostPairs: LostPairs{4, noon}, Pairs: Counted(0)}, 50, []step{{0, -1, 0, 0}, {1, 0, 0, 0}}},
		"a huge count, and nearly all of it is left":  {share: 50, steps: []step{{0, 1 << 62, 0, 0}, {1, 1<<62 - 1, 0, 0}}},
		"a huge count, and hardly any of it is left ": {share: 50, steps: []step{{0, 1 << 62, 0, 0}, {1, 1 << 60, 1 << 62, 0}}},
	} {
		t.Run(name, func(t *testing.T) {
			plan := DefaultPlan()
			plan.LostShare = tt.share
			s := begin(plan, tt.known)
			at := func(minutes float64) time.Time { return noon.Add(time.Duration(minutes * float64(time.Minute))) }
			for i, step := range tt.steps {
				if step.pairs < 0 {
					s = s.acknowledge()
				} else {
					s = s.send(at(step.minutes), false).succeed(plan, Reading{Pairs: step.pairs}, at(step.minutes))
				}
				want := LostPairs{From: step.from}
				if step.from > 0 {
					want.Since = at(step.until)
				}
				assert.Equal(t, want, s.LostPairs, "step %d", i)
			}
		})
	}
}

func TestARouterHadPairsOnceItWasSeenWithSome(t *testing.T) {
	now := time.Now()
	read := func(s state, pairs int64) state { return s.succeed(DefaultPlan(), Reading{Pairs: pairs}, now) }
	fresh := read(begin(DefaultPlan(), Restored{}), 0)
	assert.False(t, fresh.HadPairs)
	assert.True(t, read(read(fresh, 4), 0).acknowledge().HadPairs)
	assert.True(t, read(begin(DefaultPlan(), Restored{HadPairs: true}), 0).HadPairs)
}

func TestLostPairsAreWorseThanAPauseAndNoTrouble(t *testing.T) {
	lost := LostPairs{From: 4}
	order := []Snapshot{
		{Status: "unheard of"},
		{Status: Down},
		{Status: Stalled},
		{Status: Offline},
		{Status: Throttled},
		{Status: Retrying},
		{Status: Live, LostPairs: lost},
		{Status: Paused},
		{Status: Connecting},
		{Status: Live},
	}
	for i, s := range order[1:] {
		assert.Less(t, s.Severity(), order[i].Severity(), "%v", s.Status)
	}
	assert.Equal(t, order[6].Severity(), Snapshot{Status: Paused, LostPairs: lost}.Severity())
	assert.Equal(t, order[1].Severity(), Snapshot{Status: Down, LostPairs: lost}.Severity())
}

func TestAReadingOfAnEarlierRunSaysNothingOfNow(t *testing.T) {
	now := time.Now().Round(0)
	old := Reading{Pairs: 4, At: now.Add(-time.Hour)}
	down := Snapshot{Status: Down, Outage: Outage{Since: now.Add(-time.Minute)}, Failure: Failure{Kind: Refused}, Reading: old}
	known := down.Restorable(Restored{})
	assert.Equal(t, old, known.Reading)

	s := begin(DefaultPlan(), known)
	assert.Equal(t, Connecting, s.status())
	assert.Equal(t, known, Snapshot{Status: s.status(), Reading: s.Reading}.Restorable(known), "nothing has settled")
	assert.False(t, new(History).Add(Snapshot{Status: s.status(), Reading: s.Reading}), "it is no point of the chart")
	failed := s.send(now, false).fail(DefaultPlan(), Failure{Kind: Refused}, now, 0)
	assert.Equal(t, Down, failed.status())
	assert.Equal(t, old, failed.Reading)
	assert.Equal(t, Live, s.send(now, false).succeed(DefaultPlan(), Reading{Pairs: 4}, now).status())
}
