package stableroute

import (
	"context"
	"crypto/tls"
	"errors"
	"net/http/httptrace"
	"sync"
	"time"

	"routerwatch/monitor"
)

// Probe polls once, as [Client.Poll] does, and tells how far it came. A
// reading of a probe has its At and Latency set.
func (c *Client) Probe(ctx context.Context) monitor.Probe {
	t := &probing{since: time.Now()}
	began := t.since
	reading, err := c.Poll(httptrace.WithClientTrace(ctx, t.trace()))
	probe := monitor.Probe{Steps: t.end(err == nil)}
	if err == nil {
		reading.At = time.Now().Round(0)
		reading.Latency = time.Since(began)
		probe.Reading = reading
		return probe
	}
	if failure, ok := errors.AsType[*monitor.Failure](err); ok {
		probe.Failure = *failure
	} else { // cancelled: whoever did it does not look at this any more
		probe.Failure = monitor.Failure{Kind: monitor.TimedOut, Layer: monitor.LayerHTTP}
	}
	probe.Failure.Cause = nil
	return probe
}

// probing collects the steps. The transport reports from its own goroutines,
// possibly after the poll has ended.
type probing struct {
	mu    sync.Mutex
	since time.Time
	steps []monitor.ProbeStep
	over  bool
}

func (t *probing) trace() *httptrace.ClientTrace {
	return &httptrace.ClientTrace{
		DNSDone: func(info httptrace.DNSDoneInfo) {
			var addresses []string
			for _, address := range info.Addrs {
				addresses = append(addresses, address.String())
			}
			t.step(info.Err, monitor.ProbeStep{Layer: monitor.LayerDNS, Addresses: addresses})
		},
		ConnectDone: func(_, address string, err error) {
			t.step(err, monitor.ProbeStep{Layer: monitor.LayerTCP, Addresses: []string{address}})
		},
		TLSHandshakeDone: func(state tls.ConnectionState, err error) {
			step := monitor.ProbeStep{Layer: monitor.LayerTLS}
			if len(state.PeerCertificates) > 0 {
				step.Expires = state.PeerCertificates[0].NotAfter
			}
			t.step(err, step)
		},
		GotFirstResponseByte: func() { t.step(nil, monitor.ProbeStep{Layer: monitor.LayerHTTP}) },
	}
}

// step notes a layer that was got through.
func (t *probing) step(err error, step monitor.ProbeStep) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if err != nil || t.over {
		return
	}
	now := time.Now()
	step.Took, t.since = now.Sub(t.since), now
	t.steps = append(t.steps, step)
}

// end gives the steps, with that of the answer where it was a good one.
func (t *probing) end(well bool) []monitor.ProbeStep {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.over = true
	if well {
		t.steps = append(t.steps, monitor.ProbeStep{Layer: monitor.LayerAnswer, Took: time.Since(t.since)})
	}
	return t.steps
}
