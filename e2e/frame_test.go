//go:build linux

package e2e

import (
	"path/filepath"
	"testing"
	"time"

	"routerwatch/monitor/stableroute/simulator"
)

// Each second the window draws only the texts that change; the toolkit draws the
// whole window for a new size. Both show the same.
func TestWhatIsDrawnEachSecondLooksAsInAWholeFrame(t *testing.T) {
	t.Parallel()
	for name, fault := range map[string]simulator.Fault{"live": simulator.None, "down": simulator.Refuse} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			router := startRouter(t, simulator.Options{Pairs: 4, Fault: fault})
			d := startDesktop(t)
			d.configure(routerTable("fra", "Frankfurt", router) + onceAnHour)
			d.start()
			w := d.window("Frankfurt: ")
			d.do("xdotool", "mousemove", "1270", "700")
			parts, whole := filepath.Join(t.TempDir(), "parts.png"), filepath.Join(t.TempDir(), "whole.png")
			awaitTrue(t, "the same picture, drawn in parts and as a whole within a second", func() bool {
				time.Sleep(3 * time.Second)
				d.do("import", "-silent", "-window", w.id, parts)
				d.do("xdotool", "windowsize", "--sync", w.id, "660", "540")
				d.do("xdotool", "windowsize", "--sync", w.id, "640", "520")
				time.Sleep(200 * time.Millisecond)
				d.do("import", "-silent", "-window", w.id, whole)
				_, err := d.Output("compare", "-metric", "AE", "-fuzz", "1.5%", parts, whole, "null:") // it fails for two pictures
				return err == nil
			})
		})
	}
}
