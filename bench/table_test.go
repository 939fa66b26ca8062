//go:build linux

package main

import (
	"testing"
	"time"

	"github.com/godbus/dbus/v5"
	"github.com/stretchr/testify/assert"
)

func TestTable(t *testing.T) {
	r := results{
		plan: plan{span: 5 * time.Minute, settle: 15 * time.Second},
		states: []state{
			{name: "in the tray", cost: cost{cpu: 0.025, switches: 9, memory: memory{pss: 24 * megabyte, rss: 30 * megabyte}}},
			{name: "wall display", shown: true, skipped: "there is none"},
			{name: "shown", shown: true, cost: cost{cpu: 0.5, switches: 300, memory: memory{pss: 120 * megabyte, rss: 150 * megabyte}}},
		},
		bareLoop: cost{switches: 2, memory: memory{pss: 6 * megabyte, rss: 8 * megabyte}},
		fyneTray: cost{cpu: 0.75, switches: 450, memory: memory{pss: 48 * megabyte, rss: 90 * megabyte}},
		icon:     times{90 * time.Millisecond, 110 * time.Millisecond},
		fyneIcon: times{400 * time.Millisecond},
		window:   times{time.Second / 2, 700 * time.Millisecond, 800 * time.Millisecond},
	}
	text := r.String()
	for _, line := range []string{
		"| in the tray | CPU s/min | 0.025 | ≤ 0.03 | – | – | 0.750 | 0.033× |\n",
		"| in the tray | context switches/s | 9.0 | ≤ 8 ✗ | 2.0 | 4.5× | 450.0 | 0.02× |\n",
		"| in the tray | PSS, MB | 24.0 | ≤ 25 | 6.0 | 4× | 48.0 | 0.5× |\n",
		"| in the tray | RSS, MB | 30.0 |  | 8.0 | 3.8× | 90.0 | 0.33× |\n",
		"| shown | CPU s/min | 0.500 | ≤ 0.4 ✗ | – | – | 0.750 | 0.67× |\n",
		"| shown | context switches/s | 300.0 |  | 2.0 | 150× | 450.0 | 0.67× |\n",
		"| shown | PSS, MB | 120.0 | ≤ 130 | 6.0 | 20× | 48.0 | 2.5× |\n",
		"| wall display | not measured: there is none | | | | | | |\n",
		"| start | s to the tray icon | 0.100 (0.090–0.110) | ≤ 0.15 | – | – | 0.400 | 0.25× |\n",
		"| click on the icon | s to the window | 0.700 (0.500–0.800) | ≤ 0.6 ✗ | – | – | – | – |\n",
	} {
		assert.Contains(t, text, line)
	}
	assert.NotContains(t, text, "| wall display | CPU s/min")
	assert.Contains(t, text, "Each state over 5m0s, after 15s to settle")
}

func TestMachineTellsOfLoad(t *testing.T) {
	m := machine{
		processor: "An Example 9000", processors: 2, kernel: "6.1.0", load: 0.4,
		goVersion: "go1.26", fyneVersion: "v2.7.1",
	}
	assert.Equal(t, "go1.26, Fyne v2.7.1; 2 × An Example 9000; Linux 6.1.0; load at the start 0.40.\n", m.String())
	m.load = 1.5
	assert.Contains(t, m.String(), "busy")
}

func TestProcessorIn(t *testing.T) {
	assert.Equal(t, "An Example 9000", processorIn("processor\t: 0\nmodel name\t: An Example 9000\nmodel name\t: Other\n"))
	assert.NotEmpty(t, processorIn("processor: 0\n"))
}

func TestWindowIDs(t *testing.T) {
	assert.Equal(t, []string{"0x800003", "0xa00004"}, windowIDs("_NET_CLIENT_LIST(WINDOW): window id # 0x800003, 0xa00004"))
	assert.Empty(t, windowIDs("_NET_CLIENT_LIST(WINDOW): window id # "))
	assert.Empty(t, windowIDs("_NET_CLIENT_LIST:  not found."))
}

func TestSizeIn(t *testing.T) {
	assert.Equal(t, "1280x800", sizeIn("xwininfo: Window id: 0x50e\n\n  Width: 1280\n  Height: 800\n  Depth: 24\n"))
	assert.Empty(t, sizeIn("xwininfo: error: No such window\n"))
}

func TestItemOf(t *testing.T) {
	tests := []struct {
		name   string
		signal *dbus.Signal
		bus    string
		path   dbus.ObjectPath
		found  bool
	}{
		{"an item", &dbus.Signal{Body: []any{":1.7/StatusNotifierItem"}}, ":1.7", "/StatusNotifierItem", true},
		{"a name alone", &dbus.Signal{Body: []any{":1.7"}}, ":1.7", "/", false},
		{"nothing", &dbus.Signal{}, "", "", false},
		{"the end of the bus", nil, "", "", false},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			name, path, found := itemOf(test.signal)
			assert.Equal(t, test.found, found)
			assert.Equal(t, test.bus, name)
			assert.Equal(t, test.path, path)
		})
	}
}
