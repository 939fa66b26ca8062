package view_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/assert"

	"routerwatch/monitor"
	"routerwatch/ui/view"
	"routerwatch/ui/view/viewtest"
)

func TestAProbeIsShownLayerByLayer(t *testing.T) {
	now := viewtest.Now()
	good := monitor.Probe{
		Proxy: monitor.Proxy{Address: "http://proxy.example.org:3128", From: "HTTPS_PROXY"},
		Steps: []monitor.ProbeStep{
			{Layer: monitor.LayerDNS, Took: 12 * time.Millisecond, Addresses: []string{"192.0.2.1", "192.0.2.2", "192.0.2.3", "192.0.2.4"}},
			{Layer: monitor.LayerTCP, Took: 20 * time.Millisecond, Addresses: []string{"192.0.2.1:443"}},
			{Layer: monitor.LayerTLS, Took: 30 * time.Millisecond, Expires: now.AddDate(0, 1, 0)},
			{Layer: monitor.LayerHTTP, Took: 40 * time.Millisecond},
			{Layer: monitor.LayerAnswer},
		},
		Reading: monitor.Reading{Pairs: 1, Paused: true, At: now},
	}
	assert.Equal(t, []view.ProbeLine{
		{"Proxy", true, "http://proxy.example.org:3128, from HTTPS_PROXY."},
		{"DNS", true, "Found 192.0.2.1, 192.0.2.2, 192.0.2.3 in 12 ms."},
		{"TCP", true, "Connected to 192.0.2.1:443 in 20 ms."},
		{"TLS", true, "Encrypted in 30 ms. The certificate is good until 29 December 2026."},
		{"HTTP", true, "Answered in 40 ms."},
		{"Answer", true, "This is a router: 1 pair, paused."},
	}, view.RenderProbe(good, now))

	refused := monitor.Probe{Steps: good.Steps[:1], Failure: monitor.Example(monitor.Refused)}
	lines := view.RenderProbe(refused, now)
	assert.Len(t, lines, 3)
	assert.Equal(t, view.ProbeLine{"Proxy", true, "none."}, lines[0])
	assert.Equal(t, view.ProbeLine{"TCP", false, view.FailureSentence(refused.Failure, now)}, lines[2])

	wrong := monitor.Probe{Steps: good.Steps[:4], Failure: monitor.Example(monitor.NoStatsHere)}
	lines = view.RenderProbe(wrong, now)
	assert.Len(t, lines, 5, "one line for HTTP, not two that disagree")
	assert.False(t, lines[4].Good)
}

func TestAProbeNamesEachAddress(t *testing.T) {
	now := viewtest.Now()
	attempt := func(address string, took time.Duration, failed monitor.Kind) monitor.ProbeStep {
		return monitor.ProbeStep{Layer: monitor.LayerTCP, Took: took, Addresses: []string{address}, Failed: failed}
	}
	several := monitor.Probe{
		Steps: []monitor.ProbeStep{
			{Layer: monitor.LayerDNS, Took: 10 * time.Second, Addresses: []string{"192.0.2.1", "2001:db8::2"}},
			attempt("192.0.2.1:443", 3*time.Second, monitor.TimedOut),
			attempt("[2001:db8::2]:443", 0, monitor.Unreachable),
			attempt("192.0.2.3:443", time.Millisecond, monitor.Refused),
			attempt("192.0.2.4:443", time.Millisecond, monitor.Reset),
			attempt("192.0.2.5:443", 260*time.Millisecond, ""),
			{Layer: monitor.LayerTLS, Took: 10 * time.Second, Addresses: []string{"192.0.2.5:443"}, Failed: monitor.TimedOut},
			{Layer: monitor.LayerTLS, Took: 4 * time.Millisecond, Addresses: []string{"192.0.2.5:443"}, Failed: monitor.Reset},
		},
		Failure: monitor.Example(monitor.RouterError),
	}
	assert.Equal(t, []view.ProbeLine{
		{"DNS", true, "Found 192.0.2.1, 2001:db8::2 in 10.0 s, which is slow."},
		{"TCP", false, "192.0.2.1:443 did not answer in 3,000 ms."},
		{"TCP", false, "There is no route to [2001:db8::2]:443."},
		{"TCP", false, "192.0.2.3:443 refused the connection."},
		{"TCP", false, "192.0.2.4:443 broke off the connection."},
		{"TCP", true, "Connected to 192.0.2.5:443 in 260 ms."},
		{"TLS", false, "The first handshake with 192.0.2.5:443 got no answer in 10.0 s; a smaller one was tried, since some firewalls lose large ones."},
		{"TLS", false, "The first handshake with 192.0.2.5:443 was broken off in 4 ms; a smaller one was tried, since some firewalls lose large ones."},
		{"HTTP", false, view.FailureSentence(several.Failure, now)},
	}, view.RenderProbe(several, now)[1:])

	refused := monitor.Probe{
		Steps:   []monitor.ProbeStep{attempt("192.0.2.1:443", time.Millisecond, monitor.Refused)},
		Failure: monitor.Example(monitor.Refused),
	}
	assert.Len(t, view.RenderProbe(refused, now)[1:], 1, "one line for the only address")
	refused.Steps = append(refused.Steps, attempt("192.0.2.2:443", 0, monitor.TimedOut))
	assert.Equal(t, "192.0.2.2:443 did not answer.", view.RenderProbe(refused, now)[2].Text)
}

func TestAFailureNamesTheSilentAddresses(t *testing.T) {
	timedOut := monitor.Failure{Kind: monitor.TimedOut, Layer: monitor.LayerTCP, Host: "router.example.org:443", Limit: 30 * time.Second}
	for silent, want := range map[string]string{
		"":                     "No connection to router.example.org:443 within 30 s: the router, or your network's way to it, is blocked.",
		"192.0.2.1":            "No connection to router.example.org:443 within 30 s: the router, or your network's way to it, is blocked.",
		"192.0.2.1, 192.0.2.2": "No connection to router.example.org:443 within 30 s, at none of its addresses (192.0.2.1, 192.0.2.2): the router, or your network's way to it, is blocked.",
	} {
		timedOut.Silent = silent
		assert.Equal(t, want, view.FailureSentence(timedOut, viewtest.Now()))
	}
	refused := monitor.Example(monitor.Refused)
	refused.Silent = "192.0.2.2"
	assert.Equal(t, "The router at router.example.org:8443 refused the connection and did not answer at 192.0.2.2: it is probably not running.",
		view.FailureSentence(refused, viewtest.Now()))
}

func TestThePathIsForTheDiagnostics(t *testing.T) {
	r := monitor.Reading{
		At: viewtest.Now(), Latency: 37 * time.Millisecond,
		Path: monitor.Path{
			Phases: monitor.Phases{
				monitor.Lookup: 10 * time.Second, monitor.Connect: 260 * time.Millisecond,
				monitor.Handshake: 45 * time.Millisecond, monitor.Body: time.Microsecond,
			},
			PassedOver: "192.0.2.1", SmallHello: true,
		},
	}
	assert.Equal(t, "name lookup 10.0 s, connecting 260 ms (192.0.2.1 did not connect in time), "+
		"TLS handshake 45 ms (a small one: the usual one was lost, perhaps by a firewall that drops large packets), "+
		"first byte 37 ms, body under 1 ms", view.Path(r))
	assert.Empty(t, view.Path(monitor.Reading{}))
}

func TestSeveralSlowPhasesAreOneSentence(t *testing.T) {
	s := monitor.Snapshot{Status: monitor.Live, Reading: monitor.Reading{At: viewtest.Now()}, Slow: monitor.Phases{
		monitor.Lookup: 10 * time.Second, monitor.Connect: 2500 * time.Millisecond, monitor.Handshake: 3 * time.Second,
	}}
	assert.Equal(t, "Reaching the router is slow: looking up its name takes 10 s, connecting 2 s, encrypting the connection 3 s.",
		view.Render(s, viewtest.Now()).Note)
	s.Slow[monitor.Lookup] = 0
	assert.Equal(t, "Reaching the router is slow: connecting takes 2 s, encrypting the connection 3 s.", view.Render(s, viewtest.Now()).Note)
	assert.Contains(t, view.Line(s, viewtest.Now()), ". Reaching the router is slow")
	s.Status = monitor.Paused
	assert.Contains(t, view.Line(s, viewtest.Now()), ". Reaching the router is slow")
}
