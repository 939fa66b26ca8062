package settings_test

import (
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"routerwatch/monitor"
	"routerwatch/settings"
)

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
