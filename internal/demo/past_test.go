package demo

import (
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"routerwatch/history"
	"routerwatch/settings"
)

func TestDemoHasAQuarterOfAYearBehindIt(t *testing.T) {
	folder, now := t.TempDir(), time.Date(2026, time.November, 29, 20, 0, 0, 0, time.UTC)
	require.NoError(t, writePast(folder, settings.Router{ID: "r1", Name: "Demo", URL: "http://127.0.0.1:1"}, now))
	r, err := history.Read(folder, "r1", now.AddDate(0, 0, -pastDays), now)
	require.NoError(t, err)
	assert.Zero(t, r.Damaged)
	assert.InDelta(t, 134*3600, r.Sum().Unwatched, 3*3600+900, "three absences, and two hours offline")
	outages := 0
	for _, s := range scenes() {
		if s.status == "down" {
			outages++
		}
	}
	assert.Len(t, r.Outages(), outages)
	for _, o := range r.Outages() {
		assert.True(t, o.Notified)
		assert.False(t, o.Until.IsZero())
	}
	hours, err := history.Read(folder, "r1", now.AddDate(0, 0, -1), now)
	require.NoError(t, err)
	assert.Equal(t, int64(60), hours.Step)
	assert.Greater(t, hours.Sum().Coverage(), 0.99)
}
