package stableroute

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"routerwatch/monitor"
	"routerwatch/monitor/stableroute/simulator"
)

func layers(p monitor.Probe) []monitor.Layer {
	var layers []monitor.Layer
	for _, step := range p.Steps {
		layers = append(layers, step.Layer)
	}
	return layers
}

func TestAProbeTellsHowFarItCame(t *testing.T) {
	router, err := simulator.Start(simulator.Options{Pairs: 4})
	require.NoError(t, err)
	t.Cleanup(router.Close)
	for name, tt := range map[string]struct {
		fault  simulator.Fault
		layers []monitor.Layer
		kind   monitor.Kind
	}{
		"all is well": {simulator.None, []monitor.Layer{monitor.LayerTCP, monitor.LayerHTTP, monitor.LayerAnswer}, ""},
		"refused":     {simulator.Refuse, []monitor.Layer{monitor.LayerTCP}, monitor.Refused},
		"an error":    {simulator.Error, []monitor.Layer{monitor.LayerTCP, monitor.LayerHTTP}, monitor.RouterError},
		"garbage":     {simulator.Garbage, []monitor.Layer{monitor.LayerTCP, monitor.LayerHTTP}, monitor.NotJSON},
	} {
		t.Run(name, func(t *testing.T) {
			require.NoError(t, router.SetFault(tt.fault))
			client, err := New(Options{BaseURL: router.URL()})
			require.NoError(t, err)
			probe := client.Probe(t.Context())
			assert.Equal(t, tt.layers, layers(probe))
			assert.Equal(t, tt.kind, probe.Failure.Kind)
			assert.Equal(t, tt.kind == "", probe.Reading.Known())
		})
	}
}

func TestAProbeOfANameOverTLS(t *testing.T) {
	server := httptest.NewTLSServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		_, _ = w.Write([]byte(`{"totalPairs":4,"paused":false}`))
	}))
	t.Cleanup(server.Close)
	options := Options{BaseURL: strings.Replace(server.URL, "127.0.0.1", "localhost", 1), Proxy: monitor.Direct}
	client, err := New(options)
	require.NoError(t, err)
	probe := client.Probe(t.Context())
	assert.Equal(t, []monitor.Layer{monitor.LayerDNS, monitor.LayerTCP}, layers(probe))
	assert.Equal(t, monitor.CertificateWrongHost, probe.Failure.Kind)

	options.BaseURL = server.URL
	options.CAFile = trustFile(t, server.Certificate())
	client, err = New(options)
	require.NoError(t, err)
	probe = client.Probe(t.Context())
	assert.Equal(t, []monitor.Layer{monitor.LayerTCP, monitor.LayerTLS, monitor.LayerHTTP, monitor.LayerAnswer}, layers(probe))
	assert.True(t, probe.Steps[1].Expires.After(time.Now()))
	assert.Equal(t, int64(4), probe.Reading.Pairs)
}
