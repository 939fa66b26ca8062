package monitor

import (
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
)

func TestAnAcknowledgedOutageIsThatOneAlone(t *testing.T) {
	noon := time.Date(2026, 11, 30, 12, 0, 0, 0, time.UTC)
	down := Snapshot{Status: Down, Outage: Outage{Since: noon}}
	silence := Silence{}.Acknowledge(down)
	assert.True(t, silence.Quiet(down).Acknowledged)
	assert.Equal(t, silence, silence.Acknowledge(down), "twice is once")

	over := Snapshot{Status: Live, Outage: Outage{Since: noon, Until: noon.Add(time.Hour)}}
	assert.Zero(t, silence.Quiet(over))
	assert.Zero(t, silence.Quiet(Snapshot{Status: Down, Outage: Outage{Since: noon.Add(2 * time.Hour)}}), "another outage")
	assert.Equal(t, Silence{}, Silence{}.Acknowledge(over), "nothing is wrong")
}

func TestWhatCountsInTheIcon(t *testing.T) {
	for name, tt := range map[string]struct {
		status Status
		quiet  Quiet
		want   bool
	}{
		"a router":                       {Down, Quiet{}, true},
		"acknowledged":                   {Down, Quiet{Acknowledged: true}, false},
		"acknowledged, and we are stuck": {Stalled, Quiet{Acknowledged: true}, true},
		"in maintenance":                 {Down, Quiet{Maintenance: true}, false},
		"muted":                          {Down, Quiet{Muted: true, MutedUntil: time.Now().Add(time.Hour)}, true},
	} {
		assert.Equal(t, tt.want, Snapshot{Status: tt.status, Quiet: tt.quiet}.InIcon(), name)
	}
}

func TestMutedEndsAtItsMoment(t *testing.T) {
	noon := time.Date(2026, 11, 30, 12, 0, 0, 0, time.UTC)
	q := Quiet{MutedUntil: noon}
	assert.True(t, q.MutedAt(noon.Add(-1)))
	assert.False(t, q.MutedAt(noon))
	assert.True(t, Quiet{Muted: true}.MutedAt(noon))
}
