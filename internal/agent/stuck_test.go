package agent

import (
	"bytes"
	"context"
	"log/slog"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"routerwatch/monitor"
	"routerwatch/settings"
)

// A monitor whose loop hangs, here in its question for the network, cannot
// tell so itself: the agent does, and polls no more in its place.
func TestAStuckLoopIsShownAndLoggedAndGoesOn(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		f := prepare(t)
		f.options.Settings = settings.Defaults()
		f.options.Settings.Routers = []settings.Router{{ID: "r1", Name: "router", URL: "http://127.0.0.1:1"}}
		var log bytes.Buffer
		f.options.Log = slog.New(slog.NewTextHandler(&log, nil))
		var hangs atomic.Bool
		held := make(chan struct{})
		f.options.Open = plainly(func(settings.Router) (monitor.Config, error) {
			return monitor.Config{Source: f, Router: monitor.Router{URL: "http://127.0.0.1:1"}, Online: func(context.Context) bool {
				if hangs.Load() {
					<-held
				}
				return true
			}}, nil
		})
		f.run()
		synctest.Wait()
		require.Equal(t, monitor.Live, f.tray().Icon.Shape)
		require.Len(t, f.polled, 1)
		hangs.Store(true)
		plan := monitor.DefaultPlan()
		time.Sleep(plan.Interval + plan.Timeout + 10*time.Second)
		synctest.Wait()
		assert.Equal(t, monitor.Live, f.tray().Icon.Shape, "it is only late")
		time.Sleep(2 * time.Second)
		synctest.Wait()
		assert.Equal(t, monitor.Stalled, f.tray().Icon.Shape)
		time.Sleep(time.Hour)
		synctest.Wait()
		assert.Len(t, f.polled, 1, "never a second poll beside a stuck one")
		assert.Equal(t, 1, strings.Count(log.String(), "the monitor of a router is stuck"), "once")
		assert.Contains(t, log.String(), "TestAStuckLoopIsShownAndLoggedAndGoesOn.func", "with where it is stuck")

		hangs.Store(false)
		close(held)
		synctest.Wait()
		assert.Equal(t, monitor.Live, f.tray().Icon.Shape)
		assert.Len(t, f.polled, 2)
		require.NoError(t, f.end())
	})
}
