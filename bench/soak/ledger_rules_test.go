//go:build linux

package soak

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestTheLedgerFindsWhatDoesNotAddUp(t *testing.T) {
	const opens = `level=WARN msg="status changed" router=Lagos status=down was=retrying failure=refused`
	down, back := note{"Lagos is down", 1}, note{"Lagos is back", 1}
	for name, tt := range map[string]struct {
		events []any // lines of the log and notifications
		want   []string
	}{
		"nothing":         {nil, nil},
		"an outage":       {[]any{opens, down, back}, nil},
		"two":             {[]any{opens, down, back, opens, down, back}, nil},
		"a relapse in it": {[]any{opens, down, `msg="status changed" router=Lagos status=down was=live`, back}, nil},
		"one known from an earlier run": {
			[]any{opens, down, `msg="status changed" router=Lagos status=down was=connecting`, back}, nil,
		},
		"one that a new service is shown":    {[]any{opens, down, note{"Lagos is down", 2}, note{"Lagos is back", 2}}, nil},
		"another router's":                   {[]any{note{"Toronto is down", 1}}, nil},
		"a pause":                            {[]any{note{"Lagos is paused", 1}, note{"Lagos is no longer paused", 1}}, nil},
		"an outage that nobody was told of":  {[]any{opens}, []string{"Lagos had 1 outages, and 0 were notified"}},
		"a notification without an outage":   {[]any{down, back}, []string{"Lagos had 0 outages, and 1 were notified"}},
		"a recovery that nobody was told of": {[]any{opens, down}, []string{"Lagos was told to be down 1 times, and to be back 0 times"}},
		"told twice":                         {[]any{opens, down, down, back}, []string{"Lagos was told to be down twice (outage 1)"}},
		"back from nowhere":                  {[]any{back}, []string{"Lagos was told to be back and had not been told to be down (outage 0)"}},
		"paused for good": {
			[]any{note{"Lagos is paused", 1}}, []string{"Lagos was told to be paused 1 times, and resumed 0 times"},
		},
	} {
		t.Run(name, func(t *testing.T) {
			l := newLedger("Lagos")
			for _, event := range tt.events {
				switch e := event.(type) {
				case string:
					l.logged(e)
				case note:
					l.notified(e)
				}
			}
			assert.Equal(t, tt.want, l.of("Lagos").faults("Lagos"))
		})
	}
}

func TestGoroutinesAreCountedByWhatStartedThem(t *testing.T) {
	dump := "PC=0x1 m=0\n\ngoroutine 1 [select]:\nmain.main()\n\ngoroutine 7 [select]:\na.b()\ncreated by a.New in goroutine 1\n\n" +
		"goroutine 8 [select]:\na.b()\ncreated by a.New in goroutine 1\n\n" +
		"goroutine 9 [select]:\nnet/http.(*persistConn).readLoop(0x1)\ncreated by net/http.dial in goroutine 7\n\nrax 0x1\n"
	count := goroutines(dump)
	assert.Equal(t, map[string]int{"main": 1, "a.New": 2}, count)
	assert.Equal(t, 3, total(count))
}

func TestTheSlopeOfALine(t *testing.T) {
	assert.InDelta(t, 2.0, slope([]float64{0, 1, 2}, []float64{1, 3, 5}), 1e-9)
	assert.InDelta(t, 0.0, slope([]float64{1, 1}, []float64{1, 3}), 1e-9)
	assert.InDelta(t, 3.0, median([]float64{5, 1, 3}), 1e-9)
}
