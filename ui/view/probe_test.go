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
		{"DNS", true, "Found 192.0.2.1, 192.0.2.2, 192.0.2.3 in 12 ms."},
		{"TCP", true, "Connected to 192.0.2.1:443 in 20 ms."},
		{"TLS", true, "Encrypted in 30 ms. The certificate is good until 29 December 2026."},
		{"HTTP", true, "Answered in 40 ms."},
		{"Answer", true, "This is a router: 1 pair, paused."},
	}, view.RenderProbe(good, now))

	refused := monitor.Probe{Steps: good.Steps[:1], Failure: monitor.Example(monitor.Refused)}
	lines := view.RenderProbe(refused, now)
	assert.Len(t, lines, 2)
	assert.Equal(t, view.ProbeLine{"TCP", false, view.FailureSentence(refused.Failure, now)}, lines[1])

	wrong := monitor.Probe{Steps: good.Steps[:4], Failure: monitor.Example(monitor.NoStatsHere)}
	lines = view.RenderProbe(wrong, now)
	assert.Len(t, lines, 4, "one line for HTTP, not two that disagree")
	assert.False(t, lines[3].Good)
}
