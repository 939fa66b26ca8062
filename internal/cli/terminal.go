package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"slices"
	"sync"
	"time"

	"routerwatch/internal/agent"
	"routerwatch/internal/demo"
	"routerwatch/internal/secret"
	"routerwatch/monitor"
	"routerwatch/settings"
	"routerwatch/ui/view"
	"routerwatch/ui/wire"
)

// A terminal is a run of watch or check, without a display.
type terminal struct {
	configuration
	snapshots <-chan monitor.Snapshot // of every router; a slow reader delays the polls
	stop      func()
}

// startTerminal reads the configuration, prints the problems of its file, and
// polls every router until stop is called. There is a snapshot with the reason
// if a router cannot be polled. Check takes one failed poll for an outage, and one
// slow phase for a slow way.
func startTerminal(ctx context.Context, inv *Invocation, check bool) (*terminal, error) {
	c, err := configure(inv)
	if err != nil {
		return nil, err
	}
	for _, problem := range c.loaded.Problems {
		complain(problem)
	}
	plan, err := c.settings.Plan()
	if err != nil {
		return nil, err
	}
	var simulated *demo.Demo // nil for real routers
	if inv.Demo {
		if simulated, err = demo.Start(); err != nil {
			return nil, err
		}
		c.settings.Routers, plan = []settings.Router{simulated.Router()}, simulated.Plan(plan)
	}
	if len(c.settings.Routers) == 0 {
		return nil, errors.New("there is no router to watch yet: name one with --url, add one to the settings file, or try --demo")
	}
	if check {
		plan.Threshold, plan.SlowAfter, plan.Ask = 1, 1, false
	}
	ctx, leave := context.WithCancel(ctx)
	tokens := inv.tokens
	if !inv.ownRouter() {
		tokens, _, _ = secret.Load(ctx, inv.tokens, c.settings.Routers, inv.log()) // late tokens are ignored
	}
	kept := inv.terminalHistory(c, check)
	snapshots := make(chan monitor.Snapshot, 64)
	var running sync.WaitGroup
	for _, r := range c.settings.Routers {
		config := agent.Connect(r, opener(tokens, c.settings.Network), slog.New(slog.DiscardHandler)) // the printed lines say the same
		config.Router.Simulated, config.Plan = inv.Demo, plan
		config.Publish = func(s monitor.Snapshot) {
			kept.Observe(s)
			select {
			case snapshots <- s:
			case <-ctx.Done():
			}
		}
		running.Go(func() { monitor.New(config).Run(ctx) })
	}
	return &terminal{c, snapshots, func() {
		leave()
		running.Wait()
		kept.Close(historyGrace)
		simulated.Close()
	}}, nil
}

// RunWatch watches until ctx ends: a line per change, or with --json an object
// per settled poll and per change of status between polls.
func RunWatch(ctx context.Context, inv *Invocation, out io.Writer) error {
	t, err := startTerminal(ctx, inv, false)
	if err != nil {
		return err
	}
	defer t.stop()
	shown := make(map[string]monitor.Snapshot)
	for {
		select {
		case <-ctx.Done():
			return nil
		case s := <-t.snapshots:
			if shown[s.ID], err = printIfChanged(out, shown[s.ID], s, inv.WatchCommand.JSON); err != nil {
				return fmt.Errorf("the output cannot be written: %w", err)
			}
		}
	}
}

// RunCheck polls all routers once, in parallel, prints a line for each in the
// order of the settings, and returns the exit code of the worst. If not all
// could be polled or printed, that is exitMisconfigured.
func RunCheck(ctx context.Context, inv *Invocation, out io.Writer) int {
	t, err := startTerminal(ctx, inv, true)
	if err != nil {
		complain(err)
		return exitMisconfigured
	}
	defer t.stop()
	code := exitOK
	polled := make(map[string]monitor.Snapshot)
	for _, r := range t.settings.Routers {
		for polled[r.ID].ID == "" {
			select {
			case <-ctx.Done():
				return exitMisconfigured // the other routers are unknown
			case s := <-t.snapshots:
				if polled[s.ID].ID == "" && !s.InFlight() && s.Status != monitor.Connecting { // the first one counts
					polled[s.ID] = s
				}
			}
		}
		s := polled[r.ID]
		s.NextPoll, s.Wait = time.Time{}, 0 // check does not poll again
		if err := printSnapshot(out, s, inv.CheckCommand.JSON); err != nil {
			complain(fmt.Errorf("the output cannot be written: %w", err))
			return exitMisconfigured
		}
		code = worse(code, exitCodeOf(s))
	}
	if t.loaded.Incomplete() || slices.ContainsFunc(t.loaded.Problems, func(p *settings.Problem) bool { return !p.Harmless }) {
		code = worse(code, exitMisconfigured)
	}
	return code
}

// worse is the worse of two exit codes. Nothing hides that a router is down.
func worse(a, b int) int {
	if a == exitDown || b == exitDown {
		return exitDown
	}
	return max(a, b)
}

// exitCodeOf is the exit code of one router's status.
func exitCodeOf(s monitor.Snapshot) int {
	switch {
	case s.Failure.Kind == monitor.NotSetUp, s.Status == monitor.Offline:
		return exitMisconfigured
	case s.Status == monitor.Live:
		return exitOK
	case s.Status == monitor.Paused, s.Status == monitor.Throttled:
		return exitPaused
	}
	return exitDown
}

// printIfChanged prints s if it differs enough from before: with JSON at each
// settled poll and each change of status without one, else what [view.LineAfter]
// says. It returns the snapshot to compare the next one with.
func printIfChanged(out io.Writer, before, s monitor.Snapshot, json bool) (monitor.Snapshot, error) {
	if json {
		settled := s.Reading.At != before.Reading.At || s.Tries > before.Tries
		if settled || s.Status != before.Status && s.Status != monitor.Connecting {
			return s, printSnapshot(out, s, true)
		}
		return s, nil
	}
	line := view.LineAfter(before, s, time.Now())
	if line == "" {
		return before, nil
	}
	return s, printLine(out, line)
}

// printSnapshot prints s as a line of text, as of its own time, or as a JSON object.
func printSnapshot(out io.Writer, s monitor.Snapshot, json bool) error {
	if !json {
		return printLine(out, view.Line(s, s.AsOf))
	}
	line, err := wire.Marshal(s)
	if err == nil {
		_, err = out.Write(line)
	}
	return err
}

func printLine(out io.Writer, line string) error {
	_, err := fmt.Fprintln(out, line)
	return err
}
