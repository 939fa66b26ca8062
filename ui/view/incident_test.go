package view_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"

	"routerwatch/history"
	"routerwatch/ui/view"
	"routerwatch/ui/view/viewtest"
)

func TestIncidentNotes(t *testing.T) {
	for _, state := range []string{"live", "paused", "paused-found", "down-refused", "down-never-seen", "down-router-error", "throttled", "retrying-never-seen", "offline", "live-details"} {
		t.Run(state, func(t *testing.T) {
			note := view.Incident(snapshot(t, state), history.Range{}, "0.1.0", viewtest.Now())
			assert.NotContains(t, note, "\x00")
			golden(t, "incident/"+state, note)
		})
	}
}

// What the files tell of the last 24 hours is in the note, and not twice.
func TestIncidentNoteWithItsHistory(t *testing.T) {
	past := hour(viewtest.Now())
	note := view.Incident(snapshot(t, "live-details"), past, "0.1.0", viewtest.Now())
	assert.NotContains(t, note, "Pairs that came")
	golden(t, "incident/live-history", note)
	assert.NotContains(t, note, "Not listed")
	past.Changes = slices.Repeat(past.Changes, 20)
	long := view.Incident(snapshot(t, "live"), past, "0.1.0", viewtest.Now())
	assert.Equal(t, 10, strings.Count(long, "\n2026-"), "only the newest")
}

// What is left out is changes rather than outages, and the note says how many.
func TestAnIncidentNoteHasTheOutagesFirst(t *testing.T) {
	now := viewtest.Now()
	past := hour(now)
	past.Changes = nil
	for i := range 4 {
		since := now.Add(time.Duration(i-60) * time.Minute)
		past.Changes = append(past.Changes, history.Change{At: since, What: history.OutageOpened, Since: since},
			history.Change{At: since.Add(20 * time.Second), What: history.OutageClosed, Since: since, Until: since.Add(20 * time.Second)})
	}
	for i := range 9 {
		past.Changes = append(past.Changes, history.Change{At: now.Add(time.Duration(i-30) * time.Minute), What: history.Restarted})
	}
	note := view.Incident(snapshot(t, "live"), past, "0.1.0", now)
	assert.Equal(t, 4, strings.Count(note, ": Down 20 s"), note)
	assert.Equal(t, 6, strings.Count(note, ": The router restarted\n"), note)
	assert.Contains(t, note, "\nNot listed: and 3 more\n")
}
