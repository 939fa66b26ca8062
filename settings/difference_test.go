package settings_test

import (
	"encoding/json"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"routerwatch/monitor"
	"routerwatch/settings"
)

func TestDifference(t *testing.T) {
	a := settings.Router{ID: "a", Name: "A", URL: "https://a.example"}
	b := settings.Router{ID: "b", Name: "B", URL: "https://b.example"}
	c := settings.Router{ID: "c", Name: "C", URL: "https://c.example"}
	renamed := settings.Router{ID: "a", Name: "Alpha", URL: a.URL}
	moved := settings.Router{ID: "b", Name: "Beta", URL: "https://beta.example"}
	with := func(routers ...settings.Router) settings.Settings {
		s := settings.Defaults()
		s.Routers = routers
		return s
	}
	slower := with(a, b)
	slower.Poll.Interval = time.Minute
	patient := with(a, b)
	patient.Backoff.Jitter = settings.Use(0.5)
	quiet := with(a, b)
	quiet.Notifications.Down = false
	plain := with(a, b)
	plain.Tray.Count = false

	for name, c := range map[string]struct {
		next settings.Settings
		want settings.Difference
	}{
		"nothing":       {with(a, b), settings.Difference{}},
		"added":         {with(a, c, b), settings.Difference{}},
		"removed":       {with(b), settings.Difference{Removed: []settings.Router{a}}},
		"renamed":       {with(renamed, b), settings.Difference{Renamed: []settings.Router{renamed}}},
		"moved":         {with(a, moved), settings.Difference{Moved: []settings.Router{moved}}},
		"reordered":     {with(b, a), settings.Difference{}},
		"interval":      {slower, settings.Difference{Polling: true}},
		"policy":        {patient, settings.Difference{Polling: true}},
		"notifications": {quiet, settings.Difference{}},
		"tray":          {plain, settings.Difference{}},
	} {
		t.Run(name, func(t *testing.T) {
			got := with(a, b).Difference(c.next)
			assert.Equal(t, c.want, got)
			assert.Equal(t, name == "nothing", with(a, b).Equal(c.next))
		})
	}
}

func TestCloneSharesNothing(t *testing.T) {
	s := settings.Defaults()
	s.Routers = []settings.Router{{ID: "a", Name: "A"}}
	clone := s.Clone()
	clone.Routers[0].Name = "B"
	assert.Equal(t, "A", s.Routers[0].Name)
}

func TestSettingsGoThroughJSONUnchanged(t *testing.T) {
	s := wholeSettings()
	s.Routers[0].Token, s.Routers[1].InsecureToken = true, true
	s.Network = settings.Network{Proxy: monitor.Direct, CAFile: "/a.pem"}
	line, err := json.Marshal(s)
	require.NoError(t, err)
	var got settings.Settings
	require.NoError(t, json.Unmarshal(line, &got))
	assert.Equal(t, s, got)
}
