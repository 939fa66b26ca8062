package cli

import (
	"context"
	"sync"
	"time"

	"routerwatch/monitor"
	"routerwatch/monitor/stableroute/simulator"
	"routerwatch/settings"
	"routerwatch/ui/wire"
)

const (
	// The scripted day takes two minutes, so its faults are short: an answer
	// that is noticeably slow, and a wait that ends within the scene.
	demoSlowness   = 4 * time.Second
	demoRetryAfter = 5 * time.Second
)

// demo is the simulated router of --demo, whose scripted day runs until close.
type demo struct {
	router  *simulator.Router
	changed chan struct{}
	leave   context.CancelFunc
	running sync.WaitGroup
}

// startDemo starts it. The caller closes it.
func startDemo() (*demo, error) {
	router, err := simulator.Start(simulator.Options{
		Pairs: simulator.At(0).Pairs, Slowness: demoSlowness, RetryAfter: demoRetryAfter,
	})
	if err != nil {
		return nil, err
	}
	ctx, leave := context.WithCancel(context.Background())
	d := &demo{router: router, changed: make(chan struct{}, 1), leave: leave}
	d.running.Go(func() { _ = router.Run(ctx, simulator.Day) }) // it ends with ctx
	d.running.Go(func() { d.follow(ctx) })
	return d, nil
}

// follow puts a token into changed at each change of the scene.
func (d *demo) follow(ctx context.Context) {
	for {
		_, change := d.router.Now()
		select {
		case d.changed <- struct{}{}:
		default:
		}
		select {
		case <-ctx.Done():
			return
		case <-change:
		}
	}
}

// Close ends the simulated router and its day. It may be called again.
func (d *demo) Close() {
	d.leave()
	d.router.Close()
	d.running.Wait()
}

func (d *demo) Router() settings.Router {
	return settings.Router{ID: "simulated", Name: "Demo router", URL: d.router.URL()}
}

// Plan forgets relapses and 429s from one day to the next: they would have the
// second hour of the demo be all outage, and polled every minute.
func (d *demo) Plan(plan monitor.Plan) monitor.Plan {
	plan.Relapse, plan.Remember = 0, 0
	return plan
}

func (d *demo) State() wire.Demo {
	scene := d.router.Scene()
	state := wire.Demo{Fault: string(scene.Fault), Paused: scene.Paused, ByHand: d.router.Manual()}
	for _, fault := range simulator.Faults() {
		state.Faults = append(state.Faults, wire.Fault{ID: string(fault.Fault), Label: fault.Words})
	}
	return state
}

func (d *demo) Changed() <-chan struct{} { return d.changed }

func (d *demo) SetFault(id string) error { return d.router.SetFault(simulator.Fault(id)) }

func (d *demo) SetPaused(paused bool) { d.router.SetPaused(paused) }

func (d *demo) PlayDay() { d.router.Resume() }
