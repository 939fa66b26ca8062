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
	// slowStep is how long a step may take without being called slow.
	slowStep = time.Second
	// maxAddresses and maxAddressesText (in runes) keep a step to one line.
	maxAddresses     = 3
	maxAddressesText = 60
)

// RenderProbe is the result of a connection test, layer by layer: those that
// succeeded, and the failure or, at the end of a good one, the answer.
func RenderProbe(p monitor.Probe, now time.Time) []ProbeLine {
	attempts := 0
	for _, step := range p.Steps {
		if step.Layer == monitor.LayerTCP {
			attempts++
		}
	}
	lines := []ProbeLine{{Layer: "Proxy", Good: p.Failure.Kind != monitor.ProxyFailed, Text: ProxyText(p.Proxy)}}
	for _, step := range p.Steps {
		told := step.Layer == monitor.LayerTCP && step.Failed != "" && attempts == 1
		answered := step.Layer == monitor.LayerHTTP && p.Failure.Layer == monitor.LayerHTTP
		if !p.Failure.None() && (told || answered) {
			continue // the failure, which follows below, says the same
		}
		lines = append(lines, ProbeLine{Layer: layerName(step.Layer), Good: step.Failed == "", Text: stepText(step, p.Reading, now)})
	}
	if !p.Failure.None() {
		lines = append(lines, ProbeLine{Layer: layerName(p.Failure.Layer), Text: FailureSentence(p.Failure, now)})
	}
	return lines
}

func stepText(step monitor.ProbeStep, r monitor.Reading, now time.Time) string {
	took := " in " + latency(step.Took) + when(step.Took > slowStep, ", which is slow") + "."
	addresses := step.Addresses[:min(len(step.Addresses), maxAddresses)]
	where := monitor.CleanText(strings.Join(addresses, ", "), maxAddressesText)
	if step.Failed != "" {
		return attemptText(step, where)
	}
	switch step.Layer {
	case monitor.LayerDNS:
		return "Found " + where + took
	case monitor.LayerTCP:
		return "Connected to " + where + took
	case monitor.LayerTLS:
		return "Encrypted" + took + when(!step.Expires.IsZero(), " The certificate is good until "+date(step.Expires, now)+".")
	case monitor.LayerHTTP:
		return "Answered" + took
	case monitor.LayerAnswer:
		return "This is a router: " + pairCount(r.Pairs) + when(r.Paused, ", paused") + "."
	}
	return "Done" + took
}

// attemptText is about an attempt that failed and was followed by another one.
func attemptText(step monitor.ProbeStep, where string) string {
	took := when(step.Took > 0, " in "+latency(step.Took))
	if step.Layer == monitor.LayerTLS {
		how := "was broken off" + took
		if step.Failed == monitor.TimedOut {
			how = "got no answer" + took
		}
		return "The first handshake with " + where + " " + how + "; a smaller one was tried, since some firewalls lose large ones."
	}
	switch step.Failed {
	case monitor.TimedOut:
		return where + " did not answer" + took + "."
	case monitor.Refused:
		return where + " refused the connection."
	case monitor.Reset:
		return where + " broke off the connection."
	}
	return "There is no route to " + where + "."
}

// phaseWords are the words for a slow phase of the way, followed by how long it takes.
func phaseWords() [monitor.FirstByte]string {
	return [...]string{
		monitor.Lookup:    "looking up its name",
		monitor.Connect:   "connecting",
		monitor.Handshake: "encrypting the connection",
	}
}

// slowWay is the sentence about the phases that have been slow for a while, or "".
func slowWay(slow monitor.Phases) string {
	var parts []string
	for phase, words := range phaseWords() {
		if took := slow[phase]; took > 0 {
			parts = append(parts, words+when(len(parts) == 0, " takes")+" "+Duration(took))
		}
	}
	if len(parts) == 0 {
		return ""
	}
	return "Reaching the router is slow: " + strings.Join(parts, ", ") + "."
}

// slowAnswers is the sentence about a router that has answered slowly for a while, or "".
func slowAnswers(slow monitor.Phases) string {
	took := slow[monitor.FirstByte]
	return when(took > 0, "The router answers slowly: it takes "+Duration(took)+".")
}

// stillWaiting is the sentence about a poll that takes long, unless the answers have been
// slow for a while.
func stillWaiting(s monitor.Snapshot, now time.Time) string {
	waits := healthy(s) && s.InFlight() && !pollHidden(s, now)
	return when(waits && s.Slow[monitor.FirstByte] == 0, "Still waiting for its answer.")
}

// slow follows the status of a router that is not in trouble: ", slow".
func slow(s monitor.Snapshot) string {
	return when(s.Slow != monitor.Phases{} && !troubled(s.Status), ", slow")
}

// Path is how a reading was fetched, phase by phase, for the diagnostics.
func Path(r monitor.Reading) string {
	var parts []string
	add := func(phase string, took time.Duration, remark string) {
		if took > 0 {
			parts = append(parts, phase+" "+latency(took)+remark)
		}
	}
	phases := r.Path.Phases
	passedOver := monitor.CleanText(r.Path.PassedOver, maxAddress)
	add("name lookup", phases[monitor.Lookup], "")
	add("connecting", phases[monitor.Connect], when(passedOver != "", " ("+passedOver+" did not connect in time)"))
	add("TLS handshake", phases[monitor.Handshake], when(r.Path.SmallHello, " (a small one: the usual one was lost, perhaps by a firewall that drops large packets)"))
	add("first byte", r.Latency, "")
	add("body", phases[monitor.Body], "")
	return strings.Join(parts, ", ")
}
