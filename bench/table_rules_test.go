//go:build linux

package bench

import (
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
)

func TestTable(t *testing.T) {
	r := results{}
	r.add(inTray, ours, map[string]float64{cpuTime: 0.025, switches: 9, pss: 26, rss: 30})
	r.add(inTray, bareLoop, map[string]float64{cpuTime: 0.01, switches: 2, pss: 6, rss: 8})
	r.add(inTray, fyneTray, map[string]float64{cpuTime: 0.75})
	for i, seconds := range []float64{0.2, 0.4, 0.3} {
		r.add(shown, ours, map[string]float64{cpuTime: seconds, pss: 90})
		r.add(inOutage, ours, map[string]float64{cpuTime: seconds, pss: 140})
		r.add(shown, fyneLabel, map[string]float64{cpuTime: float64(i+1) / 2, pss: 80})
	}
	r.add(toIcon, ours, map[string]float64{seconds: 0.1})
	r.add(toIcon, fyneTray, map[string]float64{seconds: 0.4})
	for _, memory := range []float64{20, 23, 21} {
		r.add(kept, ours, map[string]float64{pss: memory + 0.4})
		r.add(kept, noHistory, map[string]float64{pss: memory})
		r.add(tenShown, ours, map[string]float64{cpuTime: 0.6})
		r.add(tenShown, oneAndNine, map[string]float64{cpuTime: 0.4})
	}
	r.add(tenTray, ours, map[string]float64{cpuTime: 0.06})
	r.add(tenTray, oneAndNine, map[string]float64{cpuTime: 0.03})
	r.add(toReport, ours, map[string]float64{seconds: 0.8, peak: 120})
	r.add(toReport, cat, map[string]float64{seconds: 0.01})

	b := &bench{builds: make([]build, 1), rounds: 5, span: time.Minute, settle: 15 * time.Second, results: r}
	text := b.table()
	for _, line := range []string{
		"| in the tray | CPU s/min | 0.025 | bare loop | 0.010 | 2.50× | ≤ 2.5× ✓ |\n",
		"| in the tray | CPU s/min | 0.025 | Fyne tray | 0.750 | 0.033× |  |\n",
		"| in the tray | PSS, MB | 26.0 | bare loop | 6.0 | 4.33× | ≤ 25 ✗ |\n",
		"| in the tray | RSS, MB | 30.0 | bare loop | 8.0 | 3.75× |  |\n",
		"| window shown | CPU s/min | 0.300 (0.200–0.400) | Fyne label | 1.000 (0.500–1.500) | 0.4× | ≤ 0.35× ✗ |\n",
		"| outage, counting down | CPU s/min | 0.300 (0.200–0.400) | Fyne label | 1.000 (0.500–1.500) | 0.4× | ≤ 0.4× ✓ |\n",
		"| outage, counting down | PSS, MB | 140.0 (140.0–140.0) | Fyne label | 80.0 (80.0–80.0) | 1.75× | ≤ 130 ✗ |\n",
		"| in the tray, keeping history | PSS, MB | 21.4 (20.4–23.4) | without history | 21.0 (20.0–23.0) | 1.02× | ≤ +0.5 ✓ |\n",
		"| ten routers, in the tray | CPU s/min | 0.060 | one router, nine in the bare loop | 0.030 | 2.00× | ≤ 1.5× ✗ |\n",
		"| ten routers, window shown | CPU s/min | 0.600 (0.600–0.600) | one router, nine in the bare loop | 0.400 (0.400–0.400) | 1.50× | ≤ 1.5× ✓ |\n",
		"| routerwatch history of a year, ten routers | s | 0.800 | cat | 0.010 | 80× | ≤ 1 ✓ |\n",
		"| routerwatch history of a year, ten routers | peak RSS, MB | 120.0 | cat | – | – | ≤ 100 ✗ |\n",
		"| start, to the tray icon | s | 0.100 | Fyne tray | 0.400 | 0.25× | ≤ 0.15 ✓ |\n",
	} {
		assert.Contains(t, text, line)
	}
	assert.NotContains(t, text, "| wall display", "what was not measured has no row")
	assert.Contains(t, text, "Each state 5 × 1m0s, after 15s to settle")

	for i, theirs := range []float64{0.02, 0.05} {
		r.add(inTray, earlier, map[string]float64{cpuTime: theirs, switches: float64(9 * (i + 1))})
	}
	b.builds = make([]build, 2)
	assert.Contains(t, b.table(), "| in the tray | CPU s/min | 0.025 | bare loop | 0.010 | 2.50× | ≤ 2.5× ✓ | 0.035 (0.020–0.050) | 1.25× |\n")
}

func TestTenRoutersAreComparedWithOneAndNineInTheBareLoop(t *testing.T) {
	r := results{}
	for _, more := range []float64{0, 0.25} { // the rounds
		r.add(shown, ours, map[string]float64{cpuTime: 0.5 + more, switches: 8})
		r.add(tenTray, nineLoops, map[string]float64{cpuTime: 0.125, switches: 2})
		r.addOneAndNine(tenShown, shown)
	}
	assert.Equal(t, []float64{0.625, 0.875}, r[key{tenShown, cpuTime, oneAndNine}])
	assert.Equal(t, []float64{10, 10}, r[key{tenShown, switches, oneAndNine}])
}

func TestARatioIsTheMedianOfPairs(t *testing.T) {
	assert.Equal(t, "2.00×", ratio([]float64{1, 8, 6}, []float64{1, 4, 2}), "not 6 ÷ 2")
	assert.Equal(t, "–", ratio([]float64{1}, nil))
	assert.Equal(t, "–", ratio([]float64{1}, []float64{0}))
	assert.InDelta(t, 2.5, median([]float64{9, 2, 3, 1}), 1e-9)
	assert.Zero(t, median(nil))
}

func TestWindowIDs(t *testing.T) {
	assert.Equal(t, []string{"0x800003", "0xa00004"}, windowIDs("_NET_CLIENT_LIST(WINDOW): window id # 0x800003, 0xa00004"))
	assert.Empty(t, windowIDs("_NET_CLIENT_LIST(WINDOW): window id # "))
	assert.Empty(t, windowIDs("_NET_CLIENT_LIST:  not found."))
}
