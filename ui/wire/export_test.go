package wire_test

import (
	"encoding/json"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"routerwatch/monitor"
	"routerwatch/ui/view/viewtest"
	"routerwatch/ui/wire"
)

func TestExports(t *testing.T) {
	at := viewtest.Now()
	text, err := wire.CSV(`=cmd("a","b")`, []monitor.Point{
		{At: at, Pairs: 4, Latency: 12 * time.Millisecond},
		{At: at.Add(time.Minute), Pairs: 5, Latency: time.Second, Gap: true},
	})
	require.NoError(t, err)
	assert.Equal(t, "router,updated_at,pairs,latency_ms,gap_before\r\n"+
		"\"'=cmd(\"\"a\"\",\"\"b\"\")\",2026-11-29T20:00:00Z,4,12,false\r\n"+
		"\"'=cmd(\"\"a\"\",\"\"b\"\")\",2026-11-29T20:01:00Z,5,1000,true\r\n", string(text))

	for _, state := range viewtest.States() {
		text, err := wire.JSON(state.Snapshots[0])
		require.NoError(t, err)
		var back wire.Snapshot
		require.NoError(t, json.Unmarshal(text, &back))
		assert.Equal(t, string(state.Snapshots[0].Status), back.Status)
	}
}
