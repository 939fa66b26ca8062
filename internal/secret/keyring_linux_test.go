package secret

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/godbus/dbus/v5"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"github.com/zalando/go-keyring"

	"routerwatch/settings"
	"routerwatch/ui/view"
)

func TestKeyringFailuresAreShownInPlainWords(t *testing.T) {
	for name, test := range map[string]struct{ err, says error }{
		"no service": {
			dbus.Error{Name: "org.freedesktop.DBus.Error.ServiceUnknown", Body: []any{"The name org.freedesktop.secrets was not provided by any .service files"}},
			view.ErrNoKeyring,
		},
		"it has left":      {dbus.Error{Name: "org.freedesktop.DBus.Error.NameHasNoOwner"}, view.ErrNoKeyring},
		"the bus has gone": {&net.OpError{Op: "dial", Err: errors.New("no such file")}, view.ErrNoKeyring},
		"no bus":           {errors.Join(view.ErrNoKeyring, errors.New("dial unix: no such file")), view.ErrNoKeyring},
		"another system":   {keyring.ErrUnsupportedPlatform, view.ErrNoKeyring},
		"locked":           {fmt.Errorf("store: %w", dbus.Error{Name: "org.freedesktop.Secret.Error.IsLocked"}), view.ErrKeyringLocked},
		"nothing in it":    {keyring.ErrNotFound, view.ErrNoStoredToken},
		"something else":   {errors.New("failed to unlock correct collection '/org/freedesktop/secrets'"), view.ErrTokenNotKept},
		"the bus's other":  {dbus.Error{Name: "org.freedesktop.DBus.Error.NoReply"}, view.ErrTokenNotKept},
	} {
		t.Run(name, func(t *testing.T) {
			told := explain(test.err, view.ErrTokenNotKept)
			assert.Equal(t, test.says.Error(), told.Error(), "nothing of the keyring's own words")
			require.ErrorIs(t, told, test.says)
			logged, ok := errors.AsType[*failure](told)
			require.True(t, ok)
			assert.Equal(t, test.err, logged.cause)
		})
	}
	assert.NoError(t, explain(nil, view.ErrTokenNotKept))
}

// router has a token.
func router(id, name string) settings.Router {
	return settings.Router{ID: id, Name: name, URL: "https://" + id + ".example.org", Token: true}
}

// withRing has the program find a keyring that is empty.
func withRing(t *testing.T) {
	t.Helper()
	t.Setenv("DBUS_SESSION_BUS_ADDRESS", "unix:path=/nowhere/at/all")
	keyring.MockInit()
}

// stored are the tokens in the keyring of those routers, by id and address.
func stored(t *testing.T, routers ...settings.Router) map[string]string {
	t.Helper()
	found := map[string]string{}
	for _, r := range routers {
		token, err := Stored(r)
		if !errors.Is(err, view.ErrNoStoredToken) {
			require.NoError(t, err)
			found[r.ID+" "+r.URL] = token
		}
	}
	return found
}

func TestWithoutAKeyringTheOperatorIsToldSo(t *testing.T) {
	withRing(t)
	keyring.MockInitWithError(dbus.Error{Name: "org.freedesktop.DBus.Error.ServiceUnknown", Body: []any{"no .service files"}})
	var written bytes.Buffer
	log := slog.New(slog.NewTextHandler(&written, nil))

	ctx, leave := context.WithCancel(t.Context())
	defer leave()
	tokens, problems, _ := Load(ctx, Tokens{}, []settings.Router{router("b", "Bern"), {ID: "c", Name: "Cadiz"}, router("a", "Aarau")}, log)
	assert.Equal(t, []string{
		"Aarau is polled without its token, because this desktop has no keyring to keep a token in.",
		"Bern is polled without its token, because this desktop has no keyring to keep a token in.",
	}, problems)
	assert.False(t, tokens.For(router("a", "")).Present())

	routers := []settings.Router{router("a", "Aarau")}
	_, _, err := Begin(routers, routers, map[string]string{"a": "planted"})
	require.EqualError(t, err, "this desktop has no keyring to keep a token in")
	log.Warn("failed", "why", err)
	_, done, err := Begin(routers, nil, nil)
	require.NoError(t, err)
	require.NoError(t, done(), "a router can be changed and removed all the same")
	assert.Contains(t, written.String(), "no .service files", "the log has the cause")
	assert.NotContains(t, written.String(), "planted")
}

func TestAPanicOfTheKeyringIsAFailure(t *testing.T) {
	withRing(t)
	err := withKeyring(view.ErrTokenNotRead, func() error { panic("a signal that was nil") })
	require.ErrorIs(t, err, view.ErrTokenNotRead)
	failed, ok := errors.AsType[*failure](err)
	require.True(t, ok)
	require.ErrorContains(t, failed.cause, "a signal that was nil")
}

func TestAKeyringThatComesAfterTheStartGivesItsTokens(t *testing.T) {
	withRing(t)
	absent := dbus.Error{Name: "org.freedesktop.DBus.Error.ServiceUnknown"}
	t.Run("it comes", func(t *testing.T) {
		synctest.Test(t, func(t *testing.T) {
			require.NoError(t, store(router("a", ""), "planted"))
			var there atomic.Bool
			read := func(r settings.Router) (string, error) {
				if !there.Load() {
					return "", explain(absent, view.ErrTokenNotRead)
				}
				return Stored(r)
			}
			_, problems, later := load(t.Context(), Tokens{}, []settings.Router{router("a", "Aarau"), router("b", "Bern")}, slog.New(slog.DiscardHandler), read)
			require.Len(t, problems, 2)
			there.Store(true)
			began := time.Now()
			assert.Equal(t, Answer{Router: router("a", "Aarau"), Text: "planted", Solves: problems[0]}, <-later)
			assert.Equal(t, retryInterval, time.Since(began))
			time.Sleep(maxRetries * retryInterval)
			assert.Empty(t, later, "b has none in it")
		})
	})
	t.Run("it was there without the token", func(t *testing.T) {
		keyring.MockInit()
		answers := make(chan Answer, 2)
		ask(t.Context(), router("c", "Cadiz"), Stored, answers)
		require.Len(t, answers, 1)
		require.ErrorIs(t, (<-answers).Err, view.ErrNoStoredToken)
	})
	t.Run("it never comes", func(t *testing.T) {
		synctest.Test(t, func(t *testing.T) {
			keyring.MockInitWithError(absent)
			began := time.Now()
			answers := make(chan Answer, 2)
			ask(t.Context(), router("a", "Aarau"), Stored, answers)
			require.Len(t, answers, 1)
			assert.Equal(t, maxRetries*retryInterval, time.Since(began))
		})
	})
	t.Run("the program leaves", func(t *testing.T) {
		keyring.MockInitWithError(absent)
		ctx, leave := context.WithCancel(t.Context())
		leave()
		ask(ctx, router("a", "Aarau"), Stored, make(chan Answer, 2))
	})
}

func TestATokenIsReadForItsOwnServerAlone(t *testing.T) {
	withRing(t)
	r := router("a", "Aarau")
	require.NoError(t, store(r, "planted"))
	r.URL += ":443/api"
	assert.Len(t, stored(t, r), 1)
	for _, address := range []string{"http://a.example.org", "https://a.example.org:8443", "https://b.example.org"} {
		r.URL = address
		assert.Empty(t, stored(t, r), address)
	}
}

func TestASaveChangesTheKeyringWholeOrNotAtAll(t *testing.T) {
	a, b := router("a", "Aarau"), router("b", "Bern")
	moved := a
	moved.URL = "https://moved.example.org"
	bare := a
	bare.Token = false
	for name, c := range map[string]struct {
		after  []settings.Router
		tokens map[string]string
		begun  map[string]string // in the keyring before the agent has answered
		done   map[string]string // and once it has taken the settings
	}{
		"nothing": {
			[]settings.Router{a, b},
			nil,
			map[string]string{"a https://a.example.org": "old"},
			map[string]string{"a https://a.example.org": "old"},
		},
		"another token": {
			[]settings.Router{a},
			map[string]string{"a": "new"},
			map[string]string{"a https://a.example.org": "new"},
			map[string]string{"a https://a.example.org": "new"},
		},
		"a router more": {
			[]settings.Router{a, b},
			map[string]string{"b": "new"},
			map[string]string{"a https://a.example.org": "old", "b https://b.example.org": "new"},
			map[string]string{"a https://a.example.org": "old", "b https://b.example.org": "new"},
		},
		"another server": {
			[]settings.Router{moved},
			map[string]string{"a": "new"},
			map[string]string{"a https://a.example.org": "old", "a https://moved.example.org": "new"},
			map[string]string{"a https://moved.example.org": "new"},
		},
		"no token any more": {
			[]settings.Router{bare},
			map[string]string{"a": ""},
			map[string]string{"a https://a.example.org": "old"},
			map[string]string{},
		},
		"no router any more": {nil, nil, map[string]string{"a https://a.example.org": "old"}, map[string]string{}},
	} {
		t.Run(name, func(t *testing.T) {
			for _, taken := range []bool{true, false} {
				withRing(t)
				require.NoError(t, store(a, "old"))
				undo, done, err := Begin([]settings.Router{a}, c.after, c.tokens)
				require.NoError(t, err)
				assert.Equal(t, c.begun, stored(t, a, b, moved))
				if taken {
					require.NoError(t, done())
					assert.Equal(t, c.done, stored(t, a, b, moved))
				} else {
					require.NoError(t, undo())
					assert.Equal(t, map[string]string{"a https://a.example.org": "old"}, stored(t, a, b, moved), "as it was")
				}
			}
		})
	}
}
