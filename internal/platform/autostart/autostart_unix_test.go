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

// installed is an entry of a program that is there.
func installed(t *testing.T) Entry {
	t.Helper()
	e := entry()
	e.Command[0] = filepath.Join(t.TempDir(), `my "watch" \ 100 %`)
	require.NoError(t, os.WriteFile(e.Command[0], nil, 0o700))
	return e
}

func TestAnEntryComesAndGoesWithoutATrace(t *testing.T) {
	folder := t.TempDir()
	t.Setenv("XDG_CONFIG_HOME", folder)
	e := entry()
	assert.False(t, e.Enabled())
	require.NoError(t, e.Set(false), "there is none yet")
	require.NoError(t, e.Set(true))
	require.NoError(t, e.Set(true), "twice is once")
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
		e := installed(t)
		require.NoError(t, e.Set(true))
		assert.True(t, e.Enabled())
		path, err := e.path()
		require.NoError(t, err)
		off := "[Desktop Entry]\nExec=/nowhere\n" + line + "\n"
		require.NoError(t, os.WriteFile(path, []byte(off), 0o600))
		assert.False(t, e.Enabled(), line)
		broken, err := e.Repair()
		require.NoError(t, err)
		assert.False(t, broken, "it is left alone")
		content, err := os.ReadFile(path)
		require.NoError(t, err)
		assert.Equal(t, off, string(content))
	}
}

func TestAnEntryWhoseProgramIsGoneIsRepaired(t *testing.T) {
	t.Setenv("XDG_CONFIG_HOME", t.TempDir())
	before, now := installed(t), installed(t)
	broken, err := now.Repair()
	require.NoError(t, err)
	assert.False(t, broken, "there is none")
	assert.False(t, now.Enabled())

	before.Command = append(before.Command, "--log-level", "debug")
	require.NoError(t, before.Set(true))
	broken, err = now.Repair()
	require.NoError(t, err)
	assert.False(t, broken, "the other program is still there")
	assert.True(t, now.Enabled())

	require.NoError(t, os.Remove(before.Command[0]))
	assert.False(t, now.Enabled(), "nothing would be started")
	broken, err = now.Repair()
	require.NoError(t, err)
	assert.True(t, broken)
	assert.True(t, now.Enabled())
	content, err := now.read()
	require.NoError(t, err)
	assert.Equal(t, append([]string{now.Command[0]}, before.Command[1:]...), commandOf(content), "its other arguments are kept")
}

func TestAnEntryThatCannotBeRepairedIsBroken(t *testing.T) {
	folder := t.TempDir()
	t.Setenv("XDG_CONFIG_HOME", folder)
	e := installed(t)
	old := entry()
	require.NoError(t, old.Set(true))
	e.Command[0] = "/a\nb"
	broken, err := e.Repair()
	require.Error(t, err)
	assert.True(t, broken)
	assert.False(t, e.Enabled())
}

func TestTheCommandOfAnEntry(t *testing.T) {
	for content, want := range map[string][]string{
		"[Desktop Entry]\nExec=watch --minimized\n":               {"watch", "--minimized"},
		"[Desktop Entry]\nTryExec=/x\nExec=\"/a b\"  --wall %U\n": {"/a b", "--wall", "%U"},
		"[Desktop Entry]\nName=Watch\n":                           nil,
		"Exec=\n":                                                 nil,
		"Exec=\"/not closed":                                      {"/not closed"},
		"Exec=\"\" x":                                             {"", "x"},
		`Exec=/a\sb`:                                              {"/a", "b"},
	} {
		assert.Equal(t, want, commandOf(content), content)
	}
}

func FuzzQuote(f *testing.F) {
	for _, argument := range []string{"/usr/bin/watch", `/a b/100%"$\`, "`", "", `\\s`, "%%"} {
		f.Add(argument)
	}
	f.Fuzz(func(t *testing.T, argument string) {
		line := quote("/x") + " " + quote(argument)
		assert.Equal(t, []string{"/x", argument}, split(line), line)
	})
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
