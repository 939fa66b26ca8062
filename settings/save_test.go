package settings_test

import (
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"routerwatch/monitor"
	"routerwatch/settings"
	"routerwatch/ui/view"
)

func TestSaveThenLoad(t *testing.T) {
	path := filepath.Join(t.TempDir(), "new", "folder", "settings.toml")
	f := settings.NewFile(path)
	kept, err := f.Save(wholeSettings())
	require.NoError(t, err)
	assert.Empty(t, kept)

	l := settings.NewFile(path).Load()
	assert.Empty(t, l.Problems)
	assert.Equal(t, wholeSettings(), l.Settings)

	info, err := os.Stat(path)
	require.NoError(t, err)
	folder, err := os.Stat(filepath.Dir(path))
	require.NoError(t, err)
	if runtime.GOOS != "windows" {
		assert.Equal(t, fs.FileMode(0o600), info.Mode().Perm())
		assert.Equal(t, fs.FileMode(0o700), folder.Mode().Perm())
	}
	assert.Empty(t, beside(t, f), "no temporary file is left")
	text, err := os.ReadFile(path)
	require.NoError(t, err)
	assert.True(t, strings.HasPrefix(string(text), "# The settings of Routerwatch."))
}

func TestSaveThenLoadGivesTheSame(t *testing.T) {
	path := filepath.Join(t.TempDir(), "settings.toml")
	f := settings.NewFile(path) // one file for all: each save meets what the last one left
	rapid.Check(t, func(t *rapid.T) {
		s := anySettings(t)
		_, err := f.Save(s)
		require.NoError(t, err)
		l := settings.NewFile(path).Load()
		require.Empty(t, l.Problems)
		require.Truef(t, s.Equal(l.Settings), "saved %+v\nloaded %+v", s, l.Settings)
	})
	assert.Empty(t, beside(t, f), "nothing was lost, so nothing was kept aside")
}

func anySettings(t *rapid.T) settings.Settings {
	between := func(name string, least, most time.Duration) time.Duration {
		return time.Duration(rapid.Int64Range(int64(least), int64(most)).Draw(t, name))
	}
	yes := func(name string) bool { return rapid.Bool().Draw(t, name) }
	s := settings.Defaults()
	s.Poll = settings.Poll{
		Interval:     between("interval", time.Second, time.Hour),
		Timeout:      between("timeout", time.Second, 5*time.Minute),
		Threshold:    rapid.IntRange(1, 100).Draw(t, "threshold"),
		RecoverAfter: rapid.IntRange(1, 100).Draw(t, "recover after"),
		LostPairs:    rapid.IntRange(1, 100).Draw(t, "lost pairs"),
		Details:      yes("details"),
	}
	s.Backoff.Policy = rapid.SampledFrom([]string{"default", "rpoms", "stableroute"}).Draw(t, "policy")
	s.Notifications = monitor.Notifications{
		Down: yes("down"), Paused: yes("paused"), PairsZero: yes("zero"), PairsChanged: yes("changed"),
		CertificateDays: rapid.IntRange(0, 365).Draw(t, "certificate"),
	}
	s.Tray.Count = yes("count")
	s.Window.Theme = rapid.SampledFrom([]string{"system", "light", "dark"}).Draw(t, "theme")
	s.History.MinutesKept = rapid.IntRange(1, 3650).Draw(t, "minutes kept")
	if yes("first wait") {
		s.Backoff.FirstWait = settings.Use(between("first", time.Millisecond, time.Minute))
	}
	if yes("longest wait") {
		s.Backoff.LongestWait = settings.Use(between("longest", time.Minute, 24*time.Hour))
	}
	if yes("settle after") {
		s.Backoff.SettleAfter = settings.Use(0)
	}
	if yes("settled wait") {
		s.Backoff.SettledWait = settings.Use(between("settled", time.Minute, 24*time.Hour))
	}
	if yes("jitter") {
		s.Backoff.Jitter = settings.Use(rapid.Float64Range(0, 1).Draw(t, "fraction"))
	}
	for i := range rapid.IntRange(0, 4).Draw(t, "routers") { // of different names and addresses
		name := rapid.StringN(1, 59, -1).
			Filter(func(s string) bool { return settings.CheckName(s) == nil && strings.TrimSpace(s) == s }).Draw(t, "name")
		s.Routers = append(s.Routers, settings.Router{
			ID: settings.NewID(), Name: name + strconv.Itoa(i), URL: "https://r" + strconv.Itoa(i) + rapid.StringMatching(`[a-z]{1,9}(/[a-z"\\']{0,5})?`).Draw(t, "url"),
		})
	}
	return s
}

const newer = `version = 7
colour = "mauve"
when = 2031-05-06
list = [1, [2, "three"], {four = 4}]

[[router]]
id = "prod"
name = "Production"
url = "https://router.example.org"
region = "eu"
[router.limits]
burst = 3

[[router]]
id = "odd"
name = "Socket"
url = "unix:///run/router.sock"

[poll]
interval = "10s"
shape = "square"

[alarm.bell]
loud = true
`

func TestSaveKeepsWhatItDoesNotKnow(t *testing.T) {
	f := written(t, newer)
	l := f.Load()
	require.Len(t, l.Problems, 2, "the version, and the router that cannot be watched")
	s := l.Settings
	s.Routers[0].Name = "Renamed"
	s.Routers[0].URL = "https://moved.example.org"
	s.Routers = append(s.Routers, settings.Router{ID: "extra", Name: "Extra", URL: "https://extra.example.org"})
	s.Poll.Interval = time.Minute
	for range 2 { // and the second save as well
		kept, err := f.Save(s)
		require.NoError(t, err)
		assert.Empty(t, kept, "nothing is lost")
	}

	again := f.Load()
	assert.True(t, s.Equal(again.Settings))
	assert.Len(t, again.Problems, 2)
	text, err := os.ReadFile(f.Path())
	require.NoError(t, err)
	for _, line := range []string{
		`version = 7`, `colour = "mauve"`, `when = 2031-05-06`, `list = [1, [2, "three"], {four = 4}]`,
		`region = "eu"`, `burst = 3`, `shape = "square"`, `[alarm.bell]`, `loud = true`,
		`url = "unix:///run/router.sock"`, `interval = "1m"`, `name = "Renamed"`,
	} {
		assert.Contains(t, string(text), line)
	}
}

func TestSaveDropsWhatWasRemoved(t *testing.T) {
	f := written(t, newer)
	s := f.Load().Settings
	s.Routers = nil
	_, err := f.Save(s)
	require.NoError(t, err)
	text, err := os.ReadFile(f.Path())
	require.NoError(t, err)
	assert.NotContains(t, string(text), "burst")
	assert.Contains(t, string(text), "unix:///run/router.sock")
}

func TestSaveKeepsAside(t *testing.T) {
	for name, c := range map[string]struct {
		content string
		meddle  func(t *testing.T, path string) // between load and save
		kept    string                          // a pattern; empty for no copy
	}{
		"not TOML":       {"[[router]\n", nil, "^settings.toml.broken-"},
		"a wrong value":  {"[poll]\ninterval = '-3s'\n", nil, "^settings.toml.broken-"},
		"a wrong table":  {"poll = 5\n", nil, "^settings.toml.broken-"},
		"no loss either": {"x = [[{a = 1}], [{b = 2}]]\n", nil, ""},
		"as it was":      {"# mine\n", nil, ""},
		"edited meanwhile": {"# mine\n", func(t *testing.T, path string) {
			require.NoError(t, os.WriteFile(path, []byte("[[router]]\nurl = 'https://new.example.org'\n"), 0o600))
		}, "^settings.toml.replaced-"},
		"removed meanwhile": {"# mine\n", func(t *testing.T, path string) {
			require.NoError(t, os.Remove(path))
		}, ""},
	} {
		t.Run(name, func(t *testing.T) {
			f := written(t, c.content)
			f.Load()
			content := c.content
			if c.meddle != nil {
				c.meddle(t, f.Path())
				present, _ := os.ReadFile(f.Path())
				content = string(present)
			}
			kept, err := f.Save(wholeSettings())
			require.NoError(t, err)
			l := f.Load()
			assert.Equal(t, wholeSettings(), l.Settings)
			for _, p := range l.Problems {
				assert.True(t, p.Harmless, view.Problem(p))
			}
			if c.kept == "" {
				assert.Empty(t, kept)
				assert.Empty(t, beside(t, f))
				return
			}
			require.Regexp(t, c.kept, kept)
			assert.Equal(t, map[string]string{kept: content}, beside(t, f))
		})
	}
}

func TestSaveRefuses(t *testing.T) {
	for name, c := range map[string]struct {
		spoil func(*settings.Settings)
		wrong string
	}{
		"interval":  {func(s *settings.Settings) { s.Poll.Interval = 0 }, "poll.interval: 0s is not allowed; it must be from 1s to 1h"},
		"timeout":   {func(s *settings.Settings) { s.Poll.Timeout = time.Hour }, "poll.timeout: 1h is not allowed; it must be from 1s to 5m"},
		"threshold": {func(s *settings.Settings) { s.Poll.Threshold = 0 }, "poll.threshold: 0 is not allowed; it must be from 1 to 100"},
		"recover":   {func(s *settings.Settings) { s.Poll.RecoverAfter = -1 }, "poll.recover_after: -1 is not allowed; it must be from 1 to 100"},
		"policy":    {func(s *settings.Settings) { s.Backoff.Policy = "fast" }, `backoff.policy: there is no policy "fast"; it must be one of default, stableroute, rpoms`},
		"settled":   {func(s *settings.Settings) { s.Backoff.SettledWait = settings.Use(48 * time.Hour) }, "backoff.settled_wait: 48h is not allowed; it must be from 1ms to 24h"},
		"jitter":    {func(s *settings.Settings) { s.Backoff.Jitter = settings.Use(2.0) }, "backoff.jitter: 2 is not allowed; it must be from 0 to 1"},
		"name":      {func(s *settings.Settings) { s.Routers[0].Name = " " }, "router 1: the name is empty; it must have 1 to 60 characters"},
		"address":   {func(s *settings.Settings) { s.Routers[1].URL = "backup" }, `router 2 ("Backup"): the address must start with http:// or https://; did you mean https://backup?`},
		"no id":     {func(s *settings.Settings) { s.Routers[0].ID = "" }, `router 1 ("Production"): its id must be 1 to 64 letters, digits, hyphens or underscores`},
		"id twice":  {func(s *settings.Settings) { s.Routers[1].ID = "prod" }, `router 2 ("Backup"): another router has the same id`},
		"not text":  {func(s *settings.Settings) { s.Routers[0].URL = "https://h/\xff" }, `router 1 ("Production"): the address is not valid text`},
		"far too many": {func(s *settings.Settings) {
			for range 5000 {
				s.Routers = append(s.Routers, settings.Router{ID: settings.NewID(), Name: "n", URL: "https://router.example.org"})
			}
		}, "settings.toml: the routers do not fit into 256 KiB"},
	} {
		t.Run(name, func(t *testing.T) {
			f := written(t, whole)
			s := f.Load().Settings
			c.spoil(&s)
			_, err := f.Save(s)
			require.Error(t, err)
			require.Equal(t, c.wrong, view.Problem(err))
			assert.Equal(t, wholeSettings(), f.Load().Settings, "the file is as it was")
		})
	}
}

func TestSaveWhereItCannot(t *testing.T) {
	t.Run("the path leads through a file", func(t *testing.T) {
		f := settings.NewFile(filepath.Join(written(t, "").Path(), "settings.toml"))
		_, err := f.Save(settings.Defaults())
		require.Error(t, err)
		require.Contains(t, view.Problem(err), "is not a folder")
	})
	t.Run("a folder is in its place", func(t *testing.T) {
		path := filepath.Join(t.TempDir(), "settings.toml")
		require.NoError(t, os.Mkdir(path, 0o700))
		_, err := settings.NewFile(path).Save(settings.Defaults())
		require.Error(t, err)
		require.Equal(t, "settings.toml: it is not a regular file", view.Problem(err))
	})
	t.Run("read-only folder", func(t *testing.T) {
		if os.Geteuid() == 0 {
			t.Skip("root may write everywhere")
		}
		f := written(t, whole)
		folder := filepath.Dir(f.Path())
		s := f.Load().Settings
		s.Tray.Count = true
		require.NoError(t, os.Chmod(folder, 0o500))
		t.Cleanup(func() { require.NoError(t, os.Chmod(folder, 0o700)) })
		_, err := f.Save(s)
		require.ErrorIs(t, err, fs.ErrPermission)
		require.Equal(t, "settings.toml: access to it, or to its folder "+folder+", is not permitted", view.Problem(err))
		assert.Equal(t, wholeSettings(), f.Load().Settings)
	})
}

// A process killed in the middle of a save leaves a temporary file, of any
// length, beside a file that is whole.
func TestKilledDuringASave(t *testing.T) {
	for _, length := range []int{0, 1, len(whole) / 2, len(whole)} {
		f := written(t, whole)
		left := filepath.Join(filepath.Dir(f.Path()), ".settings.toml4711")
		require.NoError(t, os.WriteFile(left, []byte(whole[:length]), 0o600))
		l := f.Load()
		assert.Empty(t, l.Problems)
		assert.Equal(t, wholeSettings(), l.Settings)
		_, err := f.Save(settings.Defaults())
		require.NoError(t, err)
		assert.Equal(t, settings.Defaults(), f.Load().Settings)
	}
}

func TestSaveThroughASymbolicLink(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("a link needs a privilege there")
	}
	real := written(t, whole)
	link := filepath.Join(t.TempDir(), "settings.toml")
	require.NoError(t, os.Symlink(real.Path(), link))
	f := settings.NewFile(link)
	s := f.Load().Settings
	s.Tray.Count = true
	_, err := f.Save(s)
	require.NoError(t, err)
	assert.Equal(t, s, real.Load().Settings)
	info, err := os.Lstat(link)
	require.NoError(t, err)
	assert.NotZero(t, info.Mode()&fs.ModeSymlink, "it is still a link")
}

func TestPath(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("the folder is named by XDG_CONFIG_HOME on Linux")
	}
	t.Setenv("XDG_CONFIG_HOME", "/somewhere")
	path, err := settings.Path()
	require.NoError(t, err)
	assert.Equal(t, "/somewhere/routerwatch/settings.toml", path)
	t.Setenv("XDG_CONFIG_HOME", "relative")
	_, err = settings.Path()
	require.ErrorContains(t, err, "there is no folder for the settings")
}
