package agent

import (
	"context"
	"errors"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"routerwatch/internal/secret"
	"routerwatch/monitor"
	"routerwatch/settings"
)

func TestAnAnswerIsForTheWindowThatAsked(t *testing.T) {
	f := prepare(t, "say")
	saving(f, func(s *settings.Settings) { s.Notifications.PairsChanged = true })
	f.run()
	f.app(1, 7)
	f.leaveTheWindow()
	f.app(2, 7)
	require.NoError(t, f.end())
	assert.Zero(t, f.lines(2)[0]["answered"], "the second window's first line answers nothing")
}

func TestARemovedRouterIsForgottenOnDiskToo(t *testing.T) {
	k := &keeper{}
	f := prepare(t, "record", "say")
	f.options.Memory, f.options.Remember = k.Load(), k.Save
	saving(f, func(s *settings.Settings) { s.Routers = nil })
	f.run()
	f.eventually(func() bool { _, kept := k.Load().Routers["r1"]; return kept }, "kept")
	handedOver := k.Load()
	f.leaveTheWindow()
	f.app(2, 7)
	f.eventually(func() bool { return len(k.Load().Routers) == 0 }, "forgotten")
	require.NoError(t, f.end())
	assert.Contains(t, handedOver.Routers, "r1", "what the keeper was given is not changed under it")
}

func TestAMisconfiguredRouterHasACardAndIsTriedAgain(t *testing.T) {
	f := prepare(t, "record")
	var ready atomic.Bool
	f.options.Open = plainly(func(r settings.Router) (monitor.Config, error) {
		if !ready.Load() {
			return monitor.Config{}, errors.New("the certificate file is missing")
		}
		return f.open(r)
	})
	f.options.Save = func(s settings.Settings) (settings.Settings, error) { return s, nil }
	f.run()
	f.eventually(f.status(monitor.Down), "down")
	f.eventually(func() bool { return len(f.lines(1)) > 0 }, "the window has read its first line")
	assert.Equal(t, false, f.lines(1)[0]["welcome"], "it is no first start")
	ready.Store(true)
	f.eventually(f.status(monitor.Live), "live once the file is back")
	require.NoError(t, f.end())
}

func TestARouterThatWasOpenedLateLearnsThatItIsOffline(t *testing.T) {
	f := prepare(t)
	var ready, offline atomic.Bool
	f.options.Open = plainly(func(settings.Router) (monitor.Config, error) {
		if !ready.Load() {
			return monitor.Config{}, errors.New("the certificate file is missing")
		}
		return monitor.Config{Source: f, Router: monitor.Router{URL: "http://127.0.0.1:1"}, Online: func(context.Context) bool { return !offline.Load() }}, nil
	})
	f.run()
	f.eventually(f.status(monitor.Down), "down")
	ready.Store(true)
	f.eventually(f.status(monitor.Live), "live once the file is there")
	down := func() int { // the recovery may be told at any time
		return len(slices.DeleteFunc(slices.Clone(f.titles()), func(title string) bool { return !strings.HasSuffix(title, "is down") }))
	}
	told := down()
	offline.Store(true)
	f.set(failure())
	f.eventually(f.status(monitor.Offline), "this computer is offline, the router is not down")
	require.NoError(t, f.end())
	assert.Equal(t, told, down())
}

func TestARouterThatCannotBeOpenedFollowsTheNetworkSettings(t *testing.T) {
	f := prepare(t, "say")
	saving(f, func(*settings.Settings) {})
	f.options.Save = func(s settings.Settings) (settings.Settings, error) {
		s.Network.CAFile = "there.pem"
		return s, nil
	}
	f.options.Open = func(_ secret.Tokens, n settings.Network) Opener {
		return func(r settings.Router) (monitor.Config, error) {
			if n.CAFile == "" {
				return monitor.Config{}, errors.New("the certificate file is missing")
			}
			return f.open(r)
		}
	}
	f.run()
	f.app(1, 7)
	f.eventually(f.status(monitor.Live), "live with the network that was saved")
	require.NoError(t, f.end())
}

func TestSettingsWithAMisconfiguredRouterAreRefused(t *testing.T) {
	f := prepare(t, "say")
	saved := saving(f, func(s *settings.Settings) {
		s.Routers = append(s.Routers, settings.Router{ID: "new", Name: "new", URL: "http://127.0.0.1:2", Token: true})
	})
	f.options.Open = plainly(func(r settings.Router) (monitor.Config, error) {
		if r.ID == "new" {
			return monitor.Config{}, errors.New("a token does not travel over plain http")
		}
		return f.open(r)
	})
	f.run()
	assert.Equal(t, "A token does not travel over plain http.", f.app(1, 7)["refused"])
	require.NoError(t, f.end())
	assert.Empty(t, *saved)
}

func TestATokenStaysWithItsServer(t *testing.T) {
	for name, c := range map[string]struct {
		url   string
		stays bool
	}{
		"another port": {"http://127.0.0.1:2", false},
		"a path":       {"http://127.0.0.1:1/api", true},
	} {
		t.Run(name, func(t *testing.T) {
			f := prepare(t, "say")
			f.options.Settings.Routers[0].Token, f.options.Settings.Routers[0].InsecureToken = true, true
			f.options.Tokens = secret.Tokens{}.With(f.options.Settings.Routers[0], "planted")
			saved := saving(f, func(s *settings.Settings) { s.Routers[0].URL = c.url })
			made := attempts(f)
			f.run()
			f.app(1, 7)
			require.NoError(t, f.end())
			require.Len(t, *saved, 1)
			assert.Equal(t, c.stays, (*saved)[0].Routers[0].Token)
			assert.Equal(t, c.stays, (*saved)[0].Routers[0].InsecureToken, "nor does the permission go along")
			assert.Equal(t, attempt{c.url, c.stays}, made()[len(made())-1])
		})
	}
}

func TestATokenThatTheKeyringGaveLateIsForItsServer(t *testing.T) {
	f := prepare(t, "say")
	f.options.Settings.Routers[0].Token = true
	old := f.options.Settings.Routers[0]
	saved := saving(f, func(s *settings.Settings) { s.Routers[0].URL = "http://127.0.0.1:2" })
	made := attempts(f)
	late := make(chan secret.Answer, 1)
	f.options.LateTokens = late
	agent, err := New(f.options)
	require.NoError(t, err)
	agent.app.Problem = "router lacks it.\nThe file is odd."
	agent.takeLate(secret.Answer{Router: old, Text: "planted", Solves: "router lacks it."})
	assert.True(t, agent.o.Tokens.For(old).Present())
	assert.Equal(t, "The file is odd.", agent.app.Problem, "what is no longer true is no longer said")
	operators := agent.o.Tokens.For(old)
	agent.takeLate(secret.Answer{Router: old, Text: "an older one"})
	assert.Equal(t, operators, agent.o.Tokens.For(old), "what is there is newer")

	late <- secret.Answer{Router: old, Text: "planted"}
	f.run()
	f.app(1, 7)
	require.NoError(t, f.end())
	require.Len(t, *saved, 1)
	assert.False(t, (*saved)[0].Routers[0].Token, "it stays with its server")
	assert.NotContains(t, made(), attempt{"http://127.0.0.1:2", true})
}

func TestASnoozeIsWallTime(t *testing.T) {
	f := prepare(t)
	agent, err := New(f.options)
	require.NoError(t, err)
	now := time.Now()
	agent.snooze(time.Hour)
	assert.WithinDuration(t, now.Add(time.Hour), agent.rules.Snoozed, time.Minute)
	assert.Equal(t, agent.rules.Snoozed.Round(0), agent.rules.Snoozed, "no monotonic reading")

	agent.expire(now.Add(30 * time.Minute))
	assert.False(t, agent.rules.Snoozed.IsZero(), "half of it is left")
	agent.expire(now.Add(2 * time.Hour)) // it ended in a sleep
	assert.Zero(t, agent.rules.Snoozed)
}

func TestStoppingDoesNotWaitForTheOnlineCheck(t *testing.T) {
	f := prepare(t)
	f.options.Open = plainly(func(settings.Router) (monitor.Config, error) {
		return monitor.Config{Source: f, Router: monitor.Router{URL: "http://127.0.0.1:1"}, Online: func(ctx context.Context) bool {
			<-ctx.Done()
			return false
		}}, nil
	})
	f.run()
	began := time.Now()
	require.NoError(t, f.end())
	assert.Less(t, time.Since(began), time.Second)
}

func TestASnoozeTakesTheNoticeOfAPauseThatIsOverBackInSilence(t *testing.T) {
	f := prepare(t)
	agent, err := New(f.options)
	require.NoError(t, err)
	now := time.Now()
	live := monitor.Snapshot{Router: monitor.Router{ID: "r1"}, Status: monitor.Live, Reading: monitor.Reading{Pairs: 4, At: now}}
	paused := live
	paused.Status, paused.Reading.Paused, paused.Pause = monitor.Paused, true, now
	r := &router{id: "r1"}
	agent.notify(r, live, now)
	agent.notify(r, paused, now)
	require.Len(t, f.titles(), 1)

	agent.rules.Snoozed = now.Add(time.Hour)
	agent.notify(r, live, now)
	assert.Len(t, f.titles(), 1, "nothing is said")
	assert.Equal(t, []string{"r1/pause"}, f.withdrawn)
}

func TestARemovedRouterDoesNotComeBackWithItsLastSnapshot(t *testing.T) {
	f := prepare(t)
	agent, err := New(f.options)
	require.NoError(t, err)
	removed, watched := &router{id: "r1"}, &router{id: "r1"} // it moved: another server, the same id
	agent.routers = []*router{watched}
	agent.mail.Put(removed, monitor.Snapshot{Router: monitor.Router{ID: "r1"}, Status: monitor.Down})
	agent.mail.Put(watched, monitor.Snapshot{Router: monitor.Router{ID: "r1"}, Status: monitor.Live})
	agent.receive(time.Now())
	assert.Equal(t, monitor.Live, watched.snapshot.Status)
	assert.Zero(t, removed.snapshot)
	assert.Empty(t, f.titles())
	assert.Len(t, f.trays(), 1)
}

func TestTheWindowKnowsWhichTokensTheKeyringHasNotGiven(t *testing.T) {
	f := prepare(t, "record")
	f.options.Settings.Routers = append(f.options.Settings.Routers, settings.Router{ID: "r2", Name: "B", URL: "http://127.0.0.1:2", Token: true})
	f.options.Saved = f.options.Settings
	f.options.Save = func(s settings.Settings) (settings.Settings, error) { return s, nil }
	late := make(chan secret.Answer, 1)
	f.options.LateTokens = late
	f.run()
	missing := func() (missing any, known bool) {
		for _, line := range f.lines(1) {
			if line["type"] == "app" {
				missing, known = line["token_missing"], true
			}
		}
		return missing, known
	}
	f.eventually(func() bool { now, _ := missing(); return assert.ObjectsAreEqual([]any{"r2"}, now) }, "missing")
	late <- secret.Answer{Router: f.options.Settings.Routers[1], Text: "planted"}
	f.eventually(func() bool { now, known := missing(); return known && now == nil }, "it came")
	require.NoError(t, f.end())
}
