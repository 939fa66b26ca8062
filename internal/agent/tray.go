package agent

import (
	"time"

	"routerwatch/monitor"
	"routerwatch/ui/view"
)

// ageEvery is how often the tooltip's age is renewed while failing; on a
// healthy router each poll renews it.
const ageEvery = 15 * time.Second

// showTray shows what is known, and sees to it that it is shown again when it
// ages: soon while a router fails, else when a monitor would be overdue.
func (a *Agent) showTray(now time.Time) {
	all := a.snapshots(now)
	t := view.RenderTray(all, a.rules.Snoozed, now)
	t.Icon.HasCount = t.Icon.HasCount && a.o.Settings.Tray.Count
	a.o.Tray.Apply(t)
	a.redraw.Stop()
	again := time.Duration(0)
	for _, s := range all {
		due := ageEvery
		if overdue := s.Overdue(); !s.Failing() && s.Status != monitor.Stalled && !overdue.IsZero() {
			due = max(overdue.Sub(now), 0) + time.Second
		}
		if again == 0 || due < again {
			again = due
			a.redraw.Reset(again)
		}
	}
}
