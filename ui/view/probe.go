package view

import (
	"strings"
	"time"

	"routerwatch/monitor"
)

// ProbeLine is one line of a connection test's result.
type ProbeLine struct {
	Layer string // "DNS", "TCP", …
	Good  bool
	Text  string
}

const (
	// mostAddresses and longestAddresses keep a probe's line a line.
	mostAddresses    = 3
	longestAddresses = 60
)

// RenderProbe is a test's result, layer by layer: what went well, and at the
// end what did not. The last line of a good one is the answer.
func RenderProbe(p monitor.Probe, now time.Time) []ProbeLine {
	var lines []ProbeLine
	for _, step := range p.Steps {
		if step.Layer == monitor.LayerHTTP && !p.Failure.None() && p.Failure.Layer == monitor.LayerHTTP {
			continue // it answered, but not with what was asked for: said below
		}
		lines = append(lines, ProbeLine{Layer: place(step.Layer), Good: true, Text: passed(step, p.Reading, now)})
	}
	if !p.Failure.None() {
		lines = append(lines, ProbeLine{Layer: place(p.Failure.Layer), Text: Sentence(p.Failure, now)})
	}
	return lines
}

func passed(step monitor.ProbeStep, r monitor.Reading, now time.Time) string {
	took := " in " + latency(step.Took) + "."
	addresses := step.Addresses[:min(len(step.Addresses), mostAddresses)]
	where := clean(strings.Join(addresses, ", "), longestAddresses)
	switch step.Layer {
	case monitor.LayerDNS:
		return "Found " + where + took
	case monitor.LayerTCP:
		return "Connected to " + where + took
	case monitor.LayerTLS:
		text := "Encrypted" + took
		if !step.Expires.IsZero() {
			text += " The certificate is good until " + step.Expires.In(now.Location()).Format("2 January 2006") + "."
		}
		return text
	case monitor.LayerHTTP:
		return "Answered" + took
	case monitor.LayerAnswer:
		if r.Paused {
			return "This is a router: " + pairCount(r.Pairs) + ", paused."
		}
		return "This is a router: " + pairCount(r.Pairs) + "."
	}
	return "Done" + took
}
