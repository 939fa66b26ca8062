package demo

import (
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"routerwatch/history"
	"routerwatch/monitor"
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
	came, went := map[string]int{}, map[string]int{}
	for _, c := range r.Changes {
		if c.What == history.PairsChanged {
			assert.EqualValues(t, *c.To-*c.From, len(c.Came)-len(c.Went))
			for _, name := range c.Came {
				came[name]++
			}
			for _, name := range c.Went {
				went[name]++
			}
		}
	}
	assert.Greater(t, len(came), 2, "pairs come by name")
	assert.Greater(t, len(went), 2, "and go")
	hours, err := history.Read(folder, "r1", now.AddDate(0, 0, -1), now)
	require.NoError(t, err)
	assert.Equal(t, int64(60), hours.Step)
	assert.Greater(t, hours.Sum().Coverage(), 0.99)
}

// The made-up past goes on with what the simulated router does now, and is removed with
// the demo.
func TestTheDemosHistoryGoesOn(t *testing.T) {
	began := time.Now()
	d, err := Start()
	require.NoError(t, err)
	folder, router := d.History(), d.Router()
	live := monitor.Snapshot{Router: monitor.Router{ID: router.ID, Name: router.Name, URL: router.URL, Simulated: true}, Status: monitor.Live}
	require.Eventually(t, func() bool {
		live.AsOf = time.Now()
		d.Observe(live)
		r, err := history.Read(folder, router.ID, began.AddDate(0, 0, -1), time.Now())
		last := history.Change{}
		if len(r.Changes) > 0 {
			last = r.Changes[len(r.Changes)-1]
		}
		return err == nil && last.What == history.Status && last.Status == monitor.Live && last.At.After(began.Add(-time.Second)) && r.Sum().Up > 3600
	}, 2*time.Minute, 20*time.Millisecond)
	d.Close()
	assert.NoDirExists(t, folder)
}
