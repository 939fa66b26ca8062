package view_test

import (
	"slices"
	"strings"
	"testing"

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
	past.Changes = slices.Repeat(past.Changes, 20)
	long := view.Incident(snapshot(t, "live"), past, "0.1.0", viewtest.Now())
	assert.Equal(t, 10, strings.Count(long, "\n2026-"), "only the newest")
}
