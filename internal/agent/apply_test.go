package agent

import (
	"context"
	"errors"
	"maps"
	"path/filepath"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"routerwatch/internal/platform/instance"
	"routerwatch/internal/secret"
	"routerwatch/monitor"
	"routerwatch/settings"
	"routerwatch/ui/wire"
)

// app is the newest line of that window about the app, once seq is answered.
func (f *fixture) app(window int, seq float64) map[string]any {
	f.t.Helper()
	var app map[string]any
	f.eventually(func() bool {
		for _, line := range f.lines(window) {
			if line["type"] == "app" && line["answered"] == seq {
				app = line
			}
		}
		return app != nil
	}, "answered")
	return app
}

// loginEntry is a login entry that is only a switch.
type loginEntry struct {
	on  bool
	err error
}

func (l *loginEntry) Enabled() bool     { return l.on }
func (l *loginEntry) Set(on bool) error { l.on = on; return l.err }

// saving has the window save the settings, changed, and records what is saved.
func saving(f *fixture, change func(*settings.Settings)) *[]settings.Settings {
	f.options.Saved = f.options.Settings
	wanted := f.options.Saved.Clone()
	change(&wanted)
	f.command = wire.Command{Do: wire.Save, Seq: 7, Settings: &wanted}
	var saved []settings.Settings
	f.options.Save = func(s settings.Settings) (settings.Settings, error) {
		saved = append(saved, s)
		return s, nil
	}
	return &saved
}

// attempt is a connection that was made: to which address, and with a token or not.
type attempt struct {
	url   string
	token bool
}

// attempts has f record every connection that is made.
func attempts(f *fixture) func() []attempt {
	var mu sync.Mutex
	var made []attempt
	f.options.Open = func(tokens secret.Tokens, _ settings.Network) Opener {
		return func(r settings.Router) (monitor.Config, error) {
			mu.Lock()
			defer mu.Unlock()
			made = append(made, attempt{r.URL, tokens.For(r).Present()})
			return f.open(r)
		}
	}
	return func() []attempt {
		mu.Lock()
		defer mu.Unlock()
		return slices.Clone(made)
	}
}

func TestSavedSettingsApplyAtOnce(t *testing.T) {
	f := prepare(t, "say")
	entry := &loginEntry{}
	f.options.AtLogin = entry
	saved := saving(f, func(s *settings.Settings) {
		s.Routers = append([]settings.Router{{ID: "new", URL: "http://127.0.0.1:2"}}, s.Routers...)
		s.Routers[1].Name = "renamed"
	})
	f.command.AtLogin = true
	f.run()
	app := f.app(1, 7)
	assert.Equal(t, []any{"new", "r1"}, app["routers"], "in the operator's order")
	assert.Empty(t, app["refused"])
	assert.Empty(t, app["problem"])
	for _, name := range []string{"renamed", settings.NameFor("http://127.0.0.1:2")} {
		f.eventually(func() bool {
			return slices.ContainsFunc(f.lines(1), func(l map[string]any) bool { return l["router"] == name && l["status"] == "live" })
		}, name)
	}
	require.NoError(t, f.end())
	require.Len(t, *saved, 1)
	assert.True(t, entry.on)
}

// A watch that a change does not touch goes on with the connection it has. One
// that it touches is connected anew, after its address was checked if the router
// itself is what changed.
func TestAChangeRestartsOnlyWhatItTouches(t *testing.T) {
	const first, second, third = "http://127.0.0.1:1", "http://127.0.0.1:2", "http://127.0.0.1:3"
	for name, c := range map[string]struct {
		change func(*settings.Settings)
		again  map[string]int // connections after the first, by address
	}{
		"nothing":       {func(*settings.Settings) {}, nil},
		"reordered":     {func(s *settings.Settings) { slices.Reverse(s.Routers) }, nil},
		"notifications": {func(s *settings.Settings) { s.Notifications.Down = false }, nil},
		"tray":          {func(s *settings.Settings) { s.Tray.Count = false }, nil},
		"removed":       {func(s *settings.Settings) { s.Routers = s.Routers[1:] }, nil},
		"added":         {func(s *settings.Settings) { s.Routers = append(s.Routers, settings.Router{ID: "r3", URL: third}) }, map[string]int{third: 2}},
		"renamed":       {func(s *settings.Settings) { s.Routers[0].Name = "Alpha" }, map[string]int{first: 2}},
		"moved":         {func(s *settings.Settings) { s.Routers[1].URL = third }, map[string]int{third: 2}},
		"interval":      {func(s *settings.Settings) { s.Poll.Interval = time.Minute }, map[string]int{first: 1, second: 1}},
		"policy":        {func(s *settings.Settings) { s.Backoff.Jitter = settings.Use(0.5) }, map[string]int{first: 1, second: 1}},
		"network":       {func(s *settings.Settings) { s.Network.Proxy = monitor.Direct }, map[string]int{first: 1, second: 1}},
	} {
		t.Run(name, func(t *testing.T) {
			f := prepare(t, "say")
			f.options.Settings.Routers = []settings.Router{{ID: "r1", Name: "A", URL: first}, {ID: "r2", Name: "B", URL: second}}
			saving(f, c.change)
			made := attempts(f)
			f.run()
			assert.Empty(t, f.app(1, 7)["refused"])
			require.NoError(t, f.end())
			again := map[string]int{first: -1, second: -1}
			for _, a := range made() {
				again[a.url]++
			}
			maps.DeleteFunc(again, func(_ string, n int) bool { return n == 0 })
			if c.again == nil {
				assert.Empty(t, again)
				return
			}
			assert.Equal(t, c.again, again)
		})
	}
}

func TestARemovedRouterTakesItsNotificationsAlong(t *testing.T) {
	f := prepare(t, "say")
	saving(f, func(s *settings.Settings) { s.Routers = nil })
	f.run()
	app := f.app(1, 7)
	assert.Empty(t, app["routers"])
	assert.Equal(t, true, app["welcome"])
	require.NoError(t, f.end())
	assert.Contains(t, f.withdrawn, "r1/outage")
	assert.Equal(t, monitor.Connecting, f.tray().Icon.Shape, "there is none left")
}

func TestAChangedSettingKeepsTheCounts(t *testing.T) {
	f := prepare(t, "record", "say")
	f.set(failure())
	saving(f, func(s *settings.Settings) { s.Poll.Threshold = 50 }) // restarts the watch
	f.run()
	f.eventually(f.status(monitor.Down), "down")
	f.leaveTheWindow()
	f.app(2, 7)
	before := len(f.lines(2))
	f.eventually(func() bool { return len(f.lines(2)) > before+4 }, "polled on")
	require.NoError(t, f.end())
	for _, line := range f.lines(2) {
		if status, ok := line["status"]; ok {
			assert.Equal(t, "down", status, "a fresh watch would be under its threshold")
		}
	}
}

// A router that was added to the file by hand while the program ran is watched after
// a save, and the window says so.
func TestASaveWatchesWhatWasAddedToTheFile(t *testing.T) {
	f := prepare(t, "say")
	saving(f, func(s *settings.Settings) { s.Routers[0].Name = "renamed" })
	file := settings.NewFile(filepath.Join(t.TempDir(), "settings.toml"))
	save := func(file *settings.File, s settings.Settings) (settings.Settings, error) {
		allowed := s.Clone()
		allowed.Poll.Interval = time.Second // longer than the test's
		_, err := file.Save(allowed)
		return s, err
	}
	_, err := save(file, f.options.Saved)
	require.NoError(t, err)
	byHand := settings.NewFile(file.Path())
	edited := byHand.Load().Settings
	edited.Routers = append(edited.Routers, settings.Router{ID: "r9", Name: "by hand", URL: "http://127.0.0.1:9"})
	_, err = save(byHand, edited)
	require.NoError(t, err)
	f.options.Merge = file.Merge
	f.options.Save = func(s settings.Settings) (settings.Settings, error) { return save(file, s) }
	f.run()
	app := f.app(1, 7)
	assert.Equal(t, []any{"r1", "r9"}, app["routers"])
	assert.Equal(t, "The settings file had been edited meanwhile, and that counts too: by hand was added.", app["problem"])
	f.eventually(func() bool {
		return slices.ContainsFunc(f.lines(1), func(l map[string]any) bool { return l["router"] == "by hand" && l["status"] == "live" })
	}, "watched")
	require.NoError(t, f.end())
	left := settings.NewFile(file.Path()).Load().Settings.Routers
	assert.Equal(t, []string{"renamed", "by hand"}, []string{left[0].Name, left[1].Name})
}

func TestSettingsThatCannotBeSavedAreRefusedInASentence(t *testing.T) {
	for name, tt := range map[string]struct {
		spoil            func(*fixture)
		refused, problem string
		applied          bool
	}{
		"a full disk":     {func(f *fixture) { f.options.Save = full }, "The disk is full.", "", false},
		"no login entry":  {func(f *fixture) { f.options.AtLogin = &loginEntry{err: errors.New("the folder is read-only")} }, "", "The settings are saved, but not whether to start at login: the folder is read-only.", true},
		"nothing is kept": {func(f *fixture) { f.options.Save = nil }, "A run with --demo or --url has no settings to change.", "", false},
	} {
		t.Run(name, func(t *testing.T) {
			f := prepare(t, "say")
			saving(f, func(s *settings.Settings) { s.Routers = nil })
			f.command.AtLogin = true
			tt.spoil(f)
			f.run()
			app := f.app(1, 7)
			assert.Equal(t, tt.refused, app["refused"])
			assert.Equal(t, tt.problem, app["problem"])
			assert.Equal(t, tt.applied, len(app["routers"].([]any)) == 0)
			require.NoError(t, f.end())
		})
	}
}

func full(settings.Settings) (settings.Settings, error) {
	return settings.Settings{}, errors.New("the disk is full")
}

func TestATokenIsUsedFromThenOn(t *testing.T) {
	f := prepare(t, "say")
	saved := saving(f, func(*settings.Settings) {})
	f.command.Tokens = map[string]string{"r1": "s3cret"}
	made := attempts(f)
	f.run()
	assert.Empty(t, f.app(1, 7)["refused"])
	f.eventually(f.status(monitor.Live), "live")
	require.NoError(t, f.end())
	assert.Equal(t, []attempt{{"http://127.0.0.1:1", false}, {"http://127.0.0.1:1", true}, {"http://127.0.0.1:1", true}}, made(), "checked, and connected anew, with it")
	assert.True(t, (*saved)[0].Routers[0].Token)

	f = prepare(t, "say")
	f.options.Settings.Routers[0].Token = true
	f.options.Tokens = secret.Tokens{}.With(f.options.Settings.Routers[0], "s3cret")
	saved = saving(f, func(*settings.Settings) {})
	f.command.Tokens = map[string]string{"r1": ""}
	made = attempts(f)
	f.run()
	f.app(1, 7)
	require.NoError(t, f.end())
	assert.Equal(t, attempt{"http://127.0.0.1:1", true}, made()[0])
	assert.Equal(t, attempt{"http://127.0.0.1:1", false}, made()[len(made())-1], "without it, once it is taken away")
	assert.False(t, (*saved)[0].Routers[0].Token)
}

// A new address and its new token come together: neither goes with the other's
// old one, also where they are refused.
func TestANewTokenGoesToTheNewAddressAlone(t *testing.T) {
	const before, after = "http://127.0.0.1:1", "http://127.0.0.1:2"
	for name, refused := range map[string]bool{"taken": false, "refused": true} {
		t.Run(name, func(t *testing.T) {
			f := prepare(t, "say")
			saving(f, func(s *settings.Settings) { s.Routers[0].URL = after })
			f.command.Tokens = map[string]string{"r1": "s3cret"}
			if refused {
				f.options.Save = full
			}
			made := attempts(f)
			f.run()
			assert.Equal(t, refused, f.app(1, 7)["refused"] != "")
			require.NoError(t, f.end())
			assert.NotContains(t, made(), attempt{before, true})
			assert.NotContains(t, made(), attempt{after, false})
			assert.Contains(t, made(), attempt{after, true}, "it was tried")
			if refused {
				assert.False(t, f.agent.o.Tokens.For(settings.Router{ID: "r1", URL: after, Token: true}).Present(), "nothing is left of it")
			}
		})
	}
}

func TestAWindowThatOpensGetsTheLastHour(t *testing.T) {
	f := prepare(t, "record")
	f.run()
	f.eventually(f.status(monitor.Live), "live")
	f.leaveTheWindow()
	f.eventually(func() bool {
		return slices.ContainsFunc(f.lines(2), func(l map[string]any) bool {
			points, _ := l["points"].([]any)
			return l["type"] == "history" && len(points) > 0
		})
	}, "history")
	require.NoError(t, f.end())
}

// lister is a router that names its pairs.
type lister struct{ *fixture }

func (lister) Ask(context.Context, monitor.Question) (monitor.Answer, error) {
	return monitor.Answer{Page: monitor.Page{Pairs: []string{"A→B", "A→C", "B→A", "C→A"}}}, nil
}

func TestAWindowGetsThePairsByName(t *testing.T) {
	f := prepare(t, "record")
	f.options.Settings.Poll.Interval = 2 * time.Second
	f.options.Open = plainly(func(settings.Router) (monitor.Config, error) {
		return monitor.Config{Source: lister{f}, Router: monitor.Router{URL: "http://127.0.0.1:1"}}, nil
	})
	f.run()
	named := func(window int) func() bool {
		return func() bool {
			return slices.ContainsFunc(f.lines(window), func(l map[string]any) bool {
				names, _ := l["names"].([]any)
				return l["type"] == "pairs" && len(names) == 4
			})
		}
	}
	f.eventually(named(1), "once they are listed")
	f.leaveTheWindow()
	f.eventually(named(2), "when it opens")
	require.NoError(t, f.end())
}

func TestASecondStartShowsTheWindowOnItsDisplay(t *testing.T) {
	shows := make(chan instance.Request)
	f := prepare(t, "record")
	f.options.Minimized, f.options.Shows = true, shows
	f.run()
	shows <- instance.Request{"TEST_RECORD=" + f.record(9)} // stands for DISPLAY
	f.eventually(func() bool { return len(f.lines(9)) > 0 }, "opened there")
	require.NoError(t, f.end())
}

func TestASecondStartTakesTheOpenWindowToItsDisplay(t *testing.T) {
	t.Setenv("DISPLAY", ":1")
	shows := make(chan instance.Request)
	f := prepare(t, "record")
	f.options.Shows = shows
	f.run()
	f.eventually(func() bool { return len(f.lines(1)) > 0 }, "opened")
	raised := func() bool {
		return slices.ContainsFunc(f.lines(1), func(l map[string]any) bool { return l["type"] == "show" })
	}
	shows <- instance.Request{"DISPLAY=:1", "TEST_RECORD=" + f.record(8)}
	f.eventually(raised, "on its own display")
	shows <- instance.Request{"DISPLAY=:2", "TEST_RECORD=" + f.record(9)}
	f.eventually(func() bool { return len(f.lines(9)) > 0 }, "opened on the other")
	assert.Empty(t, f.lines(8))
	require.NoError(t, f.end())
}

func TestAWallDisplayComesBackAsOne(t *testing.T) {
	f := prepare(t, "say")
	saving(f, func(*settings.Settings) {})
	f.command, f.then = wire.Command{Do: wire.Wall, On: true}, f.command
	f.run()
	f.app(1, 7) // what was said before that has arrived, too
	f.leaveTheWindow()
	f.eventually(func() bool { return len(f.lines(2)) > 0 }, "opened again")
	require.NoError(t, f.end())
	assert.Equal(t, []bool{false, true}, f.walls)
}
