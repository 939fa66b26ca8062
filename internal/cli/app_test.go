package cli

import (
	"log/slog"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"routerwatch/internal/agent"
	"routerwatch/settings"
)

// A router that could not be opened at the start is opened again at each poll,
// on its monitor's goroutine: the race detector watches here.
func TestSettingsAreSavedWhileARouterIsOpened(t *testing.T) {
	without(t)
	folder := t.TempDir()
	for _, name := range []string{"HOME", "XDG_CONFIG_HOME", "XDG_STATE_HOME"} {
		t.Setenv(name, folder)
	}
	inv := &Invocation{}
	c, err := configure(inv)
	require.NoError(t, err)
	options := agent.Options{Open: opener, Log: slog.New(slog.DiscardHandler)}
	defer persist(t.Context(), inv, &c, &options)()

	open := options.Open(options.Tokens, c.settings.Network)
	var polling sync.WaitGroup
	var saved atomic.Bool
	polling.Go(func() {
		for !saved.Load() {
			_, err := open(settings.Router{ID: "r1", URL: "http://127.0.0.1:1"})
			assert.NoError(t, err)
		}
	})
	next := c.loaded.Settings.Clone()
	next.Network.Proxy = "http://127.0.0.1:2"
	for range 5 {
		running, err := options.Save(next)
		require.NoError(t, err)
		assert.Equal(t, next.Network, running.Network)
	}
	saved.Store(true)
	polling.Wait()
}
