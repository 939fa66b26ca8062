//go:build !windows && !darwin

package autostart

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func entry() Entry {
	return Entry{
		ID: "org.example.watch", Name: "Watch", Comment: "Watches.",
		Command: []string{"/opt/my watch/bin/watch", "--minimized"},
	}
}

func TestAnEntryComesAndGoesWithoutATrace(t *testing.T) {
	folder := t.TempDir()
	t.Setenv("XDG_CONFIG_HOME", folder)
	e := entry()
	assert.False(t, e.Enabled())
	require.NoError(t, e.Set(false), "there is none yet")
	require.NoError(t, e.Set(true))
	require.NoError(t, e.Set(true), "twice is once")
	assert.True(t, e.Enabled())
	content, err := os.ReadFile(filepath.Join(folder, "autostart", "org.example.watch.desktop"))
	require.NoError(t, err)
	assert.Equal(t, `[Desktop Entry]
Type=Application
Name=Watch
Comment=Watches.
Exec="/opt/my watch/bin/watch" "--minimized"
Icon=org.example.watch
Terminal=false
X-GNOME-Autostart-enabled=true
`, string(content))
	require.NoError(t, e.Set(false))
	assert.False(t, e.Enabled())
	left, err := os.ReadDir(filepath.Join(folder, "autostart"))
	require.NoError(t, err)
	assert.Empty(t, left)
}

func TestAnEntryThatTheDesktopSwitchedOffIsOff(t *testing.T) {
	for _, line := range []string{"Hidden=true", "X-GNOME-Autostart-enabled = false"} {
		t.Setenv("XDG_CONFIG_HOME", t.TempDir())
		e := entry()
		require.NoError(t, e.Set(true))
		path, err := e.path()
		require.NoError(t, err)
		require.NoError(t, os.WriteFile(path, []byte("[Desktop Entry]\n"+line+"\n"), 0o600))
		assert.False(t, e.Enabled(), line)
	}
}

func TestArgumentsAreQuotedAsTheSpecificationWants(t *testing.T) {
	for argument, want := range map[string]string{
		`/usr/bin/watch`: `"/usr/bin/watch"`,
		`/a b/100%`:      `"/a b/100%%"`,
		`/a"b`:           `"/a\\"b"`,
		`/a$b`:           `"/a\\$b"`,
		`/a\b`:           `"/a\\\\b"`,
		"/a`b":           "\"/a\\\\`b\"",
	} {
		assert.Equal(t, want, quote(argument))
	}
	e := entry()
	e.Command = []string{"/a\nb"}
	_, err := e.content()
	require.Error(t, err)
}
