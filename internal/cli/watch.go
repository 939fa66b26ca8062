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
	"routerwatch/settings"
	"routerwatch/ui/view"
	"routerwatch/ui/wire"
)

// watchInTerminal watches until ctx ends: a line per change, or with --json an
// object per settled poll.
func watchInTerminal(ctx context.Context, inv *invocation, out io.Writer, log *slog.Logger) error {
	c, err := configure(inv)
	if err != nil {
		return err
	}
	for _, problem := range c.problems {
		complain(errors.New(problem))
	}
	routers, simulated, err := routersOf(inv, c)
	if err != nil {
		return err
	}
	if simulated != nil {
		defer simulated.Close()
	}
	plan, err := c.settings.Plan()
	if err != nil {
		return err
	}
	if simulated != nil {
		plan = simulated.Plan(plan)
	}
	ctx, leave := context.WithCancel(ctx)
	snapshots := make(chan monitor.Snapshot, 64)
	fleet := &agent.Fleet{
		Open: opener(inv.tokenOf(ctx, c, log), c.settings.Network), Simulated: simulated != nil,
		Log: slog.New(slog.DiscardHandler), // the lines say it
		Publish: func(s monitor.Snapshot) {
			select {
			case snapshots <- s: // a terminal that does not keep up slows the polls
			case <-ctx.Done():
			}
		},
	}
	defer fleet.Close()
	defer leave() // a monitor may be waiting for this reader
	for _, r := range routers {
		fleet.Start(ctx, r, plan, monitor.Restored{}) // one that cannot be asked says why
	}
	before := make(map[string]monitor.Snapshot)
	for {
		select {
		case <-ctx.Done():
			return nil
		case s := <-snapshots:
			if err := printNews(out, before[s.ID], s, inv.json); err != nil {
				return fmt.Errorf("the output cannot be written: %w", err)
			}
			before[s.ID] = s
		}
	}
}

// routersOf are the routers to watch: those of the configuration, or the
// simulated one, which the caller closes.
func routersOf(inv *invocation, c configuration) ([]settings.Router, *demo, error) {
	if inv.demo {
		d, err := startDemo()
		if err != nil {
			return nil, nil, err
		}
		return []settings.Router{d.Router()}, d, nil
	}
	if len(c.settings.Routers) == 0 {
		return nil, nil, errNoRouter
	}
	return c.settings.Routers, nil, nil
}

// printNews prints s if it is news after before: with JSON each settled poll
// and each change of status that came without one, else each change.
func printNews(out io.Writer, before, s monitor.Snapshot, json bool) error {
	settled := s.Reading.At != before.Reading.At || s.Tries > before.Tries
	restated := s.Status != before.Status && s.Status != monitor.Connecting
	changed := s.Status != before.Status || s.Failure.Kind != before.Failure.Kind ||
		s.Reading.Pairs != before.Reading.Pairs || s.Outage != before.Outage
	if !settled && !restated || !json && !changed {
		return nil
	}
	return printSnapshot(out, s, json)
}

// printSnapshot prints s as a line of text or as a JSON object.
func printSnapshot(out io.Writer, s monitor.Snapshot, json bool) error {
	if json {
		line, err := wire.Marshal(s)
		if err == nil {
			_, err = out.Write(line)
		}
		return err
	}
	_, err := fmt.Fprintln(out, view.Line(s, time.Now()))
	return err
}
