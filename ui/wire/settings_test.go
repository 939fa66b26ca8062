package wire_test

import (
	"bytes"
	"fmt"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"routerwatch/monitor"
	"routerwatch/settings"
	"routerwatch/ui/wire"
)

func TestSettingsComeBackAsTheyWent(t *testing.T) {
	s := settings.Defaults()
	s.Poll.Interval = 7 * time.Second
	s.Backoff.FirstWait = settings.Use(3 * time.Second)
	s.Network.Proxy = monitor.Direct
	s.Routers = []settings.Router{{ID: "a", Name: "A", URL: "http://a", InsecureToken: true}, {ID: "b", Name: "B", URL: "http://b", Token: true}}
	var stream bytes.Buffer
	app := wire.App{Settings: &s, AtLogin: true, Routers: []string{}}
	save := wire.Command{Do: wire.Save, Seq: 1, Settings: &s, AtLogin: true, Tokens: map[string]string{"b": "s3cret", "a": ""}}
	for _, v := range []any{app, save} {
		line, err := wire.Marshal(v)
		require.NoError(t, err)
		stream.Write(line)
	}
	r := wire.NewReader(&stream)
	got, err := r.FromAgent()
	require.NoError(t, err)
	assert.Equal(t, app, got)
	command, err := r.FromWindow()
	require.NoError(t, err)
	assert.Equal(t, save, command)
}

func TestAFullHistoryFitsOneLine(t *testing.T) {
	points := make([]monitor.Point, 1440)
	for i := range points {
		points[i] = monitor.Point{
			At:    time.Date(2026, 11, 29, 12, 0, i, 0, time.UTC),
			Pairs: 9_007_199_254_740_991, Latency: 30 * time.Second, Gap: i%2 == 1,
		}
	}
	line, err := wire.Marshal(wire.History{ID: "r1", Points: points})
	require.NoError(t, err)
	got, err := wire.NewReader(bytes.NewReader(line)).FromAgent()
	require.NoError(t, err)
	history, ok := got.(wire.History)
	require.True(t, ok)
	assert.Equal(t, "r1", history.ID)
	assert.Equal(t, points, history.Points)
}

func TestManyPairsFitOneLine(t *testing.T) {
	pairs := wire.Pairs{ID: "r1", PairNames: monitor.PairNames{At: time.Date(2026, 11, 29, 12, 0, 0, 0, time.UTC), Names: make([]string, 5000)}}
	for i := range pairs.Names {
		pairs.Names[i] = fmt.Sprintf("ABCDEFGHIJKL→%012d", i)
	}
	line, err := wire.Marshal(pairs)
	require.NoError(t, err)
	got, err := wire.NewReader(bytes.NewReader(line)).FromAgent()
	require.NoError(t, err)
	assert.Equal(t, pairs, got)
}
