package agent

import (
	"errors"
	"slices"
	"sync/atomic"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

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

func (l *loginEntry) Enabled() bool  { return l.on }
func (l *loginEntry) Enable() error  { l.on = true; return l.err }
func (l *loginEntry) Disable() error { l.on = false; return l.err }

func saving(f *fixture, change func(*wire.Settings)) *[]settings.Settings {
	f.options.Saved = f.options.Settings
	wanted := wire.FromSettings(f.options.Saved, false)
	change(&wanted)
	f.command = wire.Command{Do: wire.Save, Seq: 7, Settings: &wanted}
	var saved []settings.Settings
	f.options.Save = func(s settings.Settings) (settings.Settings, error) {
		saved = append(saved, s)
		return s, nil
	}
	return &saved
}

func TestSavedSettingsApplyAtOnce(t *testing.T) {
	f := prepare(t, "say")
	entry := &loginEntry{}
	f.options.AtLogin = entry
	saved := saving(f, func(s *wire.Settings) {
		s.Routers = append([]wire.Router{{ID: "new", URL: "http://127.0.0.1:2"}}, s.Routers...)
		s.Routers[1].Name = "renamed"
		s.AtLogin = true
	})
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

func TestARemovedRouterTakesItsNotificationsAlong(t *testing.T) {
	f := prepare(t, "say")
	saving(f, func(s *wire.Settings) { s.Routers = nil })
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
	saving(f, func(s *wire.Settings) { s.Threshold = 50 }) // restarts the watch
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

func TestSettingsThatCannotBeSavedAreRefusedInASentence(t *testing.T) {
	for name, tt := range map[string]struct {
		spoil   func(*fixture)
		want    string
		applied bool
	}{
		"a full disk":     {func(f *fixture) { f.options.Save = full }, "The disk is full.", false},
		"no login entry":  {func(f *fixture) { f.options.AtLogin = &loginEntry{err: errors.New("the folder is read-only")} }, "The settings are saved, but not whether to start at login: the folder is read-only.", true},
		"nothing is kept": {func(f *fixture) { f.options.Save = nil }, "This start keeps no settings; start routerwatch without --url and --demo.", false},
	} {
		t.Run(name, func(t *testing.T) {
			f := prepare(t, "say")
			saving(f, func(s *wire.Settings) { s.Routers, s.AtLogin = nil, true })
			tt.spoil(f)
			f.run()
			app := f.app(1, 7)
			assert.Equal(t, tt.want, app["refused"])
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
	f.command = wire.Command{Do: wire.Token, Router: "r1", Token: "s3cret"}
	tokens := make(chan Token, 1)
	f.options.SetToken = func(id, token string) { tokens <- Token{RouterID: id, Text: token} }
	var opened atomic.Int32
	f.options.Open = func(r settings.Router) (Connection, error) {
		opened.Add(1)
		return f.open(r)
	}
	f.run()
	assert.Equal(t, Token{RouterID: "r1", Text: "s3cret"}, <-tokens)
	f.eventually(func() bool { return opened.Load() == 2 }, "connected anew, with it")
	f.eventually(f.status(monitor.Live), "live")
	require.NoError(t, f.end())
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

func TestASecondStartShowsTheWindowOnItsDisplay(t *testing.T) {
	shows := make(chan Display)
	f := prepare(t, "record")
	f.options.Minimized, f.options.Shows = true, shows
	f.run()
	shows <- Display{"TEST_RECORD=" + f.record(9)} // stands for DISPLAY
	f.eventually(func() bool { return len(f.lines(9)) > 0 }, "opened there")
	require.NoError(t, f.end())
}

func TestAWallDisplayComesBackAsOne(t *testing.T) {
	f := prepare(t, "say")
	f.command = wire.Command{Do: wire.Wall, On: true}
	f.run()
	f.eventually(func() bool { return len(f.lines(1)) > 0 }, "opened")
	f.leaveTheWindow()
	f.eventually(func() bool { return len(f.lines(2)) > 0 }, "opened again")
	require.NoError(t, f.end())
	assert.Equal(t, []bool{false, true}, f.walls)
}
