package demo

import (
	"context"
	"log/slog"
	"math/rand/v2"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/assert"

	"routerwatch/monitor"
	"routerwatch/monitor/stableroute/simulator"
)

// scripted answers as the simulated router would at that moment of the day,
// without a socket.
type scripted struct{ start time.Time }

func (s scripted) Poll(ctx context.Context) (monitor.Reading, error) {
	scene := simulator.At(time.Since(s.start))
	switch scene.Fault {
	case simulator.Slow:
		time.Sleep(slowness)
	case simulator.RateLimit:
		return monitor.Reading{}, &monitor.Failure{Kind: monitor.TooManyRequests, Layer: monitor.LayerHTTP, RetryAfter: retryAfter}
	case simulator.None:
	default:
		return monitor.Reading{}, &monitor.Failure{Kind: monitor.Refused, Layer: monitor.LayerTCP}
	}
	return monitor.Reading{Pairs: scene.Pairs, Paused: scene.Paused}, ctx.Err()
}

// TestEveryDayOfTheDemoTellsTheWholeStory lets twenty of its days pass.
func TestEveryDayOfTheDemoTellsTheWholeStory(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		days := make([]map[monitor.Status]bool, 20)
		outages := make(map[time.Time]bool) // those that ended
		start := time.Now()
		ctx, leave := context.WithCancel(t.Context())
		done := make(chan struct{})
		watch := monitor.New(monitor.Config{
			Source: scripted{start}, Plan: (&Demo{}).Plan(monitor.DefaultPlan()),
			Random: rand.Float64, Slept: func() time.Duration { return 0 }, Log: slog.New(slog.DiscardHandler),
			Publish: func(s monitor.Snapshot) {
				if day := int(time.Since(start) / simulator.Day); day < len(days) {
					if days[day] == nil {
						days[day] = make(map[monitor.Status]bool)
					}
					days[day][s.Status] = true
				}
				if !s.Outage.Until.IsZero() {
					outages[s.Outage.Since] = true
				}
			},
		})
		go func() {
			defer close(done)
			watch.Run(ctx)
		}()
		time.Sleep(time.Duration(len(days)) * simulator.Day)
		leave()
		<-done
		for day, seen := range days {
			for _, status := range []monitor.Status{monitor.Live, monitor.Retrying, monitor.Down, monitor.Paused} {
				assert.True(t, seen[status], "day %d is never %s", day+1, status)
			}
		}
		assert.GreaterOrEqual(t, len(outages), len(days)-1, "an outage and its recovery a day")
	})
}
