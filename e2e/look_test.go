//go:build linux

package e2e

import (
	"testing"
	"time"

	"github.com/stretchr/testify/assert"

	"routerwatch/monitor/stableroute/simulator"
)

// lookAge is how old the last poll must be for a look to make one.
const lookAge = 30 * time.Second

func TestLookingPollsAtMostOnceInHalfAMinute(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name string
		look func(*desktop, trayItem)
	}{
		{"at the menu", func(_ *desktop, item trayItem) { item.event(0, "opened") }},
		{"at the window, opened by a click", func(d *desktop, item trayItem) {
			item.click(left)
			d.close(d.window("2 routers: "))
			d.noWindow()
		}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			router := startRouter(t, simulator.Options{Pairs: 4})
			busy := startRouter(t, simulator.Options{Fault: simulator.RateLimit, RetryAfter: 10 * time.Minute})
			d := startDesktop(t)
			d.configure(routerTable("fra", "Frankfurt", router) + routerTable("sin", "Singapore", busy) + onceAnHour)
			d.start("--minimized")
			item := d.trayItem()
			item.shows("2 routers: 1 throttled, 1 live")
			polled := func(times int) func() bool {
				return func() bool { return router.Total() != times || busy.Total() != 1 }
			}

			test.look(d, item)
			never(t, 2*time.Second, "a poll that is recent is not repeated", polled(1))
			time.Sleep(time.Until(router.Requests()[0].At.Add(lookAge + time.Second)))
			assert.Equal(t, 1, router.Total(), "time alone polls nothing")

			test.look(d, item)
			await(t, "a poll", func() (int, bool) { return router.Total(), router.Total() == 2 })
			test.look(d, item)
			never(t, 2*time.Second, "once, and not where the router asked to wait", polled(2))
		})
	}
}
