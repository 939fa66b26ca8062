package history

import (
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"routerwatch/monitor"
)

func TestAChangeIsKeptOnceWithItsNames(t *testing.T) {
	at := storyStart
	have := func(pairs int64) monitor.Snapshot {
		return monitor.Snapshot{Status: monitor.Live, Reading: monitor.Reading{Pairs: pairs, At: at}, AsOf: at}
	}
	naming, named, alone := have(6), have(6), have(6)
	naming.About.Naming = at
	named.About.Pairs = &monitor.PairsChange{At: at, From: 4, To: 6, Came: []string{"A→B", "B→A"}}
	alone.About.Pairs = &monitor.PairsChange{At: at, From: 4, To: 6}
	for name, tt := range map[string]struct {
		snapshots []monitor.Snapshot
		came      []string
	}{
		"named":            {[]monitor.Snapshot{have(4), naming, named, named}, []string{"A→B", "B→A"}},
		"given up":         {[]monitor.Snapshot{have(4), naming, naming, alone}, nil},
		"never asked":      {[]monitor.Snapshot{have(4), have(6), have(6)}, nil},
		"named in passing": {[]monitor.Snapshot{have(4), named}, []string{"A→B", "B→A"}},
	} {
		t.Run(name, func(t *testing.T) {
			var all []Change
			for i, s := range tt.snapshots[1:] {
				all = append(all, news(tt.snapshots[i], s)...)
			}
			require.Len(t, all, 1)
			assert.Equal(t, PairsChanged, all[0].What)
			assert.EqualValues(t, 4, *all[0].From)
			assert.EqualValues(t, 6, *all[0].To)
			assert.Equal(t, tt.came, all[0].Came)
		})
	}
}

func TestRestartsAndBuildsAreKept(t *testing.T) {
	before := monitor.Snapshot{Status: monitor.Live, AsOf: storyStart}
	after := before
	after.About = monitor.About{Started: storyStart, Restarted: storyStart, Build: "0.2.0", NewBuild: storyStart.Add(time.Second)}
	assert.Equal(t, []Change{
		{At: storyStart, What: Restarted, Since: storyStart},
		{At: storyStart, What: NewBuild, Build: "0.2.0"},
	}, news(before, after))
	assert.Empty(t, news(after, after))
}

func TestLostPairsAndTheirEndAreKept(t *testing.T) {
	at := func(seconds int) time.Time { return storyStart.Add(time.Duration(seconds) * time.Second) }
	read := func(seconds int, pairs int64) monitor.Snapshot {
		return monitor.Snapshot{Status: monitor.Live, Reading: monitor.Reading{Pairs: pairs, At: at(seconds)}, AsOf: at(seconds)}
	}
	lost := func(seconds int, pairs int64) monitor.Snapshot {
		s := read(seconds, pairs)
		s.LostPairs = monitor.LostPairs{From: 4, Since: at(0)}
		return s
	}
	acknowledged := read(5, 0)
	acknowledged.AsOf = at(7)
	restored := monitor.Snapshot{Status: monitor.Connecting, LostPairs: monitor.LostPairs{From: 4, Since: at(0)}, AsOf: at(9)}
	only := func(before, after monitor.Snapshot) (kept []Change) {
		for _, c := range news(before, after) {
			if c.What == LostPairs || c.What == LostPairsEnd {
				kept = append(kept, c)
			}
		}
		return kept
	}
	assert.Equal(t, []Change{{At: at(5), What: LostPairs, Since: at(0), From: new(int64(4)), To: new(int64(0))}}, only(read(0, 4), lost(5, 0)))
	assert.Empty(t, only(lost(5, 0), lost(10, 1)))
	assert.Equal(t, []Change{{At: at(10), What: LostPairsEnd, To: new(int64(4)), Why: WhyBack}}, only(lost(5, 0), read(10, 4)))
	assert.Equal(t, []Change{{At: at(7), What: LostPairsEnd, To: new(int64(0)), Why: WhyAcknowledged}}, only(lost(5, 0), acknowledged))
	assert.Empty(t, only(monitor.Snapshot{}, restored), "it was kept by the watch before")
	assert.Empty(t, only(restored, lost(10, 0)))
	inOutage := restored
	inOutage.Reading = monitor.Reading{Pairs: 0, At: at(5)}
	assert.Empty(t, only(monitor.Snapshot{}, inOutage), "nor again with the reading of the watch before")
	for name, before := range map[string]monitor.Snapshot{"no reading": restored, "a restored reading": inOutage} {
		after := before
		after.LostPairs, after.AsOf = monitor.LostPairs{}, at(11)
		want := Change{At: at(11), What: LostPairsEnd, Why: WhyAcknowledged}
		if before.Reading.Known() {
			want.To = new(int64(0))
		}
		assert.Equal(t, []Change{want}, only(before, after), "acknowledged before the first poll: %s", name)
	}
}
