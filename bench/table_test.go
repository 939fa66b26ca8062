//go:build linux

package main

import (
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
)

func TestTable(t *testing.T) {
	r := results{}
	r.add(inTray, ours, map[string]float64{cpuTime: 0.025, switches: 9, pss: 24, rss: 30})
	r.add(inTray, bareLoop, map[string]float64{cpuTime: 0, switches: 2, pss: 6, rss: 8})
	r.add(inTray, fyneTray, map[string]float64{cpuTime: 0.75, switches: 450, pss: 48, rss: 90})
	r.add("window shown, untouched", ours, map[string]float64{cpuTime: 0.5, switches: 300, pss: 120, rss: 150})
	for program, seconds := range map[string][]float64{ours: {0.11, 0.09}, fyneTray: {0.4, 0.4}} {
		r[key{"start", timeToIcon, program}] = seconds
	}
	r[key{"click on the icon", timeToWindow, ours}] = []float64{0.8, 0.5, 0.7}

	b := &bench{builds: []build{{name: ours}}, rounds: 5, span: time.Minute, settle: 15 * time.Second, results: r}
	text := b.table()
	for _, line := range []string{
		"| in the tray | CPU s/min | 0.025 | ≤ 0.03 | – | – | 0.750 | 0.033× |\n",
		"| in the tray | context switches/s | 9.0 | ≤ 8 ✗ | 2.0 | 4.50× | 450.0 | 0.02× |\n",
		"| in the tray | PSS, MB | 24.0 | ≤ 25 | 6.0 | 4.00× | 48.0 | 0.5× |\n",
		"| in the tray | RSS, MB | 30.0 |  | 8.0 | 3.75× | 90.0 | 0.33× |\n",
		"| window shown, untouched | CPU s/min | 0.500 | ≤ 0.4 ✗ | – | – | 0.750 | 0.67× |\n",
		"| window shown, untouched | context switches/s | 300.0 |  | 2.0 | 150× | 450.0 | 0.67× |\n",
		"| window shown, untouched | PSS, MB | 120.0 | ≤ 130 | 6.0 | 20× | 48.0 | 2.50× |\n",
		"| start | s to the tray icon | 0.100 (0.090–0.110) | ≤ 0.15 | – | – | 0.400 (0.400–0.400) | 0.25× |\n",
		"| click on the icon | s to the window | 0.700 (0.500–0.800) | ≤ 0.6 ✗ | – | – | – | – |\n",
	} {
		assert.Contains(t, text, line)
	}
	assert.NotContains(t, text, "| wall display", "what was not measured has no row")
	assert.Contains(t, text, "Each state over 5 × 1m0s, after 15s to settle")

	// An earlier build that is measured too comes first among the others.
	for i, theirs := range []float64{0.02, 0.05} {
		r.add(inTray, earlier, map[string]float64{cpuTime: theirs, switches: float64(9 * (i + 1))})
	}
	b.builds = append(b.builds, build{name: earlier})
	assert.Contains(t, b.table(), "| in the tray | CPU s/min | 0.025 | ≤ 0.03 | 0.035 (0.020–0.050) | 1.25× | – | – | 0.750 | 0.033× |\n")
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
