package agent

import (
	"maps"
	"time"

	"routerwatch/monitor"
)

// Keeper keeps a [Memory] over a restart: a [MemoryFile], or nothing.
type Keeper interface {
	Load() Memory
	Save(Memory)
}

// recall takes up what an earlier run knew of the routers that are watched.
func (a *Agent) recall(now time.Time) {
	if a.o.Keeper == nil {
		return
	}
	a.kept = a.o.Keeper.Load()
	if a.kept.Window.Known() {
		a.place = a.kept.Window
	}
	for id, past := range a.kept.Routers {
		a.told[id] = past.Told
	}
	if left := a.kept.Snoozed.Sub(now); left > 0 && left <= longestSnooze {
		a.rules.Snoozed = a.kept.Snoozed
		a.unsnooze.Reset(left)
	}
}

// remember keeps what is known now, where it changed.
func (a *Agent) remember() {
	if a.o.Keeper == nil {
		return
	}
	now := Memory{Snoozed: a.rules.Snoozed.Round(0).UTC(), Routers: make(map[string]RouterPast, len(a.order)), Window: a.place}
	for _, id := range a.order {
		if a.demo != nil && id == a.demo.Router().ID {
			continue // the next demo is another one
		}
		past := a.kept.Routers[id] // until the router has answered
		past.Told = a.told[id]
		if s, known := a.known[id]; known && s.Status != monitor.Connecting {
			past.Resume = monitor.Restored{Pause: s.Pause, PauseStartUnseen: s.PauseStartUnseen}
			if s.Outage.Open() {
				past.Resume.Outage, past.Resume.OutageStartUnseen = s.Outage.Since, s.Outage.StartUnseen
			}
		}
		now.Routers[id] = past
	}
	if now.Snoozed.Equal(a.kept.Snoozed) && now.Window == a.kept.Window && maps.Equal(now.Routers, a.kept.Routers) && !a.unwritten {
		return
	}
	a.kept, a.unwritten = now, false // from here on it is the keeper's too, and never changed
	a.o.Keeper.Save(now)
}

// leaveWord has the next run tell of the outages that are open: the end of
// this one takes its urgent notifications off the screen.
func (a *Agent) leaveWord() {
	for id, told := range a.told {
		a.told[id] = told.Leave()
	}
	a.remember()
}
