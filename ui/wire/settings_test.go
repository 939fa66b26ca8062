package wire_test

import (
	"bytes"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"routerwatch/monitor"
	"routerwatch/settings"
	"routerwatch/ui/wire"
)

func TestSettingsThereAndBackKeepWhatTheDialogDoesNotShow(t *testing.T) {
	s := settings.Defaults()
	s.Poll.Interval = 7 * time.Second
	s.Backoff.FirstWait = settings.Use(3 * time.Second)
	s.Routers = []settings.Router{{ID: "a", Name: "A", URL: "http://a"}, {ID: "b", Name: "B", URL: "http://b"}}
	w := wire.FromSettings(s, true)
	assert.True(t, w.AtLogin)
	assert.True(t, w.OwnWaits)
	assert.False(t, wire.FromSettings(settings.Defaults(), true).OwnWaits)
	assert.Equal(t, s, w.Over(s))

	w.Routers = append(w.Routers[1:], wire.Router{ID: "c", URL: "https://c.example"})
	w.Threshold, w.PairsChanged, w.Count = 5, true, false
	got := w.Over(s)
	assert.Equal(t, []settings.Router{
		{ID: "b", Name: "B", URL: "http://b"},
		{ID: "c", Name: settings.NameFor("https://c.example"), URL: "https://c.example"},
	}, got.Routers)
	assert.Equal(t, 5, got.Poll.Threshold)
	assert.Equal(t, 7*time.Second, got.Poll.Interval)
	assert.True(t, got.Backoff.FirstWait.Set, "the policy is the same")

	w.Policy = "rpoms"
	assert.Equal(t, settings.Backoff{Policy: "rpoms"}, w.Over(s).Backoff, "another policy, its own waits")
}

func TestAFullHistoryFitsOneLine(t *testing.T) {
	points := make([]monitor.Point, 1440)
	for i := range points {
		points[i] = monitor.Point{
			At:    time.Date(2026, 11, 29, 12, 0, i, 0, time.UTC),
			Pairs: 9_007_199_254_740_991, Latency: 30 * time.Second, Gap: i%2 == 1,
		}
	}
	line, err := wire.Marshal(wire.History{ID: "r1", Points: points})
	require.NoError(t, err)
	got, err := wire.NewReader(bytes.NewReader(line)).FromAgent()
	require.NoError(t, err)
	history, ok := got.(wire.History)
	require.True(t, ok)
	assert.Equal(t, "r1", history.ID)
	assert.Equal(t, points, history.Points)
}
