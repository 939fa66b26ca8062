package display

import (
	"net"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestPlaces(t *testing.T) {
	local := []place{{"unix", "@/tmp/.X11-unix/X7"}, {"unix", "/tmp/.X11-unix/X7"}}
	for name, want := range map[string][]place{
		":7":                    local,
		":7.0":                  local,
		"unix:7":                local,
		"unix/desk:7":           local,
		"desk:10.0":             {{"tcp", "desk:6010"}},
		"tcp/desk:1":            {{"tcp", "desk:6001"}},
		"[::1]:2":               {{"tcp", "[::1]:6002"}},
		"/run/x.socket":         {{"unix", "/run/x.socket"}},
		"":                      nil,
		"7":                     nil,
		":":                     nil,
		":x":                    nil,
		":99999":                nil,
		":-1":                   nil,
		":99999999999999999999": nil,
	} {
		assert.Equal(t, want, places(name), name)
	}
}

func TestAnswers(t *testing.T) {
	path := filepath.Join(t.TempDir(), "x")
	t.Setenv("DISPLAY", path)
	assert.False(t, Answers(), "nobody listens")
	t.Setenv("DISPLAY", "")
	assert.False(t, Answers())
	t.Setenv("DISPLAY", path)
	listener, err := net.Listen("unix", path)
	require.NoError(t, err)
	defer func() { require.NoError(t, listener.Close()) }()
	assert.True(t, Answers())
}
