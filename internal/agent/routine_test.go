package agent

import (
	"fmt"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"routerwatch/monitor"
	"routerwatch/settings"
)

// The tray of ten healthy routers is updated about as often as that of one, whether
// they are polled together or one after another, and at once when it says something new.
func TestPollsOfHealthyRoutersUpdateTheTrayOnceInAnInterval(t *testing.T) {
	for _, apart := range []time.Duration{time.Millisecond, 450 * time.Millisecond} {
		t.Run(apart.String(), func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				f := prepare(t)
				sources := map[string]*pairSource{}
				f.options.Settings.Routers, f.options.Settings.Poll.Interval = nil, 5*time.Second
				for i := range 10 {
					id := fmt.Sprintf("r%d", i)
					f.options.Settings.Routers = append(f.options.Settings.Routers, settings.Router{ID: id, Name: id, URL: "http://127.0.0.1:1"})
					sources[id] = &pairSource{latency: time.Duration(i) * apart}
					sources[id].pairs.Store(4)
				}
				f.options.Open = plainly(func(r settings.Router) (monitor.Config, error) {
					return sources[r.ID].open(r)
				})
				f.run()
				time.Sleep(time.Minute)
				before := len(f.trays())
				time.Sleep(time.Minute)
				updates := len(f.trays()) - before
				assert.GreaterOrEqual(t, updates, 4, "the times are updated")
				assert.LessOrEqual(t, updates, 15, "a hundred polls and more")

				sources["r9"].pairs.Store(7)
				time.Sleep(5*time.Second + 2*sources["r9"].latency)
				synctest.Wait()
				assert.Contains(t, f.tray().Tooltip, "43 pairs")
				require.NoError(t, f.end())
			})
		})
	}
}
