package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"time"

	"routerwatch/internal/agent"
	"routerwatch/monitor"
)

// checkOnce polls every router once, at the same time, prints a line for each
// in their order and returns the exit code of the worst. Where it could not ask
// or tell of all of them, that is exitWrongSetUp.
func checkOnce(ctx context.Context, inv *invocation, out io.Writer, log *slog.Logger) int {
	c, err := configure(inv)
	if err != nil {
		complain(err)
		return exitWrongSetUp
	}
	code := exitOK
	for _, problem := range c.problems {
		complain(errors.New(problem))
	}
	if c.wrong {
		code = exitWrongSetUp
	}
	routers, simulated, err := routersOf(inv, c)
	if err != nil {
		complain(err)
		return exitWrongSetUp
	}
	if simulated != nil {
		defer simulated.Close()
	}
	plan, err := c.settings.Plan()
	if err != nil {
		complain(err)
		return exitWrongSetUp
	}
	plan.Threshold = 1 // there is only this one poll

	settled := make(map[string]chan monitor.Snapshot)
	for _, r := range routers {
		settled[r.ID] = make(chan monitor.Snapshot, 1)
	}
	fleet := &agent.Fleet{
		Open: opener(inv.tokenOf(ctx, c, log), c.settings.Network), Simulated: simulated != nil, Log: slog.New(slog.DiscardHandler),
		Publish: func(s monitor.Snapshot) {
			if s.InFlight() || s.Status == monitor.Connecting {
				return
			}
			select {
			case settled[s.ID] <- s:
			default: // the first one counts
			}
		},
	}
	defer fleet.Close()
	for _, r := range routers {
		fleet.Start(ctx, r, plan, monitor.Restored{}) // one that cannot be asked says why
	}
	for _, r := range routers {
		select {
		case <-ctx.Done():
			return exitWrongSetUp // nothing is known of the rest
		case s := <-settled[r.ID]:
			s.NextPoll, s.Wait = time.Time{}, 0 // there is none
			if err := printSnapshot(out, s, inv.json); err != nil {
				complain(fmt.Errorf("the output cannot be written: %w", err))
				return exitWrongSetUp
			}
			code = max(code, checkCode(s))
		}
	}
	return code
}

// checkCode is the exit code of one router's status.
func checkCode(s monitor.Snapshot) int {
	if s.Failure.Kind == monitor.NotSetUp {
		return exitWrongSetUp
	}
	switch s.Status {
	case monitor.Live:
		return exitOK
	case monitor.Paused, monitor.Throttled:
		return 1
	case monitor.Offline:
		return exitWrongSetUp
	}
	return 2
}
