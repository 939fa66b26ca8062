package view_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"routerwatch/ui/view"
	"routerwatch/ui/view/viewtest"
)

func TestIncidentNotes(t *testing.T) {
	for _, state := range []string{"live", "paused", "paused-found", "down-refused", "down-never-seen", "down-router-error", "throttled", "retrying-never-seen", "offline", "live-details"} {
		t.Run(state, func(t *testing.T) {
			note := view.Incident(snapshot(t, state), "0.1.0", viewtest.Now())
			assert.NotContains(t, note, "\x00")
			golden(t, "incident/"+state, note)
		})
	}
}
