package agent

import (
	"slices"
	"time"

	"routerwatch/history"
	"routerwatch/monitor"
	"routerwatch/ui/wire"
)

// hour is what the history has of a router's last hour.
type hour struct {
	of     *router
	points []monitor.Point
}

// readHours reads the last hour of all routers from the history, on another goroutine:
// nobody waits for it, because a disk may hang.
func (a *Agent) readHours() {
	if a.o.HistoryFolder == "" || a.demo != nil {
		return
	}
	routers, now := slices.Clone(a.routers), time.Now()
	go func() {
		for _, r := range routers {
			past, err := history.Read(a.o.HistoryFolder, r.id, now.Add(-monitor.HistorySpan), now)
			if err != nil {
				a.o.Log.Warn("the charts begin without a part of the last hour", "error", err)
			}
			select {
			case a.hours <- hour{r, past.Points(r.url)}:
			case <-a.over:
				return
			}
		}
	}()
}

// takeHour puts the hour that was read before what is known of this run.
func (a *Agent) takeHour(h hour) {
	if !slices.Contains(a.routers, h.of) || len(h.points) == 0 {
		return
	}
	h.of.history.Restore(h.points, time.Now())
	if a.window == nil {
		return
	}
	a.sendHour(h.of)
	if h.of.snapshot.ID != "" { // it says whether polls have failed since
		a.window.send(h.of.id, h.of.snapshot)
	}
}

// sendHour sends the window the last hour of a router.
func (a *Agent) sendHour(r *router) {
	a.window.send("history/"+r.id, wire.History{ID: r.id, Points: r.history.Points})
}
