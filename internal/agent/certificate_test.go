package agent

import (
	"context"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"routerwatch/monitor"
	"routerwatch/settings"
)

// certified is a router with a certificate.
type certified struct {
	*fixture
	ends atomic.Pointer[time.Time]
}

func (c *certified) Poll(ctx context.Context) (monitor.Reading, error) {
	reading, err := c.fixture.Poll(ctx)
	reading.Certificate.Ends = *c.ends.Load()
	return reading, err
}

func TestACertificateThatEndsIsNotifiedOfOnceThroughARestart(t *testing.T) {
	k := &keeper{}
	ends := time.Now().AddDate(0, 0, 2).UTC()
	start := func() *certified {
		c := &certified{fixture: prepare(t)}
		c.ends.Store(&ends)
		c.options.Settings.Routers = append(c.options.Settings.Routers, settings.Router{ID: "r2", Name: "another", URL: "http://127.0.0.1:2"})
		c.options.Memory, c.options.Remember = k.Load(), k.Save
		c.options.Open = plainly(func(r settings.Router) (monitor.Config, error) {
			return monitor.Config{Source: c, Router: monitor.Router{URL: r.URL}}, nil
		})
		c.run()
		return c
	}
	first := start()
	first.eventually(func() bool { return len(first.titles()) == 2 }, "one for each router")
	assert.ElementsMatch(t, []string{"router: its certificate expires soon", "another: its certificate expires soon"}, first.titles())
	require.NoError(t, first.end())

	second := start()
	for range 6 {
		<-second.polled
	}
	renewed := ends.AddDate(0, 3, 0)
	second.ends.Store(&renewed)
	second.eventually(func() bool {
		second.surfaces.mu.Lock()
		defer second.surfaces.mu.Unlock()
		return len(second.withdrawn) == 2
	}, "taken back when renewed")
	require.NoError(t, second.end())
	assert.Empty(t, second.titles(), "it was told before the restart")
	assert.ElementsMatch(t, []string{"r1/certificate", "r2/certificate"}, second.withdrawn)
}
