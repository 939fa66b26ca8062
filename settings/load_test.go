package settings_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"routerwatch/monitor"
	"routerwatch/settings"
	"routerwatch/ui/view"
)

const whole = `version = 1

[[router]]
id = "prod"
name = "Production"
url = "https://router.example.org"

[[router]]
name = "Backup"
url = "https://backup.example.org"

[poll]
interval = "10s"
timeout = "8s"
threshold = 3
recover_after = 1
lost_pairs = 30

[backoff]
policy = "rpoms"
first_wait = "250ms"
settle_after = 0
jitter = 0

[notifications]
paused = false
pairs_changed = true

[tray]
count = false
`

func wholeSettings() settings.Settings {
	s := settings.Defaults() // a key that is added has its default here
	s.Routers = []settings.Router{
		{ID: "prod", Name: "Production", URL: "https://router.example.org"},
		{ID: settings.IDFor("https://backup.example.org"), Name: "Backup", URL: "https://backup.example.org"},
	}
	s.Poll = settings.Poll{Interval: 10 * time.Second, Timeout: 8 * time.Second, Threshold: 3, RecoverAfter: 1, LostPairs: 30, Details: true}
	s.Backoff = settings.Backoff{
		Policy: "rpoms", FirstWait: settings.Use(250 * time.Millisecond),
		SettleAfter: settings.Use(0), Jitter: settings.Use(0.0),
	}
	s.Notifications = monitor.Notifications{Down: true, PairsZero: true, PairsChanged: true, CertificateDays: 14}
	s.Tray.Count = false
	return s
}

// written is a settings file with that content, in a folder of its own.
func written(t *testing.T, content string) *settings.File {
	t.Helper()
	path := filepath.Join(t.TempDir(), "settings.toml")
	require.NoError(t, os.WriteFile(path, []byte(content), 0o600))
	return settings.NewFile(path)
}

// beside are the files beside settings.toml, with their contents.
func beside(t *testing.T, f *settings.File) map[string]string {
	t.Helper()
	entries, err := os.ReadDir(filepath.Dir(f.Path()))
	require.NoError(t, err)
	files := map[string]string{}
	for _, entry := range entries {
		if entry.Name() == filepath.Base(f.Path()) {
			continue
		}
		content, err := os.ReadFile(filepath.Join(filepath.Dir(f.Path()), entry.Name()))
		require.NoError(t, err)
		files[entry.Name()] = string(content)
	}
	return files
}

func TestLoad(t *testing.T) {
	t.Run("missing", func(t *testing.T) {
		l := settings.NewFile(filepath.Join(t.TempDir(), "no", "settings.toml")).Load()
		assert.Empty(t, l.Problems)
		assert.Equal(t, settings.Defaults(), l.Settings)
	})
	t.Run("whole", func(t *testing.T) {
		f := written(t, whole)
		l := f.Load()
		assert.Empty(t, l.Problems)
		assert.Equal(t, wholeSettings(), l.Settings)
		assert.Empty(t, beside(t, f), "loading writes nothing")
		assert.Equal(t, l, f.Load(), "a missing id is the same at each start")
	})
	t.Run("with a byte order mark and Windows line ends", func(t *testing.T) {
		l := written(t, "\ufeff"+strings.ReplaceAll(whole, "\n", "\r\n")).Load()
		assert.Empty(t, l.Problems)
		assert.Equal(t, wholeSettings(), l.Settings)
	})
	t.Run("comments alone", func(t *testing.T) {
		l := written(t, "# nothing yet\n").Load()
		assert.Empty(t, l.Problems)
		assert.Equal(t, settings.Defaults(), l.Settings)
	})
}

// A value that cannot be used costs itself, and nothing else.
func TestLoadOneWrongValue(t *testing.T) {
	_, afterRouters, _ := strings.Cut(whole, "[poll]")
	for name, c := range map[string]struct {
		old, new string
		problem  string
		spoil    func(*settings.Settings) // what the wrong value costs
	}{
		"interval out of range": {
			`interval = "10s"`, `interval = "-3s"`,
			"settings.toml, poll.interval: -3s is not allowed; it must be from 1s to 1h; the default, 5s, is used",
			func(s *settings.Settings) { s.Poll.Interval = 5 * time.Second },
		},
		"interval without a unit": {
			`interval = "10s"`, `interval = 10`,
			`settings.toml, poll.interval: it must be a duration in quotes, such as "5s"; the default, 5s, is used`,
			func(s *settings.Settings) { s.Poll.Interval = 5 * time.Second },
		},
		"interval of a wrong type": {
			`interval = "10s"`, `interval = true`,
			`settings.toml, poll.interval: it must be a duration in quotes, such as "5s"; the default, 5s, is used`,
			func(s *settings.Settings) { s.Poll.Interval = 5 * time.Second },
		},
		"threshold in quotes": {
			`threshold = 3`, `threshold = "3"`,
			"settings.toml, poll.threshold: it must be a whole number from 1 to 100, without quotes; the default, 2, is used",
			func(s *settings.Settings) { s.Poll.Threshold = 2 },
		},
		"jitter out of range": {
			`jitter = 0`, `jitter = 25`,
			"settings.toml, backoff.jitter: 25 is not allowed; it must be from 0 to 1; the policy's own value is used",
			func(s *settings.Settings) { s.Backoff.Jitter = settings.Override[float64]{} },
		},
		"jitter is not a number": {
			`jitter = 0`, `jitter = nan`,
			"settings.toml, backoff.jitter: NaN is not allowed; it must be from 0 to 1; the policy's own value is used",
			func(s *settings.Settings) { s.Backoff.Jitter = settings.Override[float64]{} },
		},
		"unknown policy": {
			`policy = "rpoms"`, `policy = "fast"`,
			`settings.toml, backoff.policy: there is no policy "fast"; it must be one of default, stableroute, rpoms; ` +
				"the default, default, is used",
			func(s *settings.Settings) { s.Backoff.Policy = "default" },
		},
		"an unknown key": {
			`interval = "10s"`, "interval = \"10s\"\nintervall = 1",
			"settings.toml, poll.intervall: there is no such setting; it is left as it is",
			func(*settings.Settings) {},
		},
		"routers that are no list": {
			whole, "router = 1\n[poll]" + afterRouters,
			"settings.toml, router: it must be a list of [[router]] tables; no router is watched",
			func(s *settings.Settings) { s.Routers = nil },
		},
		"a newer version": {
			"version = 1", "version = 2\ncolour = 'mauve'\n[colours]\nlive = 'green'",
			"settings.toml, version: the file is of a newer version (2) than this program knows (1); " +
				"what is known is used and the rest is left as it is",
			func(*settings.Settings) {},
		},
		"a version that is none": {
			"version = 1", "version = 0",
			"settings.toml, version: it must be a whole number from 1; 1 is assumed",
			func(*settings.Settings) {},
		},
		"waits that contradict": {
			`first_wait = "250ms"`, `first_wait = "2m"`,
			"settings.toml, backoff: the longest wait is 1m0s; it must be from the first wait (2m0s) to 24h; " +
				"the policy rpoms is used as it is",
			func(s *settings.Settings) { s.Backoff = settings.Backoff{Policy: "rpoms"} },
		},
		"notification in quotes": {
			`paused = false`, `paused = "no"`,
			"settings.toml, notifications.paused: it must be true or false, without quotes; the default, true, is used",
			func(s *settings.Settings) { s.Notifications.Paused = true },
		},
		"a proxy with a password": {
			`count = false`, "count = false\n[network]\nproxy = 'http://a:b@c'",
			"settings.toml, network.proxy: the proxy's name and password must not be stored in the settings; " +
				"give the whole proxy by HTTPS_PROXY instead; it is not used",
			func(*settings.Settings) {},
		},
		"a table that is none": {
			"[tray]\ncount = false", "[[tray]]\ncount = false",
			"settings.toml, tray: it must be a table, [tray]; its defaults are used",
			func(s *settings.Settings) { s.Tray.Count = true },
		},
		"router without a scheme": {
			`"https://router.example.org"`, `"router.example.org"`,
			`settings.toml, router 1 ("Production"): the address must start with http:// or https://; did you mean https://router.example.org?; ` +
				"it is not watched",
			func(s *settings.Settings) { s.Routers = s.Routers[1:] },
		},
		"router without an address": {
			`url = "https://backup.example.org"`, ``,
			`settings.toml, router 2 ("Backup"): it has no url; it is not watched`,
			func(s *settings.Settings) { s.Routers = s.Routers[:1] },
		},
		"router with a name that cannot be shown": {
			`name = "Production"`, `name = "a\u202eb"`,
			"settings.toml, router 1: the name has a control character in it; it must be plain text on one line; " +
				`it is called "router.example.org"`,
			func(s *settings.Settings) { s.Routers[0].Name = "router.example.org" },
		},
		"router with an odd id": {
			`id = "prod"`, `id = "../prod"`,
			`settings.toml, router 1 ("Production"): its id must be 1 to 64 letters, digits, hyphens or underscores; ` +
				"another id is used",
			func(s *settings.Settings) { s.Routers[0].ID = settings.IDFor("https://router.example.org") },
		},
		"router with a flag of another type": {
			`id = "prod"`, "id = \"prod\"\ntoken = \"yes\"",
			`settings.toml, router 1 ("Production"), token: it must be true or false, without quotes; the default, false, is used`,
			func(*settings.Settings) {},
		},
	} {
		t.Run(name, func(t *testing.T) {
			require.Contains(t, whole, c.old)
			l := written(t, strings.Replace(whole, c.old, c.new, 1)).Load()
			want := wholeSettings()
			c.spoil(&want)
			assert.Equal(t, want, l.Settings)
			require.Len(t, l.Problems, 1)
			assert.Equal(t, c.problem, view.Problem(l.Problems[0]))
		})
	}
}

func TestLoadRoutersAsPeopleWriteThem(t *testing.T) {
	const address = "https://router.example.org"
	named := settings.Router{ID: settings.IDFor(address), Name: "router.example.org", URL: address}
	for name, content := range map[string]string{
		"single table":   "[router]\nurl = '" + address + "'",
		"inline":         "router = [{url = '" + address + "'}]",
		"without a name": "[[router]]\nurl = ' " + address + " '",
		"name of spaces": "[[router]]\nid = ''\nurl = '" + address + "'",
	} {
		t.Run(name, func(t *testing.T) {
			assert.Equal(t, []settings.Router{named}, written(t, content).Load().Settings.Routers)
		})
	}
	t.Run("a table copied with its id", func(t *testing.T) {
		l := written(t, strings.Replace(whole, `name = "Backup"`, "name = \"Backup\"\nid = \"prod\"", 1)).Load()
		assert.Empty(t, l.Problems)
		assert.Equal(t, wholeSettings().Routers, l.Settings.Routers)
	})
	t.Run("a new table above one of the same address that was saved", func(t *testing.T) {
		saved := settings.IDFor(address)
		l := written(t, "[[router]]\nname = 'New'\nurl = '"+address+"'\n"+
			"[[router]]\nid = '"+saved+"'\nname = 'Saved'\nurl = '"+address+"'\ntoken = true\n").Load()
		require.Len(t, l.Settings.Routers, 2)
		assert.NotEqual(t, saved, l.Settings.Routers[0].ID, "its token is the other router's")
		assert.Equal(t, settings.Router{ID: saved, Name: "Saved", URL: address, Token: true}, l.Settings.Routers[1])
	})
	t.Run("the same address twice", func(t *testing.T) {
		l := written(t, strings.Repeat("[[router]]\nurl = '"+address+"'\n", 2)).Load()
		require.Len(t, l.Settings.Routers, 2)
		assert.NotEqual(t, l.Settings.Routers[0].ID, l.Settings.Routers[1].ID)
	})
}

func TestLoadBrokenFile(t *testing.T) {
	for name, c := range map[string]struct {
		content string
		problem string
		kept    bool
	}{
		"empty":       {"", "settings.toml: the file is empty; the defaults are used", false},
		"spaces":      {" \n\n", "settings.toml: the file is empty; the defaults are used", false},
		"NUL":         {strings.Repeat("\x00", 4096), "settings.toml, line 1: it is not valid TOML", true},
		"other text":  {"hello\nworld\n", "settings.toml, line 1: ", true},
		"not UTF-8":   {"\xfe\xff\x00a", "settings.toml, line 1: ", true},
		"dotted":      {strings.Repeat("a.", 50_000) + "a = 1", "settings.toml: it is not valid TOML", true},
		"nested":      {"a = " + strings.Repeat("{a=", 9000), "settings.toml: it is not valid TOML", true},
		"brackets":    {"a = " + strings.Repeat("[", 200_000), "settings.toml, line 1: ", true},
		"many errors": {strings.Repeat("no\n", 100), "settings.toml, line 1: ", true},
		"one slip":    {strings.Replace(whole, `interval = "10s"`, `interval = 10s`, 1), "settings.toml, line 13: ", true},
	} {
		t.Run(name, func(t *testing.T) {
			f := written(t, c.content)
			l := f.Load()
			assert.Equal(t, settings.Defaults(), l.Settings)
			require.NotEmpty(t, l.Problems)
			assert.Contains(t, view.Problem(l.Problems[0]), c.problem)
			assert.Contains(t, view.Problem(l.Problems[0]), "; the defaults are used")
			assert.NotContains(t, view.Problem(l.Problems[0]), "\x00")
			if !c.kept {
				assert.Empty(t, beside(t, f))
				return
			}
			require.Regexp(t, `^settings\.toml\.broken-[0-9a-f]{8}$`, l.Problems[0].Kept)
			assert.Equal(t, map[string]string{l.Problems[0].Kept: c.content}, beside(t, f))
			assert.Contains(t, view.Problem(l.Problems[0]), "a copy is kept as "+l.Problems[0].Kept)

			again := f.Load()
			assert.Equal(t, l, again, "one copy is enough")
			assert.Len(t, beside(t, f), 1)
		})
	}
}

func TestLoadKeepsEveryBrokenFile(t *testing.T) {
	f := written(t, "first")
	f.Load()
	require.NoError(t, os.WriteFile(f.Path(), []byte("second"), 0o600))
	f.Load()
	var contents []string
	for _, content := range beside(t, f) {
		contents = append(contents, content)
	}
	assert.ElementsMatch(t, []string{"first", "second"}, contents)
}

func TestLoadHalfAFile(t *testing.T) {
	for cut := range len(whole) {
		f := written(t, whole[:cut])
		l := f.Load()
		require.NoError(t, l.Settings.Validate(), "cut at %d", cut)
		if len(l.Settings.Routers) == 0 && strings.Contains(whole[:cut], "url = ") {
			require.NotEmpty(t, l.Problems, "cut at %d", cut)
			require.NotEmpty(t, l.Problems[0].Kept, "cut at %d", cut)
		}
	}
}

func TestLoadWhatIsNoFile(t *testing.T) {
	t.Run("folder", func(t *testing.T) {
		l := settings.NewFile(t.TempDir()).Load()
		require.Len(t, l.Problems, 1)
		assert.Contains(t, view.Problem(l.Problems[0]), "it is not a regular file; the defaults are used")
	})
	t.Run("too large", func(t *testing.T) {
		l := written(t, strings.Repeat("#", 300<<10)).Load()
		require.Len(t, l.Problems, 1)
		assert.Equal(t, "settings.toml: it is larger than 256 KiB and so no settings file; the defaults are used",
			view.Problem(l.Problems[0]))
	})
	t.Run("not in a folder", func(t *testing.T) {
		f := written(t, "")
		l := settings.NewFile(filepath.Join(f.Path(), "settings.toml")).Load()
		require.Len(t, l.Problems, 1)
		assert.Contains(t, view.Problem(l.Problems[0]), "is not a folder")
	})
}

func TestLoadRefusesAnAddressThatIsNone(t *testing.T) {
	f := settings.NewFile(written(t, strings.Replace(whole, "https://backup", "https://u:s3cret@backup", 1)).Path())
	l := f.Load()
	require.Len(t, l.Problems, 1)
	require.Equal(t, `settings.toml, router 2 ("Backup"): the address must not contain a user name or password; `+
		`give the router a token instead; it is not watched`, view.Problem(l.Problems[0]))
	assert.Len(t, l.Settings.Routers, 1)
}

func TestTheSameNameOrAddressTwiceIsReported(t *testing.T) {
	path := filepath.Join(t.TempDir(), "settings.toml")
	require.NoError(t, os.WriteFile(path, []byte(`
[[router]]
name = "Frankfurt"
url = "https://router.example.org"
[[router]]
name = "Singapore"
url = "HTTPS://router.example.org/"
[[router]]
name = "Frankfurt"
url = "https://other.example.org"
[[router]]
name = "Tokyo"
url = "https://other.example.org:443/api/v1/stats"
`), 0o600))
	l := settings.NewFile(path).Load()
	assert.Len(t, l.Settings.Routers, 4, "all are watched")
	var problems []string
	for _, p := range l.Problems {
		assert.True(t, p.Harmless)
		problems = append(problems, p.Error())
	}
	assert.Equal(t, []string{
		`router 2 ("Singapore"): address of another router`,
		`router 3 ("Frankfurt"): name of another router`,
		`router 4 ("Tokyo"): address of another router`,
	}, problems)
}
