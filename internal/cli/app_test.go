package cli

import (
	"log/slog"
	"os"
	"path/filepath"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"routerwatch/internal/agent"
	"routerwatch/internal/platform/autostart"
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
	defer persist(t.Context(), inv, &c, autostart.Entry{}, &options)()

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

func TestALoginEntryIsRepairedAtTheStart(t *testing.T) {
	without(t)
	folder := t.TempDir()
	for _, name := range []string{"HOME", "XDG_CONFIG_HOME", "XDG_STATE_HOME"} {
		t.Setenv(name, folder)
	}
	program, err := os.Executable()
	require.NoError(t, err)
	old := autostart.Entry{ID: "org.example.watch", Name: "Watch", Command: []string{filepath.Join(folder, "gone"), "--wall"}}
	now := old
	now.Command = []string{program, "--minimized"}
	require.NoError(t, old.Set(true))
	begin := func(login autostart.Entry) agent.Options {
		c, err := configure(&Invocation{})
		require.NoError(t, err)
		options := agent.Options{Log: slog.New(slog.DiscardHandler)}
		persist(t.Context(), &Invocation{}, &c, login, &options)()
		return options
	}
	impossible := now
	impossible.Command = []string{"/a\nb"}
	options := begin(impossible)
	assert.Contains(t, options.Problem, "does not start at login any more")
	assert.False(t, options.AtLogin.Enabled(), "the settings show that it does not start at login")

	options = begin(now)
	assert.Empty(t, options.Problem)
	assert.True(t, options.AtLogin.Enabled())
}

func TestAProgramInAnAppImageIsStartedByItsImage(t *testing.T) {
	for _, tt := range []struct{ program, image, mount, want string }{
		{"/usr/bin/routerwatch", "", "", "/usr/bin/routerwatch"},
		{"/tmp/.mount_Rx/usr/bin/routerwatch", "/home/o/Routerwatch.AppImage", "/tmp/.mount_Rx", "/home/o/Routerwatch.AppImage"},
		{"/tmp/.mount_Rx/usr/bin/routerwatch", "/home/o/Routerwatch.AppImage", "/tmp/.mount_Rx/", "/home/o/Routerwatch.AppImage"},
		{"/usr/bin/routerwatch", "/home/o/Terminal.AppImage", "/tmp/.mount_Te", "/usr/bin/routerwatch"},
		{"/tmp/.mount_Rx2/routerwatch", "/home/o/Terminal.AppImage", "/tmp/.mount_Rx", "/tmp/.mount_Rx2/routerwatch"},
		{"/usr/bin/routerwatch", "Terminal.AppImage", "", "/usr/bin/routerwatch"},
	} {
		assert.Equal(t, tt.want, startable(tt.program, tt.image, tt.mount))
	}
}
